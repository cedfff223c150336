import { type ColumnMemory, PAGE_BYTES } from './column-memory.ts';

/** The pages of a column, each with the values of as many rows. */
export class PagedValues {
  readonly memory: ColumnMemory;
  readonly #valueBits: number;
  /** A power of two, and its logarithm. */
  readonly #pageRows: number;
  readonly #pageShift: number;
  readonly #pages: number[] = [];

  /** @param valueBits a power of two. */
  constructor(memory: ColumnMemory, valueBits: number) {
    this.memory = memory;
    this.#valueBits = valueBits;
    this.#pageRows = (PAGE_BYTES * 8) / valueBits;
    this.#pageShift = Math.log2(this.#pageRows);
  }

  get pages(): number {
    return this.#pages.length;
  }

  /** The addresses of the pages. */
  get addresses(): readonly number[] {
    return [...this.#pages];
  }

  /** Returns the pages that so many rows need beside those that are taken. */
  missing(rows: number): number {
    return Math.max(0, Math.ceil(rows / this.#pageRows) - this.#pages.length);
  }

  /** Takes pages for so many rows. Returns false if the memory has no room for them. */
  grow(rows: number): boolean {
    while (this.#pages.length * this.#pageRows < rows) {
      const page = this.memory.take();
      if (page === null) return false;
      this.memory.bytes.fill(0, page, page + PAGE_BYTES);
      this.#pages.push(page);
    }
    return true;
  }

  /** Returns the address of the value of a row. For bits, of a row that begins a byte. */
  address(row: number): number {
    const page = this.#pages[row >>> this.#pageShift];
    if (page === undefined) throw new RangeError(`no page for row ${row}`);
    return page + (((row & (this.#pageRows - 1)) * this.#valueBits) >>> 3);
  }

  free(): void {
    for (const page of this.#pages.splice(0)) this.memory.give(page);
  }
}

/** Returns the pages that so many rows take. */
export function pagesOf(rows: number, valueBits: number): number {
  return Math.ceil((rows * valueBits) / (PAGE_BYTES * 8));
}
