import {
  andLive,
  assignmentList,
  elementOf,
  keptStatements,
  mergeOf,
  type PatchRecord,
  type Row,
  type Shape,
  type SqlDialect,
  type SqlValue,
  type Steps,
  selectList,
  shapeNamed,
  sql,
  valueBytes,
  writtenColumns,
  writtenValues,
} from '@vitrine/storage-sql';
import {
  type GuardValues,
  guardValues,
  integer,
  loggedGuard,
  MAX_BYTES,
  mergedOverflow,
  overflowPatch,
  shapeBytes,
} from './cells.ts';

interface Patch {
  readonly shape: Shape;
  /** All slots of the store's properties. */
  readonly whole: Shape;
  readonly expires: boolean;
}

interface PatchedRecord extends GuardValues {
  readonly id: string;
  readonly now: number;
  /** In the order of `writtenColumns`. */
  readonly values: readonly SqlValue[];
  readonly overflow: string | null;
  /** UTF-8 bytes of the new text. */
  readonly bytes: number;
  readonly expiredUpTo: number | null;
}

const patch = keptStatements<Patch, PatchedRecord>({
  key({ shape, whole, expires }) {
    const { key } = mergeOf(shape.name, whole.name);
    return expires ? `live ${key}` : key;
  },
  build(dialect, named, { shape, whole, expires }) {
    const assignments = [
      sql`updated_at = ${named.now}`,
      ...writtenColumns(shape).map((column, i) => sql`${column} = ${elementOf(named.values, i)}`),
      ...(shape.overflows
        ? [sql`overflow = ${mergedOverflow(sql`overflow`, dialect.jsonValue(named.overflow))}`]
        : []),
    ];
    return sql`
      WITH store AS MATERIALIZED (
        ${loggedGuard(dialect, named)}
      ),
      existing AS MATERIALIZED (
        SELECT ${shapeBytes(dialect, mergeOf(shape.name, whole.name).kept)} AS kept
        FROM records
        WHERE store_id = ${named.storeId}
          AND id = ${named.id}
          ${andLive(expires ? named.expiredUpTo : null)}
          AND EXISTS (SELECT 1 FROM store)
        ${dialect.forUpdate}
      ),
      changed AS (
        UPDATE records
        SET ${assignmentList(assignments)}
        FROM existing
        WHERE store_id = ${named.storeId}
          AND id = ${named.id}
          AND kept + ${integer(named.bytes)} <= ${MAX_BYTES}
        RETURNING ${selectList(dialect, whole)}
      )
      SELECT
        (SELECT count(*) FROM store),
        (SELECT count(*) FROM existing),
        changed.*
      FROM (SELECT 1) AS always
      LEFT JOIN changed ON TRUE`;
  },
});

/** The cells before those of the record. */
const PATCH_CELLS = 2;

export function* patchRecord(
  dialect: SqlDialect,
  args: PatchRecord,
): Steps<Row | 'stale' | 'too_large' | null> {
  const { storeShape, record, now, expiredUpTo } = args;
  const shape = shapeNamed(record.shape);
  const statement = patch(
    dialect,
    { shape, whole: shapeNamed(storeShape), expires: expiredUpTo !== null },
    {
      ...guardValues(args, { shape: shapeNamed(storeShape), single: true }),
      id: record.id,
      now,
      values: writtenValues(shape, record.values),
      overflow: shape.overflows ? overflowPatch(shape, record.values) : null,
      bytes: valueBytes(shape, record.values),
      expiredUpTo,
    },
  );
  const [row = []] = yield { ...statement, alone: true };
  if (row[0] === 0) return 'stale';
  if (row[1] === 0) return null;
  return row[PATCH_CELLS] === null ? 'too_large' : row.slice(PATCH_CELLS);
}
