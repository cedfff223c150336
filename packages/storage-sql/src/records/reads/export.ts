import { positionIn, RecordEncoder, sortKeys, UnavailableError } from '@vitrine/core/adapter';
import type { ExportedRecords, Position, RecordEncoding, SlotValue } from '@vitrine/core/storage';
import { columnList, columnReader, placeColumn } from '../../layout/record-layout.ts';
import { numberCell } from '../../statements/cells.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import { join, NOTHING, type Row, type Sql, type Statement, sql } from '../../statements/sql.ts';
import { statement } from '../../statements/statement.ts';
import { type StoreGuard, versionToSql } from '../writes/store-guard.ts';
import { isSorted } from './order.ts';
import { selectCells } from './record-query.ts';
import { amongNumbered, inNoOrder, inOrder, type OrderedRecords } from './selection.ts';

export interface ExportRecords extends OrderedRecords, StoreGuard {
  /** Infinity: all records. */
  readonly limit: number;
  readonly encoding: RecordEncoding;
}

/**
 * An export that may be read in parts, each of them with a statement of its own. A driver passes the rows to `add` in order.
 * A part begins after the last row, so in a newer snapshot no record that has not changed is missing or repeated.
 *
 * Each row ends with these cells: its value of each key of the order, its number, and 1 if more records match than `limit`.
 */
export class Export {
  readonly #dialect: SqlDialect;
  readonly #args: ExportRecords;
  readonly #encoder: RecordEncoder;
  readonly #read: (row: Row) => readonly SlotValue[];
  #last: Row | null = null;
  #left: number;
  #more = false;

  constructor(dialect: SqlDialect, args: ExportRecords) {
    this.#dialect = dialect;
    this.#args = args;
    this.#encoder = new RecordEncoder(args.encoding);
    this.#read = columnReader(args.encoding.columns);
    this.#left = args.limit;
  }

  /** Returns the statement whose rows `requireStore` takes. It has to run first in each further snapshot. */
  store(): Statement {
    return statement(this.#dialect, versionToSql(this.#dialect, this.#args));
  }

  /**
   * @throws UnavailableError if the store was deleted or has changed. Other properties may have the columns then.
   */
  requireStore(rows: readonly Row[]): void {
    if (rows.length > 0) return;
    throw new UnavailableError('The store has changed during the export, which was read too slowly.');
  }

  /** Returns the statement that selects the rows after the last one. */
  rest(): Statement {
    const after = this.#last === null ? this.#args.after : this.#positionOf(this.#last);
    const args = { ...this.#args, after, limit: this.#left };
    // The first statement computes whether more match, so that it belongs to the same snapshot as its rows.
    const last = this.#last === null ? more(this.#dialect, args) : sql`0`;
    return selectCells(this.#dialect, args, this.#cells(last));
  }

  /** Returns the statement that sorts the numbers of all rows, and of one more. Null: an index has the order. */
  sortedNumbers(): Statement | null {
    const { order, limit } = this.#args;
    if (!isSorted(order)) return null;
    const { from, conditions, ordered } = inOrder(this.#dialect, this.#args);
    return statement(
      this.#dialect,
      sql`
        SELECT seq
        FROM ${from}
        WHERE ${conditions}
        ${ordered}
        ${limit === Number.POSITIVE_INFINITY ? NOTHING : sql`LIMIT ${limit + 1}`}`,
    );
  }

  /** Returns the statement that selects rows by their numbers, in the order of the engine. */
  numbered(seqs: readonly number[], hasMore: boolean): Statement {
    const source = this.#dialect.numbered.records(this.#args, seqs);
    const { from, conditions } = amongNumbered(this.#dialect, this.#args, source);
    return statement(
      this.#dialect,
      sql`
        SELECT ${this.#cells(hasMore ? sql`1` : sql`0`)}
        FROM ${from}
        WHERE ${conditions}`,
    );
  }

  #cells(last: Sql): Sql {
    const { encoding, order } = this.#args;
    const keys = sortKeys(order).map(({ column }) => placeColumn(this.#dialect, column).expression);
    return sql`${columnList(this.#dialect, encoding.columns)}, ${join(keys, ', ')}, seq, ${last}`;
  }

  /** Whether the chunk is full and should be taken. */
  get isFull(): boolean {
    return this.#encoder.isFull;
  }

  /** Returns the number of the record of a row. */
  seqOf(row: Row): number {
    return numberCell(row.at(-2) ?? null);
  }

  add(row: Row): void {
    this.#more ||= row.at(-1) === 1;
    this.#left--;
    this.#last = row;
    this.#encoder.add(this.#read(row));
  }

  #positionOf(row: Row): Position {
    const { order } = this.#args;
    const keys = sortKeys(order);
    const cells = row.slice(-2 - keys.length, -2) as readonly SlotValue[];
    return positionIn(order, this.seqOf(row), (column) => {
      const index = keys.findIndex((key) => key.column === column);
      return cells[index] ?? null;
    });
  }

  /** Returns what was added since the last chunk. */
  take(): ExportedRecords {
    return { ...this.#encoder.take(), more: this.#more };
  }

  /** Returns the last chunk. */
  end(): ExportedRecords {
    return { ...this.#encoder.end(), more: this.#more };
  }
}

function more(dialect: SqlDialect, args: ExportRecords): Sql {
  // No records are beyond the last one, and counting up to it would read all of them twice.
  if (args.limit === Number.POSITIVE_INFINITY) return sql`0`;
  const { from, conditions } = inNoOrder(dialect, args);
  return sql`(
    SELECT count(*)
    FROM (
      SELECT 1
      FROM ${from}
      WHERE ${conditions}
      LIMIT 1 OFFSET ${args.limit}
    ) AS beyond
  )`;
}
