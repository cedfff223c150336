import {
  elementOf,
  foldedShadow,
  guardToSql,
  type InsertRecord,
  join,
  keptStatements,
  NOTHING,
  onlyRow,
  type Shape,
  type SqlDialect,
  type SqlValue,
  type Steps,
  shapeNamed,
  slotsSet,
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
import { insertEntry, isOwnEntry, type OwnEntry } from './own-entry.ts';
import { reservedNumbers } from './reserved-numbers.ts';

interface InsertedRecord extends GuardValues, OwnEntry {
  /** Null where the database numbers the records. */
  readonly seq: number | null;
  readonly id: string;
  readonly idFolded: string | null;
  /** In the order of `writtenColumns`. */
  readonly values: readonly SqlValue[];
  readonly overflow: string | null;
  readonly expiredUpTo: number | null;
  /** The names of the slots that have a value. */
  readonly slots: string;
}

interface Insert {
  readonly shape: Shape;
  readonly expires: boolean;
  readonly isLogged: boolean;
}

const insert = keptStatements<Insert, InsertedRecord>({
  key: ({ shape, expires, isLogged }) =>
    `${expires ? 'expires ' : ''}${isLogged ? 'logged ' : ''}${shape.name}`,
  build(dialect, named, { shape, expires, isLogged }) {
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
    const entry = insertEntry(named, 'record.created', {
      version: integer(named.version),
      slots: named.slots,
      from: sql`FROM created`,
    });
    return sql`
      WITH store AS MATERIALIZED (
        ${isLogged ? guardToSql(dialect, named) : loggedGuard(dialect, named)}
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
      )${isLogged ? sql`, logged AS (${entry})` : NOTHING}
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
  const expires = expiredUpTo !== null;
  // The record may replace an expired one, which has an entry too.
  const isLogged = !expires && isOwnEntry(dialect, args);
  const numbers = yield* reservedNumbers(dialect, args, 1);
  const statement = insert(
    dialect,
    { shape, expires, isLogged },
    {
      ...guardValues(isLogged ? { ...args, log: null } : args, { shape, expires }),
      seq: numbers?.[0] ?? null,
      id: record.id,
      idFolded: foldedShadow(record.id),
      now,
      values: writtenValues(shape, record.values),
      overflow: shape.overflows ? overflowPatch(shape, record.values) : null,
      expiredUpTo,
      recordIds: JSON.stringify([record.id]),
      slots: isLogged ? slotsSet(shape, record.values) : '',
    },
  );
  const [stores, created] = onlyRow(yield numbers === null ? { ...statement, alone: true } : statement);
  if (stores === 0) return 'stale';
  return created === 0 ? 'exists' : 'created';
}
