import assert from 'node:assert/strict';
import type { Summary, SummaryQuery } from '../query/summary.ts';
import type { Millis, StoreRow } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';
import { assertAggregateAgrees } from './tolerance.ts';

/** A summary, and what it takes to compare its sums. */
export interface ComparedSummary {
  readonly query: SummaryQuery;
  readonly summary: Summary;
  /** An upper bound of the magnitudes of all values, by measure. */
  readonly magnitudes: readonly number[];
}

/** Summarizes records, and finds the sum of the magnitudes of the values that `sum` and `avg` add up. */
export async function summarizeForComparison(
  storage: Storage,
  store: StoreRow,
  query: SummaryQuery,
  now: Millis,
): Promise<ComparedSummary> {
  const { where, measures } = query;
  const summary = await storage.records.summarize(store, query, now);
  const order = { column: 'seq', direction: 'asc' } as const;
  const { rows } = await storage.records.find(store, { where, order, after: null, limit: 1_000_000 }, now);
  const magnitudes = measures.map(({ column }) => {
    const index = store.properties.findIndex(({ slot }) => slot === column);
    return rows.reduce((sum, { values }) => sum + Math.abs(Number(values[index] ?? 0)), 0);
  });
  return { query, summary, magnitudes };
}

/** Asserts that summaries are equal, except for the tolerance of sums and averages. */
export function assertSameSummary(actual: ComparedSummary, expected: ComparedSummary, message: string): void {
  const { measures } = expected.query;
  const isSum = measures.map(({ op }) => op === 'sum' || op === 'avg');
  const exact = ({ summary: { groups, more } }: ComparedSummary) => ({
    more,
    groups: groups.map(({ key, count, values }) => ({
      key,
      count,
      values: values.map((value, i) => (isSum[i] ? value === null : value)),
    })),
  });
  assert.deepEqual(exact(actual), exact(expected), message);
  for (const [i, { values }] of expected.summary.groups.entries()) {
    for (const [j, value] of values.entries()) {
      const other = actual.summary.groups[i]?.values[j] ?? null;
      if (isSum[j]) assertAggregateAgrees(other, value, expected.magnitudes[j] ?? 0, message);
    }
  }
}
