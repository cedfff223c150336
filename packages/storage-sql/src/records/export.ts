import {
  type ExportedRecords,
  RecordEncoder,
  type RecordEncoding,
  type SlotValue,
} from '@vitrine/core/storage';
import type { SqlDialect } from '../dialect.ts';
import { columnList, columnReader } from '../layout/record-layout.ts';
import { type Row, type Sql, type Statement, sql } from '../sql.ts';
import { selectCells } from './reads.ts';
import { inNoOrder, type OrderedRecords } from './selection.ts';

export interface ExportRecords extends OrderedRecords {
  /** Infinity: all records. */
  readonly limit: number;
  readonly encoding: RecordEncoding;
}

/**
 * Returns the statement that selects the rows of an export. Each row has one more cell, which is the same in all rows:
 * 1 if more records match than `limit`. The statement computes it, so that it belongs to the same snapshot as the rows.
 */
export function exportRecords(dialect: SqlDialect, args: ExportRecords): Statement {
  return selectCells(
    dialect,
    args,
    sql`${columnList(dialect, args.encoding.columns)}, ${more(dialect, args)}`,
  );
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

/** Encodes the rows of `exportRecords`, where a driver reads them. */
export class ExportEncoder {
  readonly #encoder: RecordEncoder;
  readonly #read: (row: Row) => readonly SlotValue[];
  #more = false;

  constructor(encoding: RecordEncoding) {
    this.#encoder = new RecordEncoder(encoding);
    this.#read = columnReader(encoding.columns);
  }

  /** Whether the chunk is full and should be taken. */
  get isFull(): boolean {
    return this.#encoder.isFull;
  }

  add(row: Row): void {
    this.#more = row.at(-1) === 1;
    this.#encoder.add(this.#read(row));
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
