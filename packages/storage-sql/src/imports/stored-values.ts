import type { SlotValue } from '@vitrine/core/storage';
import { columnList, columnReader, type Shape, shapeNamed } from '../layout/record-layout.ts';
import type { RecordWrite } from '../records/writes/writes.ts';
import { textCell } from '../statements/cells.ts';
import { andLive, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { type SqlParameter, type SqlValue, sql } from '../statements/sql.ts';
import { keptStatements, type Steps } from '../statements/statement.ts';

interface StoredRecords {
  readonly store: SqlValue;
  readonly ids: SqlParameter;
  readonly expiredUpTo: number | null;
}

const selectStored = keptStatements<{ readonly shape: Shape; readonly expires: boolean }, StoredRecords>({
  key: ({ shape, expires }) => (expires ? `live ${shape.name}` : shape.name),
  build(dialect, { store, ids, expiredUpTo }, { shape, expires }) {
    const columns = shape.slots.map(({ slot }) => slot);
    return sql`
      SELECT ${list([sql`id`, ...(columns.length === 0 ? [] : [columnList(dialect, columns)])])}
      FROM records
      WHERE store_id = ${store}
        AND ${dialect.isOneOf(sql`id`, ids)}
        ${andLive(expires ? expiredUpTo : null)}`;
  },
});

/** Returns the values of the live records with these ids, in the order of the named shape. */
export function* readStored(
  dialect: SqlDialect,
  write: RecordWrite,
  shapeName: string,
  ids: readonly string[],
): Steps<Map<string, readonly SlotValue[]>> {
  const shape = shapeNamed(shapeName);
  const { expiredUpTo } = write;
  const rows = yield selectStored(
    dialect,
    { shape, expires: expiredUpTo !== null },
    { store: dialect.storeKey(write), ids: dialect.textList(ids), expiredUpTo },
  );
  const read = columnReader(shape.slots.map(({ slot }) => slot));
  return new Map(rows.map(([id = null, ...cells]) => [textCell(id), read(cells)]));
}
