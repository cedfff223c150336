import type { StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSettled } from '../../components/browser/use-settled.ts';
import { Button } from '../../components/button.tsx';
import { SearchField } from '../../components/field.tsx';
import { formatAgo, formatMoment } from '../../components/format.ts';
import { NoMatch } from '../../components/pages/no-match.tsx';
import { Page } from '../../components/pages/page.tsx';
import { EmptyState } from '../../components/pages/states.tsx';
import { Loaded } from '../../components/pages/use-load.tsx';
import { MoreButton, usePages } from '../../components/pages/use-pages.tsx';
import { TimeAgo } from '../../components/time.tsx';
import { showToast } from '../../components/toast.tsx';
import { messageOf } from '../../requests/describe-error.ts';
import { navigate, query, rememberPage, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { deletedStoresTexts as texts } from '../../texts/en/stores/deleted.ts';
import { storesTexts } from '../../texts/en/stores/stores.ts';
import styles from './deleted-stores.css';

adoptStyles(styles);

const PAGE_SIZE = 50;
/** How long a deleted store can be restored, in milliseconds. */
const KEPT_MS = 7 * 86_400_000;

/** The deleted stores of the account, which can be restored. */
export default function DeletedStoresScreen(): JSX.Element {
  const { client } = useSession();
  const text = query.value.get('q') ?? '';
  const settled = useSettled(text);
  const pages = usePages(
    (page, signal) => {
      const found = settled === '' ? {} : { q: settled };
      const request = { status: 'DELETED', limit: PAGE_SIZE, ...found, ...page } as const;
      return client.stores.list(request, signal ? { signal } : {});
    },
    [client, settled],
  );
  return (
    <Page title={texts.title} parent={{ to: '/stores', label: texts.parent }} lead={texts.lead}>
      <div class="deleted-stores-bar">
        <SearchField label={texts.search} value={text} onValue={(q) => setQuery({ q })} />
      </div>
      <Loaded load={pages}>
        {({ items }) =>
          items.length === 0 ? (
            <Nothing search={settled} />
          ) : (
            <>
              <ul class="deleted-stores" aria-label={texts.list}>
                {items.map((store) => (
                  <DeletedStore key={store.id} store={store} onFailed={pages.reload} />
                ))}
              </ul>
              <MoreButton pages={pages} label={texts.more} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Nothing({ search }: { readonly search: string }): JSX.Element {
  if (search === '') {
    return (
      <EmptyState icon="trash" title={texts.emptyTitle}>
        {texts.empty}
      </EmptyState>
    );
  }
  return <NoMatch title={texts.noMatch(search)} showAll={texts.showAll} />;
}

interface DeletedStoreProps {
  readonly store: StoreSummary;
  readonly onFailed: () => void;
}

function DeletedStore({ store, onFailed }: DeletedStoreProps): JSX.Element {
  const { client } = useSession();
  const [isBusy, setBusy] = useState(false);
  const { id, name, description, date_deleted } = store;

  async function restore(): Promise<void> {
    setBusy(true);
    const isHere = rememberPage();
    try {
      await client.stores.restore(id);
      showToast(storesTexts.restored(name));
      if (isHere()) navigate(`/stores/${encodeURIComponent(id)}`);
    } catch (error) {
      setBusy(false);
      showToast(messageOf(error), { isBad: true });
      onFailed();
    }
  }

  const end = date_deleted === undefined ? null : Date.parse(date_deleted) + KEPT_MS;
  return (
    <li class="card deleted-store">
      <div>
        <h2 class="cut" title={name}>
          {name}
        </h2>
        {description !== null && <p class="soft cut">{description}</p>}
        {date_deleted !== undefined && end !== null && (
          <p class="faint">
            {texts.deleted} <TimeAgo time={date_deleted} />, {texts.gone}{' '}
            <span title={formatMoment(end)}>{formatAgo(end)}</span>
          </p>
        )}
      </div>
      <Button icon="undo" busy={isBusy} aria-label={texts.restoreOne(name)} onClick={() => void restore()}>
        {texts.restore}
      </Button>
    </li>
  );
}
