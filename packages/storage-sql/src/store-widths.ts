import { MAX_RECORD_BYTES, type RecordRow } from '@vitrine/core/storage';
import { forgetOldest } from './program.ts';

/** A store with a page of this much text is read in batches from then on. */
const WIDE_BYTES = 1024 * 1024;
/** A page of so few records is read whole anyhow, and tells nothing of a store. */
const FEW = 16;
const STORES_KEPT = 10_000;

/** Which stores have records so large that a page of them is read in batches, away from short reads. Forgetting one costs one page that is read whole. */
export interface StoreWidths {
  /** Its records are large, as far as is known. */
  isWide(storeId: string): boolean;
  /** Tells how much text a page of so many records had. */
  note(storeId: string, records: number, length: number): void;
}

export function storeWidths(): StoreWidths {
  const wide = new Map<string, true>();
  return {
    isWide: (storeId) => wide.has(storeId),
    note(storeId, records, length) {
      if (length >= WIDE_BYTES) {
        if (wide.size >= STORES_KEPT) forgetOldest(wide);
        wide.set(storeId, true);
      } else if (records > FEW && wide.has(storeId)) {
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

/** Records of so many bytes together, if they are the largest ones: what a batch of a wide store has. */
export function batchOf(maxBytes: number): number {
  return Math.max(1, Math.floor(maxBytes / MAX_RECORD_BYTES));
}
