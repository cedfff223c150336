import {
  elementOf,
  foldedShadow,
  type InsertRecord,
  join,
  keptStatements,
  onlyRow,
  type Shape,
  type SqlDialect,
  type SqlValue,
  type Steps,
  shapeNamed,
  sql,
  writtenColumns,
  writtenValues,
} from '@vitrine/storage-sql';
import {
  type GuardValues,
  guardValues,
  integer,
  loggedGuard,
  newOverflow,
  overflowPatch,
  SYSTEM_COLUMNS,
  slotCell,
  unlessTaken,
} from './cells.ts';
import { reservedNumbers } from './reserved-numbers.ts';

interface InsertedRecord extends GuardValues {
  /** Null where the database numbers the records. */
  readonly seq: number | null;
  readonly id: string;
  readonly idFolded: string | null;
  readonly now: number;
  /** In the order of `writtenColumns`. */
  readonly values: readonly SqlValue[];
  readonly overflow: string | null;
  readonly expiredUpTo: number | null;
}

const insert = keptStatements<{ readonly shape: Shape; readonly expires: boolean }, InsertedRecord>({
  key: ({ shape, expires }) => (expires ? `expires ${shape.name}` : shape.name),
  build(dialect, named, { shape, expires }) {
    const own = writtenColumns(shape);
    const { recordNumbers } = dialect;
    const columns = [...SYSTEM_COLUMNS, ...own, ...(shape.overflows ? [sql`overflow`] : [])];
    const values = [
      sql`id`,
      recordNumbers.kind === 'drawn' ? recordNumbers.draw : integer(named.seq),
      named.id,
      named.idFolded,
      integer(named.now),
      integer(named.now),
      ...own.map((column, i) => slotCell(column, elementOf(named.values, i))),
      ...(shape.overflows ? [newOverflow(dialect.jsonValue(named.overflow))] : []),
    ];
    return sql`
      WITH store AS MATERIALIZED (
        ${loggedGuard(dialect, named)}
      ),
      created AS (
        INSERT INTO records (
          ${join(columns, ',\n')}
        )
        SELECT
          ${join(values, ',\n')}
        FROM store
        ${unlessTaken(expires ? named.expiredUpTo : null)}
        RETURNING 1
      )
      SELECT
        (SELECT count(*) FROM store),
        (SELECT count(*) FROM created)`;
  },
});

export function* insertRecord(
  dialect: SqlDialect,
  args: InsertRecord,
): Steps<'created' | 'exists' | 'stale'> {
  const { record, now, expiredUpTo } = args;
  const shape = shapeNamed(record.shape);
  const numbers = yield* reservedNumbers(dialect, args, 1);
  const statement = insert(
    dialect,
    { shape, expires: expiredUpTo !== null },
    {
      ...guardValues(args, { shape, expires: expiredUpTo !== null, single: true }),
      seq: numbers?.[0] ?? null,
      id: record.id,
      idFolded: foldedShadow(record.id),
      now,
      values: writtenValues(shape, record.values),
      overflow: shape.overflows ? overflowPatch(shape, record.values) : null,
      expiredUpTo,
    },
  );
  const [stores, created] = onlyRow(yield numbers === null ? { ...statement, alone: true } : statement);
  if (stores === 0) return 'stale';
  return created === 0 ? 'exists' : 'created';
}
