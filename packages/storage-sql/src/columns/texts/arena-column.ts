import { BLOCK_ROWS, type ColumnMemory, PAGE_BYTES, SCRATCH } from '../memory/column-memory.ts';
import { PagedValues } from '../memory/paged-values.ts';
import { TextArena } from './text-arena.ts';
import { TextIndex } from './text-index.ts';

export const PLACE_BITS = 32;
/** The places of rows without a value, and with the empty text. Others are higher. */
export const NO_PLACE = 0;
export const EMPTY_PLACE = 1;
export const LAST_PLACE = 0xffff_ffff;
/** Removed bytes from which on, and share of all bytes above which, the column is loaded again. */
const WORN_MIN = 1024 * 1024;
/** Candidates between two checks of the time. */
const CANDIDATES_CHECKED = 4_096;

/** Text of any number of different values by row: the place of each text in an arena. */
export class ArenaColumn {
  readonly kind = 'arena';
  readonly #memory: ColumnMemory;
  readonly #places: PagedValues;
  readonly #arena: TextArena;
  readonly #index: TextIndex;
  #rows = 0;
  /** Returns the hash of the text of a row. Null: unset. */
  readonly #hashOf = (row: number): number | null => {
    const address = this.textAddress(row);
    return address === null ? null : this.#memory.kernels.hashText(address);
  };

  constructor(memory: ColumnMemory) {
    this.#memory = memory;
    this.#places = new PagedValues(memory, PLACE_BITS);
    this.#arena = new TextArena(memory);
    this.#index = new TextIndex(memory);
  }

  get pages(): number {
    return this.#places.pages + this.#arena.pages + this.#index.pages;
  }

  /** Returns the pages that so many rows need beside those that are taken, if their texts are as long as the others. */
  missing(rows: number): number {
    const places = this.#places.missing(rows);
    const added = Math.max(0, rows - this.#rows);
    return places + (added === 0 ? 0 : 1 + Math.ceil(added / BLOCK_ROWS) * this.#pagesOfBlock());
  }

  /** Takes memory for so many rows, without their texts. */
  grow(rows: number): boolean {
    this.#rows = rows;
    return this.#places.grow(rows);
  }

  /** Returns the address of the places of a block. */
  address(row: number): number {
    return this.#places.address(row);
  }

  get bytesOfRow(): number {
    return this.#rows === 0 ? 0 : this.#arena.bytes / this.#rows;
  }

  /** Whether so many texts were replaced that the column should be loaded again. */
  get isWorn(): boolean {
    return this.#arena.removedBytes > Math.max(WORN_MIN, this.#arena.bytes);
  }

  get index(): TextIndex {
    return this.#index;
  }

  /** The arena, for searches. */
  get arena(): TextArena {
    return this.#arena;
  }

  /**
   * Stores a cell. Returns false for a text that is too long, if the memory has no room for it, and for anything but text or
   * null.
   */
  set(row: number, cell: unknown): boolean {
    const before = this.placeOf(row);
    if (before > EMPTY_PLACE) this.#arena.remove(row, before);
    const place = this.#put(row, cell);
    this.#memory.ints[this.address(row) >> 2] = place ?? NO_PLACE;
    this.#index.change(row, this.#hashOf);
    return place !== null;
  }

  #put(row: number, cell: unknown): number | null {
    if (cell === null) return NO_PLACE;
    if (cell === '') return EMPTY_PLACE;
    return typeof cell === 'string' ? this.#arena.put(row, cell) : null;
  }

  /** Returns the place of the text of a row, an unsigned integer. */
  placeOf(row: number): number {
    return (this.#memory.ints[this.address(row) >> 2] ?? NO_PLACE) >>> 0;
  }

  /** Returns the address of the text of a row. Null: unset. */
  textAddress(row: number): number | null {
    const place = this.placeOf(row);
    if (place === NO_PLACE) return null;
    return place === EMPTY_PLACE ? SCRATCH.emptyText : this.#arena.address(row, place);
  }

  text(row: number): string | null {
    const address = this.textAddress(row);
    return address === null ? null : this.#arena.read(address);
  }

  /**
   * Returns the rows with the text, in ascending order. Null: the memory has no room for an index. `requireTime` throws when
   * the time is up.
   */
  rowsWith(text: string, rows: number, requireTime: () => void): Uint32Array | null {
    const { kernels } = this.#memory;
    if (!this.#index.extend(rows, this.#hashOf)) return null;
    this.#memory.writeText(text, SCRATCH.needle);
    const found: number[] = [];
    let seen = 0;
    for (const row of this.#index.candidates(kernels.hashText(SCRATCH.needle))) {
      if (seen++ % CANDIDATES_CHECKED === 0) requireTime();
      const address = this.textAddress(row);
      if (address !== null && kernels.compareTexts(address, SCRATCH.needle) === 0) found.push(row);
    }
    return Uint32Array.from(new Set(found)).sort();
  }

  /** Writes the prefixes of the texts of a block from its first row on as doubles, NaN for unset ones. */
  writePrefixes(firstRow: number, rows: number): void {
    const { kernels, ints } = this.#memory;
    const { pageTable, blockKeys } = SCRATCH;
    ints.set(this.#arena.pagesOf(firstRow / BLOCK_ROWS), pageTable >> 2);
    kernels.textPrefixes(this.address(firstRow), rows, pageTable, blockKeys);
  }

  free(): void {
    this.#places.free();
    this.#arena.free();
    this.#index.free();
  }

  #pagesOfBlock(): number {
    return Math.ceil((this.bytesOfRow * BLOCK_ROWS) / PAGE_BYTES);
  }
}
