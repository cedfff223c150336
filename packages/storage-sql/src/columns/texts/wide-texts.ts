import { BoundedMap } from '@vitrine/core/adapter';
import type { Column } from '@vitrine/core/storage';

const STORES_KEPT = 10_000;

/**
 * The columns of stores that have too many different texts for codes, with the bytes that a row takes of them, about. It
 * outlives the columns.
 */
export class WideTexts {
  readonly #stores = new BoundedMap<number, Map<Column, number>>(STORES_KEPT);

  of(storeNumber: number): Map<Column, number> {
    let columns = this.#stores.get(storeNumber);
    if (columns === undefined) {
      columns = new Map();
      this.#stores.set(storeNumber, columns);
    }
    return columns;
  }
}
