import type { StoreSummary } from '@vitrine/client';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { useSettled } from '../../components/browser/use-settled.ts';
import { Button } from '../../components/button.tsx';
import { useCommands } from '../../components/commands.ts';
import { SearchField } from '../../components/field.tsx';
import { DropAnywhere } from '../../components/files/file-drop.tsx';
import { usePastedTable } from '../../components/files/use-pasted-table.ts';
import { NoMatch } from '../../components/pages/no-match.tsx';
import { Page } from '../../components/pages/page.tsx';
import { Loaded } from '../../components/pages/use-load.tsx';
import { MoreButton, type Pages, usePages } from '../../components/pages/use-pages.tsx';
import { Link } from '../../router/link.tsx';
import { navigate, query, setQuery } from '../../router/location.ts';
import { hasPlace } from '../../router/places.ts';
import { useSession } from '../../session/session.ts';
import { adoptStyles } from '../../styles/adopt-styles.ts';
import { storesTexts } from '../../texts/en/stores/stores.ts';
import { handFile } from '../../uploads/handed-file.ts';
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
  const pages = usePages(
    (page, signal) => {
      const found = settled === '' ? {} : { q: settled };
      return client.stores.list({ limit: PAGE_SIZE, ...found, ...page }, signal ? { signal } : {});
    },
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
  usePastedTable((file) => isAccount && receive(file));
  const isEmpty = pages.data?.items.length === 0 && settled === '' && isAccount;

  return (
    <Page
      title={storesTexts.title}
      actions={
        isAccount && (
          <>
            <Link class="button quiet" to="/deleted-stores">
              {storesTexts.deletedStores}
            </Link>
            {!isEmpty && hasPlace('/import') && (
              <Link class="button" to="/import">
                {storesTexts.import}
              </Link>
            )}
            {!isEmpty && (
              <Button kind="primary" icon="add" onClick={openDialog}>
                {storesTexts.create}
              </Button>
            )}
          </>
        )
      }
    >
      {!isEmpty && (
        <div class="stores-bar">
          <SearchField label={storesTexts.search} value={text} onValue={(q) => setQuery({ q })} />
        </div>
      )}
      <Loaded load={pages}>
        {({ items }) =>
          isEmpty ? (
            <FirstStart onFile={receive} onCreate={openDialog} />
          ) : (
            <Cards pages={pages} stores={items} search={settled} />
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
  readonly pages: Pages<StoreSummary>;
  readonly stores: readonly StoreSummary[];
  readonly search: string;
}

function Cards({ pages, stores, search }: CardsProps): JSX.Element {
  if (stores.length === 0) {
    return <NoMatch title={storesTexts.noMatch(search)} showAll={storesTexts.clearSearch} />;
  }
  return (
    <>
      <div class="store-cards">
        {stores.map((store) => (
          <StoreCard key={store.id} store={store} onDeleted={pages.reload} />
        ))}
      </div>
      <MoreButton pages={pages} label={storesTexts.moreStores} />
    </>
  );
}
