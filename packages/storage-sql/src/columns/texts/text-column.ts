import { type ColumnMemory, PAGE_BYTES } from '../memory/column-memory.ts';
import { PagedValues } from '../memory/paged-values.ts';

export const CODE_BITS = 16;
/** The code of rows without a value. */
export const UNSET = 0;
/** UTF-16 units of the different values together. */
const TEXT_MAX = 64 * 1024;
/** What the values and their index take outside of the pages, at most. */
export const DICTIONARY_PAGES = (512 * 1024) / PAGE_BYTES;

/** Text by row: a code for each of at most 4,095 different values. */
export class TextColumn {
  readonly kind = 'text';
  readonly #codes: PagedValues;
  readonly #values: (string | null)[] = [null];
  readonly #codesByValue = new Map<string, number>();
  #units = 0;
  #isReserved = false;
  readonly #codesMax: number;

  /** @param codesMax the codes that it has at most, at most `CODES`. */
  constructor(memory: ColumnMemory, codesMax: number) {
    this.#codesMax = codesMax;
    this.#codes = new PagedValues(memory, CODE_BITS);
  }

  get memory(): ColumnMemory {
    return this.#codes.memory;
  }

  get pages(): number {
    return this.#codes.pages + (this.#isReserved ? DICTIONARY_PAGES : 0);
  }

  missing(rows: number): number {
    return this.#codes.missing(rows) + (this.#isReserved ? 0 : DICTIONARY_PAGES);
  }

  grow(rows: number): boolean {
    if (!this.#isReserved) {
      if (!this.#codes.memory.reserve(DICTIONARY_PAGES)) return false;
      this.#isReserved = true;
    }
    return this.#codes.grow(rows);
  }

  address(row: number): number {
    return this.#codes.address(row);
  }

  /** The values by code. Null: unset. */
  get values(): readonly (string | null)[] {
    return this.#values;
  }

  /** Returns the code of a value that is in the column. Undefined: none is. */
  codeOf(value: string): number | undefined {
    return this.#codesByValue.get(value);
  }

  codeAt(row: number): number {
    return this.#codes.memory.codes[this.address(row) >> 1] ?? UNSET;
  }

  /** Stores a cell. Returns false if the column has too many or too long values, or for anything but text or null. */
  set(row: number, cell: unknown): boolean {
    const code = cell === null ? UNSET : typeof cell === 'string' ? this.#code(cell) : null;
    if (code === null) return false;
    this.#codes.memory.codes[this.address(row) >> 1] = code;
    return true;
  }

  #code(value: string): number | null {
    const known = this.#codesByValue.get(value);
    if (known !== undefined) return known;
    if (this.#values.length >= this.#codesMax || this.#units + value.length > TEXT_MAX) return null;
    const code = this.#values.push(value) - 1;
    this.#codesByValue.set(value, code);
    this.#units += value.length;
    return code;
  }

  free(): void {
    this.#codes.free();
    if (this.#isReserved) this.#codes.memory.release(DICTIONARY_PAGES);
    this.#isReserved = false;
  }
}
