import {
  elementOf,
  foldedShadow,
  guardToSql,
  type InsertRecord,
  isCurrent,
  join,
  keptStatements,
  type Shape,
  type SqlDialect,
  type SqlValue,
  type Steps,
  type StoreGuard,
  shapeNamed,
  sql,
  writtenColumns,
  writtenValues,
} from '@vitrine/storage-sql';
import {
  integer,
  newOverflow,
  overflowPatch,
  SYSTEM_COLUMNS,
  slotCell,
  unlessTaken,
} from '../set-writes/cells.ts';
import { drawNumbers } from './draw-numbers.ts';

interface InsertedRecord extends StoreGuard {
  readonly seq: number;
  readonly id: string;
  readonly idFolded: string | null;
  readonly now: number;
  /** In the order of `writtenColumns`. */
  readonly values: readonly SqlValue[];
  readonly overflow: string | null;
  readonly expiredUpTo: number | null;
}

/**
 * Inserts the record if its id is free while the store has the version of the guard, and returns its id. The statement
 * reads nothing but the guard: Citus copies and plans it once for each shard, so its cost is that of its parts.
 */
const insert = keptStatements<{ readonly shape: Shape; readonly expires: boolean }, InsertedRecord>({
  key: ({ shape, expires }) => (expires ? `expires ${shape.name}` : shape.name),
  build(dialect, named, { shape, expires }) {
    const own = writtenColumns(shape);
    const columns = [...SYSTEM_COLUMNS, ...own, ...(shape.overflows ? [sql`overflow`] : [])];
    const values = [
      sql`id`,
      integer(named.seq),
      named.id,
      named.idFolded,
      integer(named.now),
      integer(named.now),
      ...own.map((column, i) => slotCell(column, elementOf(named.values, i))),
      ...(shape.overflows ? [newOverflow(dialect.jsonValue(named.overflow))] : []),
    ];
    return sql`
      INSERT INTO records (
        ${join(columns, ',\n')}
      )
      ${guardToSql(dialect, named, join(values, ',\n'))}
      ${unlessTaken(expires ? named.expiredUpTo : null)}
      RETURNING id`;
  },
});

export function* insertRecord(
  dialect: SqlDialect,
  args: InsertRecord,
): Steps<'created' | 'exists' | 'stale'> {
  const { storeId, storeNumber, accountId, version, record, now, expiredUpTo } = args;
  const shape = shapeNamed(record.shape);
  const [seq = 0] = yield* drawNumbers(dialect, 1);
  const statement = insert(
    dialect,
    { shape, expires: expiredUpTo !== null },
    {
      ...{ storeId, storeNumber, accountId, version },
      seq,
      id: record.id,
      idFolded: foldedShadow(record.id),
      now,
      values: writtenValues(shape, record.values),
      overflow: shape.overflows ? overflowPatch(shape, record.values) : null,
      expiredUpTo,
    },
  );
  const created = yield { ...statement, alone: true };
  if (created.length > 0) return 'created';
  // Versions never return: a store that is current now was so when nothing was inserted.
  return (yield* isCurrent(dialect, args)) ? 'exists' : 'stale';
}
