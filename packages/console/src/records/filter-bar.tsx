import type { AnyStore, Store } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SelectField } from '../components/field.tsx';
import { filterTexts as texts } from '../texts/en/stores/filters.ts';
import { draftOf, type FilterDraft, FilterRows, newDraft, readDrafts } from './filter-rows.tsx';
import { needsValue } from './filter-rules.ts';
import type { Column } from './value-types.ts';
import type { FilterSet } from './views/filter-set.ts';
import { isRange } from './views/sent-filters.ts';

interface FilterBarProps {
  readonly store: Store<AnyStore>;
  readonly columns: readonly Column[];
  readonly shown: FilterSet;
  /** Puts the filters into effect, and into the address. */
  readonly onShow: (filters: FilterSet) => void;
  /** The column for which a filter was asked; a new object for each time. */
  readonly wanted?: { readonly field: string } | null;
}

const PAUSE_MS = 300;

/** The filters of a screen, which take effect as they are typed. */
export function FilterBar({ store, columns, shown, onShow, wanted = null }: FilterBarProps): JSX.Element {
  const { filters, match } = shown;
  const [drafts, setDrafts] = useState<readonly FilterDraft[]>(() =>
    filters.length > 0 ? filters.map(draftOf) : [newDraft(columns[0])],
  );
  /** The drafts as the address has them. They may name columns that are gone, and change nothing until they are edited. */
  const unedited = useRef(drafts);
  const applied = useRef(JSON.stringify(filters));
  // What was typed takes effect later, with what is chosen until then.
  const latest = useRef({ match, onShow });
  latest.current = { match, onShow };

  // Back, Forward and "Remove the filters" change the address.
  const inAddress = JSON.stringify(filters);
  useEffect(() => {
    if (inAddress === applied.current) return;
    applied.current = inAddress;
    unedited.current =
      filters.length > 0 ? filters.map(draftOf) : [{ ...newDraft(columns[0]), isAdded: false }];
    setDrafts(unedited.current);
  }, [inAddress]);

  useEffect(() => {
    if (wanted === null) return;
    const column = columns.find(({ name }) => name === wanted.field);
    setDrafts((before) => [
      ...before.filter(({ text, op }) => text !== '' || !needsValue(op)),
      newDraft(column),
    ]);
  }, [wanted]);

  useEffect(() => {
    if (drafts === unedited.current) return;
    const timer = setTimeout(() => {
      const typed = readDrafts(drafts, columns);
      const next = JSON.stringify(typed);
      if (next === applied.current) return;
      applied.current = next;
      latest.current.onShow({ filters: typed, match: latest.current.match });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [drafts]);

  const canBeRange = match === 'all' || drafts.length === 1;
  return (
    <FilterRows
      store={store}
      columns={columns}
      drafts={drafts}
      onDrafts={setDrafts}
      isLeftOut={(op) => !canBeRange && isRange({ op })}
    >
      {drafts.length > 1 && (
        <SelectField
          label={texts.match}
          isLabelUnseen
          value={match}
          choices={[
            { value: 'all', label: `${texts.match} ${texts.all}` },
            { value: 'any', label: `${texts.match} ${texts.any}`, isDisabled: drafts.some(isRange) },
          ]}
          hint={drafts.some(isRange) ? texts.rangeNeedsAll : null}
          onValue={(chosen) => onShow({ filters, match: chosen })}
        />
      )}
    </FilterRows>
  );
}
