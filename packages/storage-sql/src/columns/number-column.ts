import { BLOCK_ROWS, type ColumnMemory } from './column-memory.ts';
import { PagedNumbers } from './paged-numbers.ts';
import { ZONE_ROWS, Zones } from './zones.ts';

/** Numbers by row. NaN: unset. */
export class NumberColumn {
  readonly kind = 'number';
  readonly #values: PagedNumbers;
  readonly #zones: Zones;

  constructor(memory: ColumnMemory) {
    this.#values = new PagedNumbers(memory);
    this.#zones = new Zones(memory);
  }

  get memory(): ColumnMemory {
    return this.#values.memory;
  }

  get pages(): number {
    return this.#values.pages + this.#zones.pages;
  }

  missing(rows: number): number {
    return this.#values.missing(rows) + this.#zones.missing(rows);
  }

  grow(rows: number): boolean {
    return this.#values.grow(rows) && this.#zones.grow(rows);
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
    this.#zones.add(row, number);
    return true;
  }

  /** Marks the numbers from `low` to `high` of a block from its first row on. `rows` is a multiple of 64. */
  mark(firstRow: number, rows: number, low: number, high: number, mask: number): void {
    const { bytes, kernels } = this.memory;
    const values = this.address(firstRow);
    const most = Math.floor(rows / (ZONE_ROWS * FEW_ZONES));
    const found = this.#zones.list(firstRow, rows, low, high, most, listed);
    if (found > most) {
      kernels.between(values, rows, low, high, mask);
      return;
    }
    bytes.fill(0, mask, mask + rows / 8);
    for (let i = 0; i < found; i++) {
      const row = (listed[i] ?? 0) * ZONE_ROWS;
      kernels.between(values + row * NUMBER_BYTES, ZONE_ROWS, low, high, mask + row / 8);
    }
  }

  free(): void {
    this.#values.free();
    this.#zones.free();
  }
}

/** Zones are read one by one if they are at most this part of a block. */
const FEW_ZONES = 3;
/** The zones of a block that are read. */
const listed = new Int32Array(BLOCK_ROWS / ZONE_ROWS);
const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT;
