import { BoundedMap, MAX_RECORD_BYTES } from '@vitrine/core/adapter';

/** After a page with this much text, in UTF-16 units, a store counts as wide. */
const WIDE_BYTES = 1024 * 1024;
/** Pages of so few records do not show that a store is narrow. */
const FEW = 16;
const STORES_KEPT = 10_000;

/**
 * How large the records of a store are, by its latest telling page. Wide stores are read in the scan lane, in batches.
 */
export type StoreWidth = 'wide' | 'narrow' | 'unknown';

/**
 * Caches the widths of stores. A store that is not known to be narrow is read in batches, so that no page is held
 * whole.
 */
export interface StoreWidths {
  of(storeId: string): StoreWidth;
  /** Notes the number of records of a page and the length of their text. */
  note(storeId: string, records: number, length: number): void;
}

export function storeWidths(): StoreWidths {
  const known = new BoundedMap<string, StoreWidth>(STORES_KEPT);
  return {
    of: (storeId) => known.get(storeId) ?? 'unknown',
    note(storeId, records, length) {
      const width = length >= WIDE_BYTES ? 'wide' : 'narrow';
      if ((width === 'narrow' && records <= FEW) || known.get(storeId) === width) return;
      known.set(storeId, width);
    },
  };
}

/** Returns the number of records in a batch of a wide store: the largest ones have `maxBytes` together. */
export function batchOf(maxBytes: number): number {
  return Math.max(1, Math.floor(maxBytes / MAX_RECORD_BYTES));
}
