import type { ApiKeySummary, StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useShownAgain } from '../../components/browser/use-shown-again.ts';
import { Button } from '../../components/button.tsx';
import { useCommands } from '../../components/commands.ts';
import { SearchField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { NoMatch } from '../../components/pages/no-match.tsx';
import { Page } from '../../components/pages/page.tsx';
import { EmptyState } from '../../components/pages/states.tsx';
import { Loaded, useLoad } from '../../components/pages/use-load.tsx';
import { Link } from '../../router/link.tsx';
import { query, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { keysTexts as texts } from '../../texts/en/access/keys.ts';
import { CreateKey } from './create-key.tsx';
import { KeyRow } from './key-row.tsx';
import styles from './keys.css';
import { RevokeKey } from './revoke-key.tsx';

adoptStyles(styles);

/** The keys and stores that the screen loads at most. Accounts have few of both. */
const LIST_MAX = 1_000;
const PAGE_SIZE = 100;
/** A list that fits on the screen needs no search. */
const SEARCHED_FROM = 8;

const openDialog = () => setQuery({ new: '1' }, { push: true });
const COMMANDS = [{ label: texts.create, icon: 'add' as const, run: openDialog }];

/** The keys of the account; for a store key, the way to what its agent sees. */
export default function KeysScreen(): JSX.Element {
  const { identity } = useSession();
  return identity.scope === 'account' ? <AccountKeys /> : <OwnKey keyId={identity.keyId ?? ''} />;
}

function OwnKey({ keyId }: { readonly keyId: string }): JSX.Element {
  return (
    <Page title={texts.title}>
      <EmptyState
        icon="key"
        title={texts.storeKeyTitle}
        actions={
          <Link class="button primary" to={`/keys/${encodeURIComponent(keyId)}/agent`}>
            {texts.asAgent}
          </Link>
        }
      >
        {texts.storeKeyText}
      </EmptyState>
    </Page>
  );
}

interface KeysData {
  readonly keys: readonly ApiKeySummary[];
  readonly stores: readonly StoreSummary[];
}

function AccountKeys(): JSX.Element {
  const { client } = useSession();
  const load = useLoad(
    async (signal): Promise<KeysData> => {
      const [keys, stores] = await Promise.all([
        client.keys.list({ limit: PAGE_SIZE }, { signal }).all(LIST_MAX),
        client.stores.list({ limit: PAGE_SIZE }, { signal }).all(LIST_MAX),
      ]);
      return { keys, stores };
    },
    [client],
  );
  useShownAgain(load.reload);
  useCommands(COMMANDS);
  return (
    <Page
      title={texts.title}
      actions={
        <Button kind="primary" icon="add" onClick={openDialog}>
          {texts.create}
        </Button>
      }
    >
      <Loaded load={load}>
        {({ keys, stores }) => (
          <>
            <KeyList keys={keys} stores={stores} onRevoked={load.reload} />
            {query.value.has('new') && (
              <CreateKey
                stores={stores}
                areAllStores={stores.length < LIST_MAX}
                onCreated={load.reload}
                onClose={() => setQuery({ new: null })}
              />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface KeyListProps extends KeysData {
  readonly onRevoked: () => void;
}

function KeyList({ keys, stores, onRevoked }: KeyListProps): JSX.Element {
  const [revoking, setRevoking] = useState<ApiKeySummary | null>(null);
  const names = useMemo(() => new Map(stores.map(({ id, name }) => [id, name])), [stores]);
  const nameOf = (storeId: string) => names.get(storeId) ?? storeId;
  const text = query.value.get('q') ?? '';
  const wanted = text.trim().toLowerCase();
  const shown = keys.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <>
      {(keys.length >= SEARCHED_FROM || text !== '') && (
        <div class="keys-bar">
          <SearchField label={texts.search} value={text} onValue={(q) => setQuery({ q })} />
        </div>
      )}
      {shown.length === 0 ? (
        <NoMatch title={texts.noMatch(text)} showAll={texts.showAll} />
      ) : (
        <ul class="key-list" aria-label={texts.list}>
          {shown.map((key) => (
            <KeyRow key={key.keyId} apiKey={key} nameOf={nameOf} onRevoke={() => setRevoking(key)} />
          ))}
        </ul>
      )}
      {keys.length === LIST_MAX && <p class="keys-more faint">{texts.first(formatNumber(LIST_MAX))}</p>}
      {revoking !== null && (
        <RevokeKey
          apiKey={revoking}
          nameOf={nameOf}
          onClose={() => setRevoking(null)}
          onRevoked={() => {
            setRevoking(null);
            onRevoked();
          }}
        />
      )}
    </>
  );
}
