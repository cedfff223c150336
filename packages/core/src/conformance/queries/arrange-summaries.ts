import type { SlotValue, StoreRow } from '../../ground/rows.ts';
import { EVERYTHING } from '../../query/ast.ts';
import type { Grouping, Measure, SummaryQuery } from '../../query/summary.ts';
import type { Storage } from '../../storage/storage.ts';
import { arrangeNumbered, arrangeStore, NOW } from '../fixtures/arrange.ts';

/** Slots with their own columns, and slots in the overflow column. */
const SLOTS = ['t0', 'n0', 'n1', 't24', 'n24', 'n25'] as const;
export const TEXTS = ['t0', 't24'] as const;
export const NUMBERS = ['n0', 'n24'] as const;

export const BY_COUNT: Pick<SummaryQuery, 'where' | 'sort' | 'limit' | 'measures'> = {
  where: EVERYTHING,
  sort: { by: 'count', direction: 'desc' },
  limit: 1_000,
  measures: [],
};

export function byValue(column: Grouping['column']): Grouping {
  return { kind: 'value', column };
}

export function measure(op: Measure['op'], column: Grouping['column']): Measure {
  return { op, column };
}

/** Returns `[...key, count, ...values]` of each group. */
export async function summarize(
  storage: Storage,
  store: StoreRow,
  query: Partial<SummaryQuery> & Pick<SummaryQuery, 'groupBy'>,
  now = NOW,
): Promise<SlotValue[][]> {
  const { groups } = await storage.records.summarize(store, { ...BY_COUNT, ...query }, now);
  return groups.map(({ key, count, values }) => [...key, count, ...values]);
}

interface Held {
  readonly text?: SlotValue;
  readonly number?: SlotValue;
  readonly other?: SlotValue;
}

/** Inserts a store whose records have the values, each in a column and in the overflow column. */
export async function arrangeHeld(storage: Storage, held: readonly Held[]): Promise<StoreRow> {
  const store = await arrangeStore(storage, SLOTS);
  await arrangeNumbered(storage, store, held.length, (i) => {
    const { text = null, number = null, other = null } = held[i] ?? {};
    return { t0: text, t24: text, n0: number, n24: number, n1: other, n25: other };
  });
  return store;
}
