import type { AnyStore, Store } from '@vitrine/client';
import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import { useSettled } from '../components/browser/use-settled.ts';
import { SelectField, TextField } from '../components/field.tsx';
import { formatNumber } from '../components/format.ts';
import { Combobox, type Suggestion } from '../components/overlays/combobox.tsx';
import { filterTexts as texts } from '../texts/en/stores/filters.ts';
import { valueTexts } from '../texts/en/stores/values.ts';
import { endsOf, misfitOf, textOfEnds } from './filter-rules.ts';
import type { Column } from './value-types.ts';

const JUDGED_AFTER_MS = 800;

interface FilterValueProps {
  readonly store: Store<AnyStore>;
  readonly column: Column;
  readonly op: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The fields for the value of a filter. */
export function FilterValue({ store, column, op, text, onText }: FilterValueProps): JSX.Element {
  const { name } = column;
  // Only a text that is no longer typed is judged.
  const misfit = misfitOf(column, op, useSettled(text, JUDGED_AFTER_MS));
  const problem = misfit === null ? null : texts.misfits[misfit];
  const suggest = useCallback(
    async (begun: string, signal: AbortSignal): Promise<readonly Suggestion[]> => {
      const { groups } = await store.summarize(
        {
          ...(begun.trim() === '' ? {} : { filters: [{ field: name, op: 'contains', value: begun.trim() }] }),
          groupBy: [{ field: name }],
          measures: [{ op: 'count' }],
          limit: 8,
        },
        { signal },
      );
      return groups.flatMap(({ key, count }) => {
        const value = key[name];
        return typeof value === 'string' && value !== '' ? [{ value, note: formatNumber(count) }] : [];
      });
    },
    [store, name],
  );
  if (column.type === 'boolean') {
    return (
      <SelectField
        label={texts.value}
        isLabelUnseen
        value={text === 'false' ? 'false' : 'true'}
        choices={[
          { value: 'true', label: valueTexts.yes },
          { value: 'false', label: valueTexts.no },
        ]}
        onValue={onText}
      />
    );
  }
  if (op === 'between') {
    const [from, to] = endsOf(text);
    const shared = {
      isLabelUnseen: true,
      placeholder: column.type === 'datetime' ? '2026-01-31' : texts.value,
      inputMode: column.type === 'number' ? 'decimal' : 'text',
    } as const;
    return (
      <span class="filter-range">
        <TextField
          {...shared}
          label={texts.from}
          problem={problem}
          value={from}
          onValue={(next) => onText(textOfEnds(next, to))}
        />
        <span aria-hidden="true">{texts.and}</span>
        <TextField
          {...shared}
          label={texts.to}
          value={to}
          onValue={(next) => onText(textOfEnds(from, next))}
        />
      </span>
    );
  }
  if (op === 'last') {
    return (
      <span class="filter-range">
        <TextField
          label={texts.days}
          isLabelUnseen
          placeholder="7"
          inputMode="numeric"
          problem={problem}
          value={text}
          onValue={onText}
        />
        <span aria-hidden="true">{texts.days}</span>
      </span>
    );
  }
  const isText = column.type !== 'number' && column.type !== 'datetime';
  if (isText && op !== 'in') {
    return (
      <Combobox
        label={texts.value}
        placeholder={texts.value}
        value={text}
        suggest={suggest}
        onValue={onText}
      />
    );
  }
  return (
    <TextField
      label={texts.value}
      isLabelUnseen
      problem={problem}
      placeholder={op === 'in' ? texts.listHint : column.type === 'datetime' ? '2026-01-31' : texts.value}
      inputMode={column.type === 'number' && op !== 'in' ? 'decimal' : 'text'}
      value={text}
      onValue={onText}
    />
  );
}
