import type { StoreDetail } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useSettled } from '../../components/browser/use-settled.ts';
import { Button } from '../../components/button.tsx';
import { Checkbox, SearchField } from '../../components/field.tsx';
import { formatNumber } from '../../components/format.ts';
import { NoMatch } from '../../components/pages/no-match.tsx';
import { EmptyState } from '../../components/pages/states.tsx';
import { Loaded } from '../../components/pages/use-load.tsx';
import { MoreButton, usePages } from '../../components/pages/use-pages.tsx';
import { showToast } from '../../components/toast.tsx';
import { inBatches } from '../../records/in-batches.ts';
import { outcomeOf } from '../../records/restore-outcome.ts';
import { columnsOf } from '../../records/value-types.ts';
import { messageOf } from '../../requests/describe-error.ts';
import { openStore } from '../../requests/open-store.ts';
import { query, setQuery } from '../../router/location.ts';
import { useSession } from '../../session/session.ts';
import { deletedTexts as texts } from '../../texts/en/stores/deleted.ts';
import { DeletedRow } from './deleted-row.tsx';
import { PurgeDialog } from './purge-dialog.tsx';

const PAGE_SIZE = 50;

/** The deleted records that a search finds, with what can be done with them. */
export function DeletedRecords({ detail }: { readonly detail: StoreDetail }): JSX.Element {
  const { client, identity } = useSession();
  const store = useMemo(() => openStore(client, detail.id), [client, detail.id]);
  const columns = useMemo(() => columnsOf(detail.properties), [detail]);
  const text = query.value.get('q') ?? '';
  const settled = useSettled(text);
  const pages = usePages(
    (page, signal) => {
      const found = settled === '' ? {} : { q: settled };
      return store.history.deleted({ limit: PAGE_SIZE, ...found, ...page }, signal ? { signal } : {});
    },
    [store, settled],
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setBusy] = useState(false);
  /** The ids to remove for good; null: all. */
  const [purging, setPurging] = useState<{ readonly ids: readonly string[] | null } | null>(null);
  useEffect(() => setSelected(new Set()), [pages.data]);

  async function restore(ids: readonly string[]): Promise<void> {
    setBusy(true);
    try {
      const results = await inBatches(ids, (some) => store.history.restore({ ids: some }));
      const { sentences, isBad } = outcomeOf(results.flat());
      showToast(sentences.join(' '), { isBad });
    } catch (error) {
      showToast(messageOf(error), { isBad: true });
    }
    setBusy(false);
    pages.reload();
  }

  const select = (id: string, isSelected: boolean) => {
    const next = new Set(selected);
    if (isSelected) next.add(id);
    else next.delete(id);
    setSelected(next);
  };
  const isAccount = identity.scope === 'account';
  const count = formatNumber(selected.size);

  return (
    <div class="deleted">
      <div class="deleted-bar">
        <SearchField label={texts.search} value={text} onValue={(q) => setQuery({ q })} />
      </div>
      <Loaded load={pages}>
        {({ items }) => {
          if (items.length === 0) return <Nothing search={settled} />;
          const areAll = items.every(({ id }) => selected.has(id));
          return (
            <>
              <div class="deleted-actions">
                <Checkbox
                  label={selected.size === 0 ? texts.selectAll : texts.selected(count)}
                  checked={areAll}
                  isMixed={selected.size > 0 && !areAll}
                  onValue={(isOn) => setSelected(new Set(isOn ? items.map(({ id }) => id) : []))}
                />
                {selected.size > 0 && (
                  <Button
                    kind="primary"
                    icon="undo"
                    busy={isBusy}
                    onClick={() => void restore([...selected])}
                  >
                    {texts.restoreMany(count)}
                  </Button>
                )}
                {isAccount && (
                  <Button
                    icon="trash"
                    onClick={() => setPurging({ ids: selected.size === 0 ? null : [...selected] })}
                  >
                    {selected.size === 0 ? texts.purgeAll : texts.purgeMany(count)}
                  </Button>
                )}
              </div>
              <ul class="deleted-list" aria-label={texts.list}>
                {items.map((record) => (
                  <DeletedRow
                    key={record.position}
                    record={record}
                    columns={columns}
                    isSelected={selected.has(record.id)}
                    onSelect={(isSelected) => select(record.id, isSelected)}
                    onRestore={() => void restore([record.id])}
                  />
                ))}
              </ul>
              <MoreButton pages={pages} label={texts.more} />
            </>
          );
        }}
      </Loaded>
      {purging !== null && (
        <PurgeDialog
          store={store}
          ids={purging.ids}
          isSearched={settled !== ''}
          onClose={() => setPurging(null)}
          onPurged={pages.reload}
        />
      )}
    </div>
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
