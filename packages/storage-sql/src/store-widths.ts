import type { RecordRow } from '@vitrine/core/storage';
import { forgetOldest } from './program.ts';

/** A store with a page of this much text is read in batches from then on. */
const WIDE_BYTES = 1024 * 1024;
/** Records of a batch: 4 MiB of the largest ones. */
const BATCH = 16;
const STORES_KEPT = 10_000;

/** Which stores have records so large that a page of them is read in batches. Forgetting one costs one page that is read whole. */
export interface StoreWidths {
  /** Rows to ask for in one statement, when this many are wanted in all. */
  batchFor(storeId: string, wanted: number): number;
  /** Tells how much text a page of so many records had. */
  note(storeId: string, records: number, length: number): void;
}

export function storeWidths(): StoreWidths {
  const wide = new Map<string, true>();
  return {
    batchFor: (storeId, wanted) => (wide.has(storeId) ? Math.min(BATCH, wanted) : wanted),
    note(storeId, records, length) {
      if (length >= WIDE_BYTES) {
        if (wide.size >= STORES_KEPT) forgetOldest(wide);
        wide.set(storeId, true);
      } else if (records > BATCH && wide.has(storeId)) {
        wide.delete(storeId);
      }
    },
  };
}

/** The length of all text, which is no more than its bytes. */
export function lengthOf(records: readonly RecordRow[]): number {
  let length = 0;
  for (const { values } of records) {
    for (const value of values) if (typeof value === 'string') length += value.length;
  }
  return length;
}
