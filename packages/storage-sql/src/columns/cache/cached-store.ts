import type { Column } from '@vitrine/core/storage';
import type { NumberedStore } from '../../statements/dialect.ts';
import type { ColumnRows } from '../rows/column-rows.ts';
import { TEXT_UNITS_MAX } from '../texts/text-arena.ts';
import type { Worth } from './store-interests.ts';

/** Columns that are being loaded. */
export interface ColumnLoad {
  readonly columns: readonly Column[];
  /** The rows that have no values of them yet. Null: the rows are loaded too. */
  readonly rows: { next: number; end: number } | null;
}

/** The columns of a store, and what is known of changes since they were read. */
export class CachedStore {
  readonly store: NumberedStore;
  readonly rows: ColumnRows;
  /** Numbers of changed records that are to be read again. */
  readonly pending = new Set<number>();
  /** Columns with too many different texts for codes, and the bytes that a row takes of them. */
  readonly wide: Map<Column, number>;
  /** Columns that are to be loaded again, because their texts were found to be wide. */
  readonly widened = new Set<Column>();
  /** Columns with too long texts. */
  readonly refused = new Set<Column>();
  /** Milliseconds of scans that the columns have saved lately. */
  readonly worth: Worth;
  load: ColumnLoad | null = null;
  /** Whether all changes since the rows were read are in the log. Before that, nothing is loaded. */
  isLogged: boolean;
  /** More has changed than is read while a request waits. */
  isBehind = false;
  /** Whether records after the last row may have been committed. */
  mayHaveNew = true;

  constructor(
    store: NumberedStore,
    rows: ColumnRows,
    worth: Worth,
    wide: Map<Column, number>,
    isLogged: boolean,
  ) {
    this.store = store;
    this.isLogged = isLogged;
    this.rows = rows;
    this.worth = worth;
    this.wide = wide;
  }

  /** Returns whether all of these columns are loaded. */
  has(columns: ReadonlySet<Column>): boolean {
    if (this.load?.rows === null) return false;
    for (const column of columns) {
      if (!this.rows.columns.has(column) || this.load?.columns.includes(column)) return false;
    }
    return true;
  }

  /** Stores values of a record. Drops the columns that can't hold theirs. */
  set(row: number, columns: readonly Column[], cells: readonly unknown[]): void {
    columns.forEach((name, i) => {
      const column = this.rows.columns.get(name);
      const cell = cells[i] ?? null;
      if (column === undefined || column.set(row, cell)) return;
      this.rows.dropColumn(name);
      if (typeof cell !== 'string' || cell.length > TEXT_UNITS_MAX) this.refused.add(name);
      else if (column.kind === 'text') this.#widen(name);
      // The memory was too small for its texts, of which some are not known.
      else if (column.kind === 'arena') this.wide.set(name, GROWTH * Math.max(column.bytesOfRow, WIDE_BYTES));
    });
  }

  /** Removes the rows from one on, which are to be read again with all columns. */
  truncate(row: number): void {
    this.rows.truncate(row);
    this.mayHaveNew = true;
    const filled = this.load?.rows;
    if (filled != null) filled.end = Math.min(filled.end, row);
  }

  #widen(name: Column): void {
    this.wide.set(name, WIDE_BYTES);
    this.widened.add(name);
  }
}

/** The bytes of a text, until they are known, and a factor. */
const WIDE_BYTES = 32;
const GROWTH = 1.5;
