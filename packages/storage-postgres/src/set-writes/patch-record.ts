import {
  andLive,
  assignmentList,
  elementOf,
  guardToSql,
  ident,
  keptStatements,
  list,
  mergeOf,
  type Named,
  NOTHING,
  type PatchRecord,
  type Row,
  type Shape,
  type Sql,
  type SqlDialect,
  type SqlValue,
  type Steps,
  selectList,
  shapeNamed,
  sql,
  text,
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
import { insertEntry, isOwnEntry, type OwnEntry } from './own-entry.ts';

interface Patch {
  readonly shape: Shape;
  /** All slots of the store's properties. */
  readonly whole: Shape;
  readonly expires: boolean;
  readonly isLogged: boolean;
}

interface PatchedRecord extends GuardValues, OwnEntry {
  readonly id: string;
  /** In the order of `writtenColumns`. */
  readonly values: readonly SqlValue[];
  readonly overflow: string | null;
  /** UTF-8 bytes of the new text. */
  readonly bytes: number;
  readonly expiredUpTo: number | null;
}

const patch = keptStatements<Patch, PatchedRecord>({
  key: ({ shape, whole, expires, isLogged }) =>
    `${expires ? 'live ' : ''}${isLogged ? 'logged ' : ''}${mergeOf(shape.name, whole.name).key}`,
  build(dialect, named, { shape, whole, expires, isLogged }) {
    const assignments = [
      sql`updated_at = ${named.now}`,
      ...writtenColumns(shape).map((column, i) => sql`${column} = ${elementOf(named.values, i)}`),
      ...(shape.overflows
        ? [sql`overflow = ${mergedOverflow(sql`overflow`, dialect.jsonValue(named.overflow))}`]
        : []),
    ];
    const kept = shapeBytes(dialect, mergeOf(shape.name, whole.name).kept);
    const found = [sql`${kept} AS kept`, ...(isLogged ? oldColumns(shape) : [])];
    return sql`
      WITH store AS MATERIALIZED (
        ${isLogged ? guardToSql(dialect, named) : loggedGuard(dialect, named)}
      ),
      existing AS MATERIALIZED (
        SELECT ${list(found)}
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
      )${isLogged ? sql`, logged AS (${updateEntry(named, shape)})` : NOTHING}
      SELECT
        (SELECT count(*) FROM store),
        (SELECT count(*) FROM existing),
        changed.*
      FROM (SELECT 1) AS always
      LEFT JOIN changed ON TRUE`;
  },
});

/** Returns the columns of a shape under the names that its old values have. */
function oldColumns({ slots }: Shape): Sql[] {
  return slots.map(({ slot }) => sql`${ident(slot)} AS ${text(`old_${slot}`)}`);
}

/** Returns the insert of the entry of a patch, if any of its slots has changed. */
function updateEntry(named: Named<PatchedRecord>, { slots }: Shape): Sql {
  const changed = slots.map(({ slot }) =>
    text(`CASE WHEN old_${slot} IS DISTINCT FROM changed.${slot} THEN '${slot}' END`),
  );
  return insertEntry(named, 'record.updated', {
    version: integer(named.version),
    slots: sql`slots`,
    from: sql`
      FROM (
        SELECT concat_ws(',', ${list(changed)}) AS slots
        FROM existing, changed
        OFFSET 0
      ) AS compared
      WHERE slots <> ''`,
  });
}

/** The cells before those of the record. */
const PATCH_CELLS = 2;

export function* patchRecord(
  dialect: SqlDialect,
  args: PatchRecord,
): Steps<Row | 'stale' | 'too_large' | null> {
  const { storeShape, record, now, expiredUpTo } = args;
  const shape = shapeNamed(record.shape);
  const whole = shapeNamed(storeShape);
  const isLogged = !shape.overflows && shape.slots.length > 0 && isOwnEntry(dialect, args);
  const statement = patch(
    dialect,
    { shape, whole, expires: expiredUpTo !== null, isLogged },
    {
      ...guardValues(isLogged ? { ...args, log: null } : args, { shape: whole }),
      id: record.id,
      recordIds: JSON.stringify([record.id]),
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
