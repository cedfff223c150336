import type { Page as ListPage, StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { useCommands } from '../../components/commands.ts';
import { SearchField } from '../../components/field.tsx';
import { DropAnywhere } from '../../components/file-drop.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { showToast } from '../../components/toast.tsx';
import { Loaded, useLoad } from '../../components/use-load.tsx';
import { useSettled } from '../../components/use-settled.ts';
import { Link } from '../../router/link.tsx';
import { navigate, query, setQuery } from '../../router/location.ts';
import { hasPlace } from '../../router/places.ts';
import { messageOf } from '../../session/describe-error.ts';
import { handFile } from '../../session/handed-file.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { storesTexts } from '../../texts/en/stores.ts';
import { CreateStore } from './create-store.tsx';
import { FirstStart } from './first-start.tsx';
import { StoreCard } from './store-card.tsx';
import styles from './stores.css';

adoptStyles(styles);

const PAGE_SIZE = 50;

const openDialog = () => setQuery({ new: '1' }, { push: true });
const closeDialog = () => setQuery({ new: null });

/** All stores of the account, as cards. */
export default function StoresScreen(): JSX.Element {
  const { client, identity } = useSession();
  const isAccount = identity.scope === 'account';
  const text = query.value.get('q') ?? '';
  const settled = useSettled(text);
  const load = useLoad(
    async (signal) =>
      await client.stores.list({ limit: PAGE_SIZE, ...(settled === '' ? {} : { q: settled }) }, { signal }),
    [client, settled],
  );
  useCommands(
    useMemo(
      () => (isAccount ? [{ label: storesTexts.create, icon: 'add' as const, run: openDialog }] : []),
      [isAccount],
    ),
  );

  const receive = (file: File | undefined) => {
    if (file === undefined) return;
    handFile(file);
    navigate('/import');
  };
  const isEmpty = load.data?.items.length === 0 && settled === '' && isAccount;

  return (
    <Page
      title={storesTexts.title}
      actions={
        isAccount && !isEmpty ? (
          <>
            {hasPlace('/import') && (
              <Link class="button" to="/import">
                {storesTexts.import}
              </Link>
            )}
            <Button kind="primary" icon="add" onClick={openDialog}>
              {storesTexts.create}
            </Button>
          </>
        ) : null
      }
    >
      {!isEmpty && (
        <div class="stores-bar">
          <SearchField label={storesTexts.search} value={text} onValue={(q) => setQuery({ q })} />
        </div>
      )}
      <Loaded load={load}>
        {(page) =>
          isEmpty ? (
            <FirstStart onFile={receive} onCreate={openDialog} />
          ) : (
            <Cards key={settled} first={page} search={settled} onDeleted={load.reload} />
          )
        }
      </Loaded>
      {isAccount && hasPlace('/import') && (
        <DropAnywhere label={storesTexts.drop} onFiles={([file]) => receive(file)} />
      )}
      {isAccount && query.value.has('new') && <CreateStore onClose={closeDialog} />}
    </Page>
  );
}

interface CardsProps {
  readonly first: ListPage<StoreSummary>;
  readonly search: string;
  readonly onDeleted: () => void;
}

function Cards({ first, search, onDeleted }: CardsProps): JSX.Element {
  const { client } = useSession();
  const [pages, setPages] = useState<readonly ListPage<StoreSummary>[]>([first]);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => setPages([first]), [first]);
  const stores = pages.flatMap(({ items }) => items);
  const cursor = pages.at(-1)?.cursor;

  async function more(): Promise<void> {
    if (cursor === undefined) return;
    setBusy(true);
    try {
      const own = search === '' ? {} : { q: search };
      const next = await client.stores.list({ limit: PAGE_SIZE, cursor, ...own });
      setPages([...pages, next]);
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setBusy(false);
  }

  if (stores.length === 0) {
    return (
      <EmptyState
        icon="search"
        title={storesTexts.noMatch(search)}
        actions={<Button onClick={() => setQuery({ q: null })}>{storesTexts.clearSearch}</Button>}
      />
    );
  }
  return (
    <>
      <div class="store-cards">
        {stores.map((store) => (
          <StoreCard key={store.id} store={store} onDeleted={onDeleted} />
        ))}
      </div>
      {cursor !== undefined && (
        <div class="stores-more">
          <Button busy={isBusy} onClick={() => void more()}>
            {storesTexts.moreStores}
          </Button>
        </div>
      )}
    </>
  );
}
