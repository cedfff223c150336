import type { AnyFilter, AnyStore, Store } from '@vitrine/client';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, IconButton } from '../components/button.tsx';
import { SelectField } from '../components/field.tsx';
import { adoptStyles } from '../styles/adopt-styles.ts';
import { filterTexts as texts } from '../texts/en/stores/filters.ts';
import styles from './filter-bar.css';
import { endsOf, needsValue, operatorsOf, readFilter, textOfEnds, textOfFilter } from './filter-rules.ts';
import { FilterValue } from './filter-value.tsx';
import type { Column } from './value-types.ts';
import type { FilterSet } from './views/filter-set.ts';
import { isRange } from './views/sent-filters.ts';

adoptStyles(styles);

interface Draft {
  readonly id: number;
  readonly field: string;
  readonly op: string;
  readonly text: string;
}

let lastId = 0;

function draftOf(filter: AnyFilter): Draft {
  lastId += 1;
  return { id: lastId, field: filter.field, op: filter.op, text: textOfFilter(filter) };
}

function newDraft(column: Column | undefined): Draft {
  lastId += 1;
  const op = column === undefined ? 'eq' : (operatorsOf(column.type)[0] ?? 'eq');
  return { id: lastId, field: column?.name ?? '', op, text: column?.type === 'boolean' ? 'true' : '' };
}

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
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    filters.length > 0 ? filters.map(draftOf) : [newDraft(columns[0])],
  );
  const applied = useRef(JSON.stringify(filters));
  const bar = useRef<HTMLDivElement>(null);

  const newest = drafts.at(-1)?.id ?? 0;
  /** The latest filter that had the focus, or needs none. */
  const focused = useRef(filters.length > 0 ? newest : 0);

  // Back, Forward and "Remove the filters" change the address.
  const inAddress = JSON.stringify(filters);
  useEffect(() => {
    if (inAddress === applied.current) return;
    applied.current = inAddress;
    const next = filters.length > 0 ? filters.map(draftOf) : [newDraft(columns[0])];
    focused.current = lastId;
    setDrafts(next);
  }, [inAddress]);

  useEffect(() => {
    if (wanted === null) return;
    const column = columns.find(({ name }) => name === wanted.field);
    setDrafts((before) => [
      ...before.filter(({ text, op }) => text !== '' || !needsValue(op)),
      newDraft(column),
    ]);
  }, [wanted]);
  useLayoutEffect(() => {
    // Only a filter that the user added takes the focus.
    const isAdded = newest > focused.current;
    focused.current = Math.max(newest, focused.current);
    if (!isAdded) return;
    const fields = bar.current?.querySelectorAll<HTMLElement>('.filter-value input, .filter-value select');
    fields?.[fields.length - 1]?.focus();
  }, [newest]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const typed = drafts.flatMap(({ field, op, text }) => {
        const column = columns.find(({ name }) => name === field);
        return column === undefined ? [] : (readFilter(column, op, text) ?? []);
      });
      const next = JSON.stringify(typed);
      if (next === applied.current) return;
      applied.current = next;
      onShow({ filters: typed, match });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [drafts]);

  const change = (id: number, changes: Partial<Draft>) =>
    setDrafts((all) => all.map((draft) => (draft.id === id ? { ...draft, ...changes } : draft)));

  return (
    <div ref={bar} class="filter-bar" role="group" aria-label={texts.label}>
      {drafts.map((draft) => (
        <FilterRow
          key={draft.id}
          store={store}
          columns={columns}
          draft={draft}
          canBeRange={match === 'all' || drafts.length === 1}
          onChange={(changes) => change(draft.id, changes)}
          onRemove={() => setDrafts(drafts.filter(({ id }) => id !== draft.id))}
        />
      ))}
      <div class="filter-foot">
        <Button size="small" icon="add" onClick={() => setDrafts([...drafts, newDraft(columns[0])])}>
          {texts.add}
        </Button>
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
      </div>
    </div>
  );
}

interface FilterRowProps {
  readonly store: Store<AnyStore>;
  readonly columns: readonly Column[];
  readonly draft: Draft;
  /** Whether all filters have to match. */
  readonly canBeRange: boolean;
  readonly onChange: (changes: Partial<Draft>) => void;
  readonly onRemove: () => void;
}

function FilterRow(props: FilterRowProps): JSX.Element | null {
  const { store, columns, draft, canBeRange, onChange, onRemove } = props;
  const column = columns.find(({ name }) => name === draft.field) ?? columns[0];
  if (column === undefined) return null;
  return (
    <div class="filter-row">
      <SelectField
        label={texts.field}
        isLabelUnseen
        value={column.name}
        choices={columns.map(({ name }) => ({ value: name, label: name }))}
        onValue={(field) => {
          const next = columns.find(({ name }) => name === field);
          if (next === undefined) return;
          const ops = operatorsOf(next.type);
          const isSame = next.type === column.type;
          const text = next.type === 'boolean' ? 'true' : isSame ? draft.text : '';
          onChange({ field, text, op: isSame && ops.includes(draft.op) ? draft.op : (ops[0] ?? 'eq') });
        }}
      />
      <SelectField
        label={texts.operator}
        isLabelUnseen
        value={draft.op}
        choices={operatorsOf(column.type)
          .filter((op) => canBeRange || op === draft.op || !isRange({ op }))
          .map((op) => ({ value: op, label: texts.operators[op] ?? op }))}
        onValue={(op) => onChange({ op, text: textFor(op, draft) })}
      />
      <div class="filter-value">
        {needsValue(draft.op) && (
          <FilterValue
            store={store}
            column={column}
            op={draft.op}
            text={draft.text}
            onText={(text) => onChange({ text })}
          />
        )}
      </div>
      <IconButton icon="close" label={texts.remove} onClick={onRemove} />
    </div>
  );
}

/** Returns the text for another operator: the value that was typed, if it can be one of that operator. */
function textFor(op: string, { op: before, text }: Draft): string {
  if (op === 'last' || before === 'last') return '';
  if (op === 'between') return before === 'between' ? text : textOfEnds(text, '');
  return before === 'between' ? endsOf(text)[0] : text;
}
