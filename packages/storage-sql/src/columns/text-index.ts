import type { ColumnMemory } from './column-memory.ts';
import { PagedValues } from './paged-values.ts';

const BITS = 32;
const BUCKETS_MIN = 16_384;
/** Rows that may change before the index is built again: so many, or this part of all. */
const CHANGED_MIN = 1_024;
const CHANGED_PART = 1 / 64;

/** The pages that an index of so many rows takes, and one. */
export const INDEX_BITS = 3 * BITS;

/**
 * Finds rows by their text: chains of rows whose texts have the same lowest bits of their hash. It only chooses candidates. Rows
 * that change after they are added stay where they are and are candidates for every text, until the index is built again.
 */
export class TextIndex {
  readonly #memory: ColumnMemory;
  /** A row and one, by bucket and by row. 0: there is none. */
  #heads: PagedValues;
  readonly #next: PagedValues;
  readonly #changed = new Set<number>();
  #buckets = 0;
  #rows = 0;

  constructor(memory: ColumnMemory) {
    this.#memory = memory;
    this.#heads = new PagedValues(memory, BITS);
    this.#next = new PagedValues(memory, BITS);
  }

  get pages(): number {
    return this.#heads.pages + this.#next.pages;
  }

  /** Notes that the text of a row changes. */
  change(row: number): void {
    if (row < this.#rows) this.#changed.add(row);
  }

  /**
   * Adds the rows that it does not contain. `hashOf` returns null for rows without text. Returns false if the memory has no room
   * for them.
   */
  extend(rows: number, hashOf: (row: number) => number | null): boolean {
    const isWorn = this.#changed.size > Math.max(CHANGED_MIN, this.#rows * CHANGED_PART);
    if (rows > this.#buckets || isWorn) {
      if (!this.#clear(rows)) return false;
    }
    if (!this.#next.grow(rows)) return false;
    for (; this.#rows < rows; this.#rows++) {
      const hash = hashOf(this.#rows);
      if (hash === null) continue;
      const head = this.#headOf(hash);
      this.#set(this.#next.address(this.#rows), this.#get(head));
      this.#set(head, this.#rows + 1);
    }
    return true;
  }

  /** Yields the rows whose text may have the hash. */
  *candidates(hash: number): Generator<number> {
    yield* this.#changed;
    if (this.#buckets === 0) return;
    for (let next = this.#get(this.#headOf(hash)); next > 0; next = this.#get(this.#next.address(next - 1))) {
      yield next - 1;
    }
  }

  free(): void {
    this.#heads.free();
    this.#next.free();
    this.#changed.clear();
    this.#rows = 0;
    this.#buckets = 0;
  }

  #clear(rows: number): boolean {
    this.free();
    this.#heads = new PagedValues(this.#memory, BITS);
    const buckets = Math.max(BUCKETS_MIN, 2 ** Math.ceil(Math.log2(rows + 1)));
    if (!this.#heads.grow(buckets)) return false;
    this.#buckets = buckets;
    return true;
  }

  #headOf(hash: number): number {
    return this.#heads.address((hash & (this.#buckets - 1)) >>> 0);
  }

  #get(address: number): number {
    return (this.#memory.ints[address >> 2] ?? 0) >>> 0;
  }

  #set(address: number, value: number): void {
    this.#memory.ints[address >> 2] = value;
  }
}
