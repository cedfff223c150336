import type { InferStoreResponse } from '@vitrine/client';

/** The order of day and month that a column decides for the others of its file. */
export interface DateDecision {
  readonly order: 'dmy' | 'mdy';
  readonly column: string;
}

/**
 * Returns the order of the columns that decide theirs, for those that don't: a file is written in one order. Null: no
 * column needs it, none decides, or they differ.
 */
export function decideDates({ properties }: InferStoreResponse): DateDecision | null {
  if (!properties.some(({ dates }) => dates === 'undecided')) return null;
  const deciding = properties.flatMap(({ dates, column }) =>
    dates === 'dmy' || dates === 'mdy' ? [{ order: dates, column }] : [],
  );
  const [first] = deciding;
  return first !== undefined && deciding.every(({ order }) => order === first.order) ? first : null;
}
