import type { Column } from '@vitrine/core/storage';
import type { NumberedStore } from '../dialect.ts';
import type { ColumnMemory } from './column-memory.ts';
import { ColumnRows } from './column-rows.ts';
import type { Worth } from './worth.ts';

/** Columns that are being loaded. */
export interface ColumnLoad {
  readonly columns: readonly Column[];
  /** The rows that have no values of them yet. Null: the rows are loaded too. */
  readonly rows: { next: number; readonly end: number } | null;
}

/** The columns of a store, and what is known of changes since they were read. */
export class CachedStore {
  readonly store: NumberedStore;
  readonly rows: ColumnRows;
  /** Numbers of changed records that are to be read again. */
  readonly pending = new Set<number>();
  /** Columns that have too many different texts. */
  readonly refused = new Set<Column>();
  /** Milliseconds of scans that the columns have saved lately. */
  readonly worth: Worth;
  load: ColumnLoad | null = null;
  /** More has changed than is read while a question waits. */
  isBehind = false;

  constructor(store: NumberedStore, memory: ColumnMemory, worth: Worth) {
    this.store = store;
    this.rows = new ColumnRows(memory);
    this.worth = worth;
  }

  /** Returns whether all of these columns are loaded. */
  has(columns: ReadonlySet<Column>): boolean {
    if (this.load?.rows === null) return false;
    for (const column of columns) {
      if (!this.rows.columns.has(column) || this.load?.columns.includes(column)) return false;
    }
    return true;
  }

  /** Stores values of a record. Drops and returns the columns that can't hold theirs. */
  set(row: number, columns: readonly Column[], cells: readonly unknown[]): Column[] {
    return columns.filter((name, i) => {
      const column = this.rows.columns.get(name);
      if (column === undefined || column.set(row, cells[i] ?? null)) return false;
      this.rows.dropColumn(name);
      return true;
    });
  }
}
