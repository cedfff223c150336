import type { AnyFilter, AnyStore, Store } from '@vitrine/client';
import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button, IconButton } from '../components/button.tsx';
import { SelectField } from '../components/field.tsx';
import { adoptStyles } from '../styles/adopt-styles.ts';
import { filterTexts as texts } from '../texts/en/stores/filters.ts';
import styles from './filter-bar.css';
import { endsOf, needsValue, operatorsOf, readFilter, textOfEnds, textOfFilter } from './filter-rules.ts';
import { FilterValue } from './filter-value.tsx';
import type { Column } from './value-types.ts';

adoptStyles(styles);

/** A filter as it is typed. */
export interface FilterDraft {
  /** Rises with each draft. */
  readonly id: number;
  readonly field: string;
  readonly op: string;
  readonly text: string;
  /** Whether the user has added it, so that its value gets the focus. */
  readonly isAdded: boolean;
}

let lastId = 0;

export function draftOf(filter: AnyFilter): FilterDraft {
  lastId += 1;
  return { id: lastId, field: filter.field, op: filter.op, text: textOfFilter(filter), isAdded: false };
}

export function newDraft(column: Column | undefined): FilterDraft {
  lastId += 1;
  const op = column === undefined ? 'eq' : (operatorsOf(column.type)[0] ?? 'eq');
  const text = column?.type === 'boolean' ? 'true' : '';
  return { id: lastId, field: column?.name ?? '', op, text, isAdded: true };
}

/** Returns the filters of the drafts that are complete. */
export function readDrafts(drafts: readonly FilterDraft[], columns: readonly Column[]): readonly AnyFilter[] {
  return drafts.flatMap(({ field, op, text }) => {
    const column = columns.find(({ name }) => name === field);
    return column === undefined ? [] : (readFilter(column, op, text) ?? []);
  });
}

interface FilterRowsProps {
  readonly store: Store<AnyStore>;
  readonly columns: readonly Column[];
  readonly drafts: readonly FilterDraft[];
  readonly onDrafts: (drafts: readonly FilterDraft[]) => void;
  /** Whether an operator can't be chosen. */
  readonly isLeftOut: (op: string) => boolean;
  /** What stands beside the button that adds a filter. */
  readonly children?: ComponentChildren;
}

/** The fields of each filter, and a button that adds one. */
export function FilterRows(props: FilterRowsProps): JSX.Element {
  const { store, columns, drafts, onDrafts, isLeftOut, children } = props;
  const group = useRef<HTMLDivElement>(null);
  const last = drafts.at(-1);
  const newest = useRef(0);
  useLayoutEffect(() => {
    if (last === undefined || last.id <= newest.current) return;
    newest.current = last.id;
    const fields = group.current?.querySelectorAll<HTMLElement>('.filter-value input, .filter-value select');
    if (last.isAdded) fields?.[fields.length - 1]?.focus();
  }, [last?.id]);
  return (
    <div ref={group} class="filter-bar" role="group" aria-label={texts.label}>
      {drafts.map((draft) => (
        <FilterRow
          key={draft.id}
          store={store}
          columns={columns}
          draft={draft}
          isLeftOut={isLeftOut}
          onChange={(changes) =>
            onDrafts(drafts.map((one) => (one.id === draft.id ? { ...one, ...changes } : one)))
          }
          onRemove={() => onDrafts(drafts.filter(({ id }) => id !== draft.id))}
        />
      ))}
      <div class="filter-foot">
        <Button size="small" icon="add" onClick={() => onDrafts([...drafts, newDraft(columns[0])])}>
          {texts.add}
        </Button>
        {children}
      </div>
    </div>
  );
}

interface FilterRowProps {
  readonly store: Store<AnyStore>;
  readonly columns: readonly Column[];
  readonly draft: FilterDraft;
  readonly isLeftOut: (op: string) => boolean;
  readonly onChange: (changes: Partial<FilterDraft>) => void;
  readonly onRemove: () => void;
}

function FilterRow(props: FilterRowProps): JSX.Element | null {
  const { store, columns, draft, isLeftOut, onChange, onRemove } = props;
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
          .filter((op) => op === draft.op || !isLeftOut(op))
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
function textFor(op: string, { op: before, text }: FilterDraft): string {
  if (op === 'last' || before === 'last') return '';
  if (op === 'between') return before === 'between' ? text : textOfEnds(text, '');
  return before === 'between' ? endsOf(text)[0] : text;
}
