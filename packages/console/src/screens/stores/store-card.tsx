import type { StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useVisible } from '../../components/browser/use-visible.ts';
import { copyText } from '../../components/copy-button.tsx';
import { formatNumber } from '../../components/format.ts';
import { MenuButton, type MenuEntry } from '../../components/overlays/menu.tsx';
import { Delayed, Skeleton } from '../../components/pages/states.tsx';
import { TimeAgo } from '../../components/time.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { Link } from '../../router/link.tsx';
import { navigate } from '../../router/location.ts';
import { hasPlace } from '../../router/places.ts';
import { useSession } from '../../session/session.ts';
import { shellTexts } from '../../texts/en/shell.ts';
import { storesTexts } from '../../texts/en/stores/stores.ts';
import { DeleteStore } from './delete-store.tsx';
import { Sparkline } from './sparkline.tsx';
import { DAYS, loadFacts, type StoreFacts } from './store-facts.ts';

interface StoreCardProps {
  readonly store: StoreSummary;
  readonly onDeleted: () => void;
}

/** A store at a glance. Its facts are loaded when the card becomes visible. */
export function StoreCard({ store, onDeleted }: StoreCardProps): JSX.Element {
  const { client, identity } = useSession();
  const ref = useRef<HTMLElement>(null);
  const isVisible = useVisible(ref);
  const [facts, setFacts] = useState<StoreFacts | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const address = `/stores/${encodeURIComponent(store.id)}`;

  useEffect(() => {
    if (!isVisible) return;
    const aborting = new AbortController();
    loadFacts(client, store.id, aborting.signal).then(setFacts, (error: unknown) => {
      if (!aborting.signal.aborted) setProblem(messageOf(error));
    });
    return () => aborting.abort();
  }, [client, store.id, isVisible]);

  const items: MenuEntry[] = [
    { label: storesTexts.open, icon: 'grid', onSelect: () => navigate(address) },
    ...(hasPlace(`${address}/schema`)
      ? [
          {
            label: storesTexts.openSchema,
            icon: 'schema' as const,
            onSelect: () => navigate(`${address}/schema`),
          },
        ]
      : []),
    ...(hasPlace(`${address}/import`)
      ? [
          {
            label: storesTexts.importInto,
            icon: 'upload' as const,
            onSelect: () => navigate(`${address}/import`),
          },
        ]
      : []),
    ...(identity.scope === 'account'
      ? [
          {
            label: shellTexts.useInLiveImage,
            icon: 'live' as const,
            onSelect: () => navigate(`/live-images/start?store=${encodeURIComponent(store.id)}`),
          },
        ]
      : []),
    {
      label: storesTexts.copyId,
      icon: 'copy',
      onSelect: async () => {
        if (await copyText(store.id)) showToast(storesTexts.idCopied);
      },
    },
  ];
  if (identity.scope === 'account') {
    const onSelect = () => setDeleting(true);
    items.push(null, { label: storesTexts.delete, icon: 'trash', isDangerous: true, onSelect });
  }

  return (
    <article ref={ref} class="card store-card">
      <div class="store-card-head">
        <h2 class="cut">
          <Link to={address} class="cut" title={store.name}>
            {store.name}
          </Link>
        </h2>
      </div>
      <p class="about cut">{store.description}</p>
      {problem === null ? <Facts facts={facts} /> : <p class="problem">{problem}</p>}
      <div class="store-card-menu">
        <MenuButton
          isIconOnly
          icon="more"
          size="small"
          align="end"
          label={storesTexts.actionsOf(store.name)}
          items={items}
        />
      </div>
      {isDeleting && <DeleteStore store={store} onClose={() => setDeleting(false)} onDeleted={onDeleted} />}
    </article>
  );
}

function Facts({ facts }: { readonly facts: StoreFacts | null }): JSX.Element {
  if (facts === null) {
    return (
      <>
        <Sparkline values={new Array(DAYS).fill(0)} label={null} />
        <div class="facts">
          <Delayed>
            <Skeleton width="60%" />
          </Delayed>
        </div>
      </>
    );
  }
  const { detail, changes, changedAt } = facts;
  const total = changes.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <Sparkline values={changes} label={storesTexts.changes(formatNumber(total), DAYS)} />
      <div class="facts number">
        <strong>{storesTexts.records(formatNumber(detail.recordCount), detail.recordCount === 1)}</strong>
        <span aria-hidden="true">·</span>
        <span>{storesTexts.properties(detail.properties.length)}</span>
        {changedAt !== null && <TimeAgo time={changedAt} />}
      </div>
    </>
  );
}
