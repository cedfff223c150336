import type { Column } from '@vitrine/core/storage';
import { BLOCK_ROWS, type ColumnMemory } from '../memory/column-memory.ts';
import { NumberColumn } from '../memory/number-column.ts';
import { NUMBER_BITS, PagedNumbers } from '../memory/paged-numbers.ts';
import { PagedValues, pagesOf } from '../memory/paged-values.ts';
import { roughPages } from '../memory/rough-codes.ts';
import { ArenaColumn, PLACE_BITS } from '../texts/arena-column.ts';
import { CODE_BITS, DICTIONARY_PAGES, TextColumn } from '../texts/text-column.ts';
import { INDEX_BITS } from '../texts/text-index.ts';

export type StoredColumn = NumberColumn | TextColumn | ArenaColumn;

const BIT = 1;

/** The kind of a column that may be stored. Null for ids, whose values all differ. */
export function kindOf(column: Column): 'number' | 'text' | null {
  if (column === 'id') return null;
  return column.startsWith('t') ? 'text' : 'number';
}

/**
 * Some columns of the records of a store: a row for each record, in the order of their numbers. A record that is
 * deleted leaves a dead row. Columns may be added when rows exist already.
 */
export class ColumnRows {
  readonly memory: ColumnMemory;
  readonly seqs: PagedNumbers;
  readonly columns = new Map<Column, StoredColumn>();
  readonly #alive: PagedValues;
  readonly #codesMax: number;
  #count = 0;
  #aliveCount = 0;

  /** @param codesMax the codes of a column of text. If it has more different texts, it is wide. */
  constructor(memory: ColumnMemory, codesMax: number) {
    this.#codesMax = codesMax;
    this.memory = memory;
    this.seqs = new PagedNumbers(memory);
    this.#alive = new PagedValues(memory, BIT);
  }

  /** The number of rows, with dead ones. */
  get count(): number {
    return this.#count;
  }

  get aliveCount(): number {
    return this.#aliveCount;
  }

  /** The number of the last row's record. 0: there is no row. */
  get lastSeq(): number {
    return this.#count === 0 ? 0 : this.seqs.get(this.#count - 1);
  }

  get pages(): number {
    const own = this.seqs.pages + this.#alive.pages;
    return this.columns.values().reduce((sum, { pages }) => sum + pages, own);
  }

  /** Returns the pages that so many more rows need beside those that are taken. */
  missing(added: number): number {
    const rows = this.#count + added;
    const own = this.seqs.missing(rows) + this.#alive.missing(rows);
    return this.columns.values().reduce((sum, column) => sum + column.missing(rows), own);
  }

  /** Whether so many texts were replaced that the columns should be loaded again. */
  get isWorn(): boolean {
    return this.columns.values().some((column) => column.kind === 'arena' && column.isWorn);
  }

  get blocks(): number {
    return Math.ceil(this.#count / BLOCK_ROWS);
  }

  /** Returns the address of the mask of the rows of a block that are alive. */
  aliveAddress(block: number): number {
    return this.#alive.address(block * BLOCK_ROWS);
  }

  /**
   * Adds a column without values, for all rows. Returns false if the memory has no room for it.
   * @param isWide whether it has too many different texts for codes.
   */
  addColumn(column: Column, isWide: boolean): boolean {
    const added = this.#create(column, isWide);
    if (!added.grow(this.#count)) {
      added.free();
      return false;
    }
    this.columns.set(column, added);
    return true;
  }

  dropColumn(column: Column): void {
    this.columns.get(column)?.free();
    this.columns.delete(column);
  }

  /** Returns a column that is loaded. */
  requireColumn(name: Column): StoredColumn {
    const column = this.columns.get(name);
    if (column === undefined) throw new Error(`no column ${name}`);
    return column;
  }

  /** Takes the memory for so many more rows. Returns false if there is no room for it. */
  reserve(added: number): boolean {
    const rows = this.#count + added;
    if (!this.seqs.grow(rows) || !this.#alive.grow(rows)) return false;
    for (const column of this.columns.values()) if (!column.grow(rows)) return false;
    return true;
  }

  /** Adds a record, whose number is higher than all others, to the reserved rows. */
  append(seq: number): number {
    const row = this.#count++;
    this.seqs.set(row, seq);
    this.#setAlive(row, true);
    return row;
  }

  /** Removes the record of a row. */
  remove(row: number): void {
    this.#setAlive(row, false);
  }

  /** Removes the rows from one on. Their values stay in the columns until they are replaced. */
  truncate(row: number): void {
    this.memory.gate.endEpoch();
    while (this.#count > row) this.#setAlive(--this.#count, false);
  }

  /** Returns the row of a number. Null: it has none. */
  find(seq: number): number | null {
    const row = this.lowerBound(seq);
    return row < this.#count && this.seqs.get(row) === seq ? row : null;
  }

  /** Returns the first row with this number or a higher one. */
  lowerBound(seq: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.seqs.get(middle) < seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  free(): void {
    this.memory.gate.endEpoch();
    this.seqs.free();
    this.#alive.free();
    for (const column of this.columns.values()) column.free();
    this.columns.clear();
  }

  #create(column: Column, isWide: boolean): StoredColumn {
    if (kindOf(column) === 'number') return new NumberColumn(this.memory);
    return isWide ? new ArenaColumn(this.memory) : new TextColumn(this.memory, this.#codesMax);
  }

  #setAlive(row: number, alive: boolean): void {
    const { bytes } = this.memory;
    const address = this.#alive.address(row - (row % 8));
    const bit = 1 << (row % 8);
    const byte = bytes[address] ?? 0;
    const wasAlive = (byte & bit) !== 0;
    if (wasAlive === alive) return;
    bytes[address] = byte ^ bit;
    this.#aliveCount += alive ? 1 : -1;
  }
}

/**
 * Returns the pages that so many rows take with the columns, about.
 * @param wide the bytes that a row takes of columns with too many different texts for codes.
 */
export function pagesFor(
  rows: number,
  columns: Iterable<Column>,
  isNew: boolean,
  wide: ReadonlyMap<Column, number>,
): number {
  let pages = isNew ? pagesOf(rows, NUMBER_BITS) + pagesOf(rows, BIT) : 0;
  for (const column of columns) {
    const textBytes = wide.get(column);
    if (textBytes !== undefined) pages += pagesOf(rows, WIDE_BITS + 8 * textBytes);
    else if (kindOf(column) === 'text') pages += pagesOf(rows, CODE_BITS) + DICTIONARY_PAGES;
    else pages += pagesOf(rows, NUMBER_BITS) + roughPages(rows);
  }
  return pages;
}

/** The bits that a row of a wide column takes beside its text. */
const WIDE_BITS = PLACE_BITS + INDEX_BITS;
