import assert from 'node:assert/strict';
import type { Millis, Slot, StoreRow } from '../ground/rows.ts';
import type { Storage } from '../storage/storage.ts';

/** Calls `step` with the place where the last step stopped, until it returns null. @throws Error after 1,000 steps. */
export async function walkToEnd<Place>(step: (after: Place | null) => Promise<Place | null>): Promise<void> {
  let after: Place | null = null;
  for (let steps = 0; steps < 1000; steps++) {
    after = await step(after);
    if (after === null) return;
  }
  throw new Error('the walk did not end');
}

/** Purges the expired records of a store in steps of `limit`. Returns the number of purged records. */
export async function purgeAllExpired(
  { records }: Storage,
  store: StoreRow,
  limit: number,
  now: Millis,
): Promise<number> {
  let total = 0;
  await walkToEnd<number>(async (after) => {
    const { purged, next } = await records.purgeExpired(store, after, limit, now);
    assert(purged <= limit);
    total += purged;
    return next;
  });
  return total;
}

/** Purges the records of a deleted store in steps of `limit`. Returns the number of purged records. */
export async function purgeAllDeleted({ records }: Storage, store: StoreRow, limit: number): Promise<number> {
  let total = 0;
  for (;;) {
    const purged = await records.purge(store.id, limit);
    assert(purged <= limit);
    if (purged === 0) return total;
    total += purged;
  }
}

/** Clears the slots in all records of a store, in steps of `limit`. */
export function clearAllSlots(
  { records }: Storage,
  store: StoreRow,
  slots: readonly Slot[],
  limit: number,
): Promise<void> {
  return walkToEnd<number>(async (after) => {
    const cleared = await records.clearSlots(store, slots, after, limit);
    assert(cleared !== 'stale', 'an unchanged store is stale');
    return cleared.next;
  });
}
