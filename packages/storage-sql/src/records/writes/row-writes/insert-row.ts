import type { Millis } from '@vitrine/core/storage';
import { type Shape, shapeNamed } from '../../../layout/record-layout.ts';
import { foldedShadow, mergeOverflow, writtenColumns, writtenValues } from '../../../layout/record-values.ts';
import { changedRows } from '../../../statements/cells.ts';
import { list } from '../../../statements/clauses.ts';
import type { NumberedStore, SqlDialect } from '../../../statements/dialect.ts';
import { ident, type SqlValue, sql } from '../../../statements/sql.ts';
import { elementOf, keptStatement, keptStatements, type Steps } from '../../../statements/statement.ts';
import type { ShapedRecord } from '../given-records.ts';
import type { RecordWrite } from '../writes.ts';

interface InsertedRow {
  readonly store: SqlValue;
  readonly seq: number;
  readonly id: string;
  readonly idFolded: string | null;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  /** In the order of `writtenColumns`. */
  readonly values: readonly SqlValue[];
  readonly overflow: string | null;
}

const insert = keptStatements<Shape, InsertedRow>({
  key: ({ name }) => name,
  build(dialect, named, shape) {
    const cells = [
      ...(dialect.writesStoreKey ? [{ column: ident('store_id'), value: named.store }] : []),
      { column: ident('seq'), value: named.seq },
      { column: ident('id'), value: named.id },
      { column: ident('id_folded'), value: named.idFolded },
      { column: ident('created_at'), value: named.createdAt },
      { column: ident('updated_at'), value: named.updatedAt },
      ...writtenColumns(shape).map((column, i) => ({ column, value: elementOf(named.values, i) })),
      ...(shape.overflows ? [{ column: ident('overflow'), value: dialect.jsonValue(named.overflow) }] : []),
    ];
    return sql`
      INSERT INTO records (${list(cells.map(({ column }) => column))})
      VALUES (${list(cells.map(({ value }) => value))})
      ON CONFLICT (store_id, id) DO NOTHING`;
  },
});

/** Inserts a record. Returns false, and changes nothing, if its id is taken. */
export function* insertRow(
  dialect: SqlDialect,
  store: NumberedStore,
  record: ShapedRecord,
  seq: number,
  { createdAt, updatedAt }: { readonly createdAt: Millis; readonly updatedAt: Millis },
): Steps<boolean> {
  const shape = shapeNamed(record.shape);
  const rows = yield insert(dialect, shape, {
    store: dialect.storeKey(store),
    seq,
    id: record.id,
    idFolded: foldedShadow(record.id),
    createdAt,
    updatedAt,
    values: writtenValues(shape, record.values),
    overflow: shape.overflows ? mergeOverflow(null, shape, record.values) : null,
  });
  return changedRows(rows) > 0;
}

const deleteExpired = keptStatement<{ store: SqlValue; id: string; expiredUpTo: Millis }>(
  (_, { store, id, expiredUpTo }) => sql`
    DELETE FROM records
    WHERE store_id = ${store}
      AND id = ${id}
      AND updated_at <= ${expiredUpTo}`,
);

/** Removes the record with the id if it has expired, so that the id is free. */
export function* removeExpired(dialect: SqlDialect, write: RecordWrite, id: string): Steps<void> {
  const { expiredUpTo } = write;
  if (expiredUpTo !== null) yield deleteExpired(dialect, { store: dialect.storeKey(write), id, expiredUpTo });
}
