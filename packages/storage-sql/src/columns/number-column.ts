import type { ColumnMemory } from './column-memory.ts';
import { PagedValues } from './paged-values.ts';

export const NUMBER_BITS = 64;

/** Numbers by row. NaN: unset. */
export class NumberColumn {
  readonly kind = 'number';
  readonly #values: PagedValues;

  constructor(memory: ColumnMemory) {
    this.#values = new PagedValues(memory, NUMBER_BITS);
  }

  get memory(): ColumnMemory {
    return this.#values.memory;
  }

  get pages(): number {
    return this.#values.pages;
  }

  /** The addresses of the pages, each with the numbers of a block. */
  get addresses(): readonly number[] {
    return this.#values.addresses;
  }

  missing(rows: number): number {
    return this.#values.missing(rows);
  }

  grow(rows: number): boolean {
    return this.#values.grow(rows);
  }

  address(row: number): number {
    return this.#values.address(row);
  }

  get(row: number): number {
    return this.#values.memory.numbers[this.address(row) >> 3] ?? Number.NaN;
  }

  /** Stores a cell. Returns false for anything but a number or null. */
  set(row: number, cell: unknown): boolean {
    if (cell !== null && typeof cell !== 'number') return false;
    this.#values.memory.numbers[this.address(row) >> 3] = cell ?? Number.NaN;
    return true;
  }

  free(): void {
    this.#values.free();
  }
}
