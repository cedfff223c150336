import { MAX_RECORD_BYTES } from '@vitrine/core/adapter';
import type { Millis, RecordRow, SlotValue } from '@vitrine/core/storage';
import { readRecord, type Shape, selectList, shapeNamed } from '../../../layout/record-layout.ts';
import {
  mergeOverflow,
  overflowTextBytes,
  storedTextBytes,
  valueBytes,
  writtenColumns,
  writtenValues,
} from '../../../layout/record-values.ts';
import { numberCell, textOrNull } from '../../../statements/cells.ts';
import { andLive, assignmentList } from '../../../statements/clauses.ts';
import type { SqlDialect } from '../../../statements/dialect.ts';
import { ident, NOTHING, type Sql, type SqlValue, type Statement, sql } from '../../../statements/sql.ts';
import { elementOf, keptStatements, type Steps } from '../../../statements/statement.ts';
import type { ShapedRecord } from '../given-records.ts';
import { type Merge, mergeOf } from '../merge.ts';
import type { RecordWrite } from '../writes.ts';

/** The record that a write changes. */
export interface ExistingRow {
  readonly seq: number;
  /** UTF-8 bytes of the text that the change does not replace. */
  readonly keptBytes: number;
  readonly overflow: string | null;
  /** The record with the slots that are compared, if any are. */
  readonly before: RecordRow | null;
}

interface SelectExisting {
  readonly store: SqlValue;
  readonly id: string;
  readonly expiredUpTo: Millis | null;
}

interface Existing {
  readonly merge: Merge;
  readonly expires: boolean;
  readonly compared: Shape | null;
}

/** The cells before those of the compared record. */
const EXISTING_CELLS = 3;

const selectExisting = keptStatements<Existing, SelectExisting>({
  key: ({ merge, expires, compared }) =>
    `${expires ? 'live ' : ''}${merge.key}${compared === null ? '' : `|${compared.name}`}`,
  build: (dialect, { store, id, expiredUpTo }, { merge, expires, compared }) => sql`
    SELECT
      seq,
      ${storedTextBytes(merge.kept)},
      ${merge.overflows ? dialect.overflowColumn : sql`NULL`}
      ${compared === null ? NOTHING : sql`, ${selectList(dialect, compared)}`}
    FROM records
    WHERE store_id = ${store}
      AND id = ${id}
      ${andLive(expires ? expiredUpTo : null)}
    ${dialect.forUpdate}`,
});

/** Returns the live record with the id, and locks it. */
export function* findExisting(
  dialect: SqlDialect,
  write: RecordWrite & { readonly storeShape: string },
  record: ShapedRecord,
  compared: Shape | null = null,
): Steps<ExistingRow | null> {
  const merge = mergeOf(record.shape, write.storeShape);
  const { expiredUpTo } = write;
  const variant = { merge, expires: expiredUpTo !== null, compared };
  const values = { store: dialect.storeKey(write), id: record.id, expiredUpTo };
  const [row] = yield selectExisting(dialect, variant, values);
  if (row === undefined) return null;
  const overflow = textOrNull(row[2]);
  return {
    seq: numberCell(row[0]),
    keptBytes: numberCell(row[1]) + overflowTextBytes(overflow, merge.kept),
    overflow,
    before: compared === null ? null : readRecord(compared, row.slice(EXISTING_CELLS)),
  };
}

/** Returns whether the record would be too large after the change. */
export function isTooLarge(shape: Shape, values: readonly SlotValue[], existing: ExistingRow): boolean {
  return existing.keptBytes + valueBytes(shape, values) > MAX_RECORD_BYTES;
}

interface UpdatedRow {
  readonly store: SqlValue;
  readonly seq: number;
  readonly now: Millis;
  /** In the order of `writtenColumns`. */
  readonly values: readonly SqlValue[];
  readonly overflow: string | null;
}

interface Update {
  readonly shape: Shape;
  /** The shape of the returned row. Null: no row is returned. */
  readonly returned: Shape | null;
}

const update = keptStatements<Update, UpdatedRow>({
  key: ({ shape, returned }) => (returned === null ? shape.name : `${shape.name}|${returned.name}`),
  build(dialect, named, { shape, returned }) {
    const assign = (column: Sql, value: Sql) => sql`${column} = ${value}`;
    const changes = [
      assign(ident('updated_at'), named.now),
      ...writtenColumns(shape).map((column, i) => assign(column, elementOf(named.values, i))),
      ...(shape.overflows ? [assign(ident('overflow'), dialect.jsonValue(named.overflow))] : []),
    ];
    return sql`
      UPDATE records
      SET ${assignmentList(changes)}
      WHERE store_id = ${named.store}
        AND seq = ${named.seq}
      ${returned === null ? NOTHING : sql`RETURNING ${selectList(dialect, returned)}`}`;
  },
});

/** Returns the statement that changes the record, and returns its row if `returned` is a shape. */
export function updateRow(
  dialect: SqlDialect,
  write: RecordWrite,
  record: ShapedRecord,
  existing: ExistingRow,
  returned: Shape | null = null,
): Statement {
  const shape = shapeNamed(record.shape);
  return update(
    dialect,
    { shape, returned },
    {
      store: dialect.storeKey(write),
      seq: existing.seq,
      now: write.now,
      values: writtenValues(shape, record.values),
      overflow: shape.overflows ? mergeOverflow(existing.overflow, shape, record.values) : null,
    },
  );
}
