import type { ColumnMemory } from './column-memory.ts';
import { PagedNumbers } from './paged-numbers.ts';
import { RoughCodes } from './rough-codes.ts';

/** Numbers by row. NaN: unset. */
export class NumberColumn {
  readonly kind = 'number';
  readonly #values: PagedNumbers;
  readonly #rough: RoughCodes;

  constructor(memory: ColumnMemory) {
    this.#values = new PagedNumbers(memory);
    this.#rough = new RoughCodes(this.#values);
  }

  get memory(): ColumnMemory {
    return this.#values.memory;
  }

  get pages(): number {
    return this.#values.pages + this.#rough.pages;
  }

  missing(rows: number): number {
    return this.#values.missing(rows) + this.#rough.missing(rows);
  }

  grow(rows: number): boolean {
    return this.#values.grow(rows) && this.#rough.grow(rows);
  }

  address(row: number): number {
    return this.#values.address(row);
  }

  get(row: number): number {
    return this.#values.get(row);
  }

  /** Stores a cell. Returns false for anything but a number or null. */
  set(row: number, cell: unknown): boolean {
    if (cell !== null && typeof cell !== 'number') return false;
    const number = cell ?? Number.NaN;
    this.#values.set(row, number);
    this.#rough.set(row, number);
    return true;
  }

  /** Returns whether a number of a block from its first row on may be from `low` to `high`. */
  mayHave(firstRow: number, low: number, high: number): boolean {
    return this.#rough.mayHave(firstRow, low, high);
  }

  /** Marks the numbers from `low` to `high` of a block from its first row on. `rows` is a multiple of 64. */
  mark(firstRow: number, rows: number, low: number, high: number, mask: number): void {
    this.#rough.mark(firstRow, rows, low, high, mask);
  }

  free(): void {
    this.#values.free();
    this.#rough.free();
  }
}
