import type { ColumnMemory } from '../memory/column-memory.ts';
import { PagedValues } from '../memory/paged-values.ts';

const BITS = 32;
const BUCKETS_MIN = 16_384;
/** Entries of changed rows before the index is built again: so many, or this part of all rows. */
const CHANGED_MIN = 1_024;
const CHANGED_PART = 1 / 64;

/** The pages that an index of so many rows takes, and one. */
export const INDEX_BITS = 3 * BITS;

/**
 * A link of a chain. 0: the end. An odd one is an entry of a changed row: twice its number, and one. An even one is a row:
 * twice its number, and two.
 */
export const link = {
  ofRow: (row: number) => 2 * row + 2,
  ofChange: (change: number) => 2 * change + 1,
  isChange: (value: number) => (value & 1) === 1,
  rowOf: (value: number) => (value >>> 1) - 1,
  changeOf: (value: number) => value >>> 1,
} as const;

/** The addresses of the pages of an index. */
export interface IndexPages {
  /** A power of two. */
  readonly buckets: number;
  /** Links by bucket, by row, and pairs of a row and a link by change. */
  readonly heads: readonly number[];
  readonly next: readonly number[];
  readonly changes: readonly number[];
}

/**
 * Finds rows by their text: chains of rows whose texts have the same lowest bits of their hash. It only chooses candidates. A
 * row that changes gets another entry and keeps those that it has, so that it is a candidate for its former texts too, until
 * the index is built again. So another thread can find rows in it by an older state (`published-index.ts`).
 */
export class TextIndex {
  readonly #memory: ColumnMemory;
  #heads: PagedValues;
  readonly #next: PagedValues;
  readonly #changes: PagedValues;
  #changeCount = 0;
  #buckets = 0;
  #rows = 0;

  constructor(memory: ColumnMemory) {
    this.#memory = memory;
    this.#heads = new PagedValues(memory, BITS);
    this.#next = new PagedValues(memory, BITS);
    this.#changes = new PagedValues(memory, 2 * BITS);
  }

  get pages(): number {
    return this.#heads.pages + this.#next.pages + this.#changes.pages;
  }

  /** The rows that it contains, from the first one on. */
  get rows(): number {
    return this.#rows;
  }

  get addresses(): IndexPages {
    return {
      buckets: this.#buckets,
      heads: this.#heads.addresses,
      next: this.#next.addresses,
      changes: this.#changes.addresses,
    };
  }

  /** Adds the new text of a row that it contains. `hashOf` returns null for an unset text. */
  change(row: number, hashOf: (row: number) => number | null): void {
    const hash = row < this.#rows ? hashOf(row) : null;
    if (hash === null) return;
    if (!this.#changes.grow(this.#changeCount + 1)) {
      this.free();
      return;
    }
    this.#memory.gate.change(() => {
      const change = this.#changeCount++;
      const entry = this.#changes.address(change);
      const head = this.#headOf(hash);
      this.#set(entry, row);
      this.#set(entry + ROW_BYTES, this.#get(head));
      this.#set(head, link.ofChange(change));
    });
  }

  /**
   * Adds the rows that it does not contain. `hashOf` returns null for rows without text. Returns false if the memory has no room
   * for them.
   */
  extend(rows: number, hashOf: (row: number) => number | null): boolean {
    if (rows === this.#rows && !this.#isWorn) return true;
    if (rows > this.#buckets || this.#isWorn) {
      if (!this.#clear(rows)) return false;
    }
    if (!this.#next.grow(rows)) return false;
    this.#memory.gate.change(() => {
      for (; this.#rows < rows; this.#rows++) {
        const hash = hashOf(this.#rows);
        if (hash === null) continue;
        const head = this.#headOf(hash);
        this.#set(this.#next.address(this.#rows), this.#get(head));
        this.#set(head, link.ofRow(this.#rows));
      }
    });
    return true;
  }

  /** Yields the rows whose text may have the hash. A row may be yielded twice. */
  *candidates(hash: number): Generator<number> {
    if (this.#buckets === 0) return;
    let next = this.#get(this.#headOf(hash));
    while (next !== 0) {
      if (link.isChange(next)) {
        const entry = this.#changes.address(link.changeOf(next));
        yield this.#get(entry);
        next = this.#get(entry + ROW_BYTES);
      } else {
        const row = link.rowOf(next);
        yield row;
        next = this.#get(this.#next.address(row));
      }
    }
  }

  free(): void {
    this.#memory.gate.endEpoch();
    this.#heads.free();
    this.#next.free();
    this.#changes.free();
    this.#changeCount = 0;
    this.#rows = 0;
    this.#buckets = 0;
  }

  get #isWorn(): boolean {
    return this.#changeCount > Math.max(CHANGED_MIN, this.#rows * CHANGED_PART);
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

/** The bytes of a row in an entry, before the link. */
const ROW_BYTES = BITS / 8;
