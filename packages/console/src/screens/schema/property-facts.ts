import type { AnyStore, AnyValue, Store, StoreProperty } from '@vitrine/client';
import { limitConcurrency } from '../../requests/concurrency.ts';

/** What the records of a store have as values of one property. */
export interface PropertyFacts {
  /** The number of records with a value. */
  readonly set: number;
  readonly distinct: number;
  /** The least and the greatest value; null for types without such an order, and without values. */
  readonly range: readonly [from: AnyValue, to: AnyValue] | null;
  /** The most frequent values, with the number of their records if it is not 1; of a unique property the newest ones. */
  readonly samples: readonly { readonly value: AnyValue; readonly count: number | null }[];
}

const SAMPLES = 4;

/** Properties whose values are counted at the same time: each one is a walk through all records. */
const CONCURRENT_MAX = 2;

const limited = limitConcurrency(CONCURRENT_MAX);

/** Counts the values of a property, at most two properties at a time. */
export function loadPropertyFacts(
  store: Store<AnyStore>,
  property: StoreProperty,
  signal: AbortSignal,
): Promise<PropertyFacts> {
  return limited(async () => {
    signal.throwIfAborted();
    const [counts, samples] = await Promise.all([
      loadCounts(store, property, signal),
      property.unique ? loadNewest(store, property.name, signal) : loadFrequent(store, property.name, signal),
    ]);
    return { ...counts, samples };
  });
}

/** Returns the number of records that have a value of the property. */
export async function countValues(
  store: Store<AnyStore>,
  field: string,
  signal: AbortSignal,
): Promise<number> {
  const { groups } = await store.summarize({ measures: [{ op: 'count', field, as: 'set' }] }, { signal });
  return Number(groups[0]?.values.set ?? 0);
}

async function loadCounts(
  store: Store<AnyStore>,
  { name: field, type }: StoreProperty,
  signal: AbortSignal,
): Promise<Omit<PropertyFacts, 'samples'>> {
  const isOrdered = type === 'number' || type === 'datetime';
  const { groups } = await store.summarize(
    {
      measures: [
        { op: 'count', field, as: 'set' },
        { op: 'countDistinct', field, as: 'distinct' },
        ...(isOrdered
          ? [{ op: 'min', field, as: 'from' } as const, { op: 'max', field, as: 'to' } as const]
          : []),
      ],
    },
    { signal },
  );
  const { set, distinct, from = null, to = null } = groups[0]?.values ?? {};
  return {
    set: Number(set ?? 0),
    distinct: Number(distinct ?? 0),
    range: from === null ? null : [from, to],
  };
}

async function loadFrequent(
  store: Store<AnyStore>,
  field: string,
  signal: AbortSignal,
): Promise<PropertyFacts['samples']> {
  // One more, because unset values are a group too.
  const limit = SAMPLES + 1;
  const { groups } = await store.summarize(
    { groupBy: [{ field }], measures: [{ op: 'count' }], limit },
    { signal },
  );
  return groups
    .map(({ key, count }) => ({ value: key[field] ?? null, count: count === 1 ? null : count }))
    .filter(({ value }) => value !== null)
    .slice(0, SAMPLES);
}

async function loadNewest(
  store: Store<AnyStore>,
  field: string,
  signal: AbortSignal,
): Promise<PropertyFacts['samples']> {
  const { items } = await store.query({ fields: [field], limit: SAMPLES }, { signal });
  return items.map((row) => ({ value: row[field] ?? null, count: null }));
}
