import type { ColumnMemory } from './column-memory.ts';
import { pagesOf } from './paged-values.ts';

/** The rows of a zone: those of a word of a mask. */
export const ZONE_ROWS = 64;
/** Bits that a row takes: two doubles for each zone. */
const ROW_BITS = (2 * 64) / ZONE_ROWS;

/** Bounds of the numbers of each 64 rows, so that rows need not be read whose numbers are all outside of a range. */
export class Zones {
  readonly #memory: ColumnMemory;
  /** The least number and the greatest one of each zone. They never get closer. */
  #bounds = new Float64Array(0);
  #reserved = 0;

  constructor(memory: ColumnMemory) {
    this.#memory = memory;
  }

  /** The pages that are reserved. Bounds that take less than a page are not counted. */
  get pages(): number {
    return this.#reserved;
  }

  missing(rows: number): number {
    return Math.max(0, wholePages(rows) - this.#reserved);
  }

  /** Takes memory for so many rows. Returns false if there is no room for it. */
  grow(rows: number): boolean {
    const missing = this.missing(rows);
    if (missing > 0 && !this.#memory.reserve(missing)) return false;
    this.#reserved += missing;
    const length = 2 * Math.ceil(rows / ZONE_ROWS);
    if (length <= this.#bounds.length) return true;
    const bounds = new Float64Array(Math.max(length, Math.ceil(GROWTH * this.#bounds.length)));
    bounds.set(this.#bounds);
    for (let i = this.#bounds.length; i < bounds.length; i++) bounds[i] = i % 2 === 0 ? Infinity : -Infinity;
    this.#bounds = bounds;
    return true;
  }

  /** Notes the number of a row. NaN changes nothing. */
  add(row: number, number: number): void {
    const place = 2 * Math.floor(row / ZONE_ROWS);
    if (number < (this.#bounds[place] ?? 0)) this.#bounds[place] = number;
    if (number > (this.#bounds[place + 1] ?? 0)) this.#bounds[place + 1] = number;
  }

  /**
   * Lists the zones, counted from that of a row, of which a number may be from `low` to `high`. Returns how many there are, or one
   * more than `most` if there are more.
   */
  list(firstRow: number, rows: number, low: number, high: number, most: number, into: Int32Array): number {
    const bounds = this.#bounds;
    const first = firstRow / ZONE_ROWS;
    const count = rows / ZONE_ROWS;
    let found = 0;
    for (let zone = 0; zone < count && found <= most; zone++) {
      const place = 2 * (first + zone);
      if ((bounds[place + 1] ?? 0) >= low && (bounds[place] ?? 0) <= high) into[found++] = zone;
    }
    return found;
  }

  free(): void {
    this.#memory.release(this.#reserved);
    this.#reserved = 0;
    this.#bounds = new Float64Array(0);
  }
}

function wholePages(rows: number): number {
  return Math.max(0, pagesOf(rows, ROW_BITS) - 1);
}

/** By how much the bounds grow at least. */
const GROWTH = 1.25;
