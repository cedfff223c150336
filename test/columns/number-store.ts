import type { Storage, StoreRow } from '@vitrine/core/storage';

/** Creates a store with one property of numbers, `n` in the slot `n0`. */
export function createNumberStore({ stores }: Storage, id = 'store'): Promise<StoreRow> {
  return stores.insert({
    id,
    accountId: 'account',
    name: 'Store',
    description: null,
    recordTtl: null,
    storeType: 'library',
    properties: [
      { name: 'n', type: 'number', slot: 'n0', required: false, unique: false, description: null },
    ],
    createdAt: 1,
    updatedAt: 1,
  });
}

/** Upserts records `id-<number>` with each number from the first one to before the last one. */
export async function writeNumbers(
  { records }: Storage,
  store: StoreRow,
  from: number,
  to: number,
): Promise<void> {
  const given = Array.from({ length: to - from }, (_, i) => ({
    id: `id-${from + i}`,
    complete: true,
    slots: ['n0'] as const,
    values: [from + i],
  }));
  await records.upsert(store, given, 2);
}
