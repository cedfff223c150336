import type { ApiKeySummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { copyText } from '../../components/copy-button.tsx';
import { formatAgo, formatMoment } from '../../components/format.ts';
import { MenuButton } from '../../components/overlays/menu.tsx';
import { TimeAgo } from '../../components/time.tsx';
import { showToast } from '../../components/toast.tsx';
import { Link } from '../../router/link.tsx';
import { navigate } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { keysTexts as texts } from '../../texts/en/access/keys.ts';

interface KeyRowProps {
  readonly apiKey: ApiKeySummary;
  /** Returns the name of a store. */
  readonly nameOf: (storeId: string) => string;
  readonly onRevoke: () => void;
}

/** A key with what it may do and when it was used. */
export function KeyRow({ apiKey, nameOf, onRevoke }: KeyRowProps): JSX.Element {
  const { keyId, name, prefix, date_created, lastUsed } = apiKey;
  const agent = `/keys/${encodeURIComponent(keyId)}/agent`;
  return (
    <li class="card key-row">
      <div class="key-what">
        <h2 class="cut" title={name}>
          {name}
        </h2>
        <KeyBadges apiKey={apiKey} nameOf={nameOf} />
        <p class="key-facts">
          {prefix !== '' && <code>{prefix}…</code>}
          <span>
            {texts.created} <TimeAgo time={date_created} />,{' '}
            {lastUsed === null ? (
              texts.neverUsed
            ) : (
              <>
                {texts.lastUsed} <TimeAgo time={lastUsed} />
              </>
            )}
          </span>
        </p>
      </div>
      <Link class="button" to={agent} aria-label={`${texts.asAgent}: ${name}`}>
        {texts.asAgent}
      </Link>
      <MenuButton
        isIconOnly
        icon="more"
        align="end"
        label={texts.actionsOf(name)}
        items={[
          { label: texts.connect, icon: 'link', onSelect: () => navigate(`${agent}?view=connect`) },
          {
            label: texts.copyId,
            icon: 'copy',
            onSelect: async () => {
              if (await copyText(keyId)) showToast(texts.idCopied);
            },
          },
          null,
          { label: texts.revoke, icon: 'trash', isDangerous: true, onSelect: onRevoke },
        ]}
      />
    </li>
  );
}

function KeyBadges({ apiKey, nameOf }: Pick<KeyRowProps, 'apiKey' | 'nameOf'>): JSX.Element {
  const { identity } = useSession();
  const { keyId, storeId, readOnly, expiresAt, addresses } = apiKey;
  return (
    <div class="key-badges">
      {storeId === undefined ? (
        <span class="badge">{texts.account}</span>
      ) : (
        <Link class="badge cut" to={`/stores/${encodeURIComponent(storeId)}`}>
          <span class="cut">{nameOf(storeId)}</span>
        </Link>
      )}
      {keyId === identity.keyId && <span class="badge accent">{texts.own}</span>}
      {readOnly && <span class="badge good">{texts.readOnly}</span>}
      {expiresAt !== undefined && <Expiry at={expiresAt} />}
      {addresses !== undefined && (
        <span class="badge" title={addresses.join(', ')}>
          {texts.addresses(addresses.length)}
        </span>
      )}
    </div>
  );
}

function Expiry({ at }: { readonly at: string }): JSX.Element {
  const isOver = Date.parse(at) <= Date.now();
  return (
    <span class={`badge ${isOver ? 'bad' : 'warn'}`} title={formatMoment(at)}>
      {(isOver ? texts.expired : texts.expires)(formatAgo(at))}
    </span>
  );
}
