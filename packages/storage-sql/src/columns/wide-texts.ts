import type { Column } from '@vitrine/core/storage';

const STORES_KEPT = 10_000;

/**
 * The columns of stores that have too many different texts for codes, with the bytes that a row takes of them, about. It
 * outlives the columns. The store that was added first is forgotten first.
 */
export class WideTexts {
  readonly #stores = new Map<number, Map<Column, number>>();

  of(storeNumber: number): Map<Column, number> {
    let columns = this.#stores.get(storeNumber);
    if (columns === undefined) {
      const [oldest] = this.#stores.keys();
      if (this.#stores.size === STORES_KEPT && oldest !== undefined) this.#stores.delete(oldest);
      columns = new Map();
      this.#stores.set(storeNumber, columns);
    }
    return columns;
  }
}
