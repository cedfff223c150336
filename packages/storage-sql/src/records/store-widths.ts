import { MAX_RECORD_BYTES, type RecordRow } from '@vitrine/core/storage';
import { dropOldest } from '../drop-oldest.ts';

/** A store with a page of this much text is read in batches from then on. */
const WIDE_BYTES = 1024 * 1024;
/** A page of so few records is read in one batch anyhow, and tells nothing of a store. */
const FEW = 16;
const STORES_KEPT = 10_000;

/** How large the records of a store are, by the last page that told: `wide` ones are read away from short reads. */
export type StoreWidth = 'wide' | 'narrow' | 'unknown';

/** The widths of stores. A store that is not known to be narrow is read in batches, so that no page is held whole. */
export interface StoreWidths {
  of(storeId: string): StoreWidth;
  /** Tells how much text a page of so many records had. */
  note(storeId: string, records: number, length: number): void;
}

export function storeWidths(): StoreWidths {
  const known = new Map<string, StoreWidth>();
  return {
    of: (storeId) => known.get(storeId) ?? 'unknown',
    note(storeId, records, length) {
      const width = length >= WIDE_BYTES ? 'wide' : 'narrow';
      if ((width === 'narrow' && records <= FEW) || known.get(storeId) === width) return;
      if (known.size >= STORES_KEPT) dropOldest(known);
      known.set(storeId, width);
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
