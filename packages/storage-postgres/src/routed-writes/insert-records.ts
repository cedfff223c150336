import {
  guardToSql,
  isCurrent,
  join,
  keptStatements,
  type RestoreRecords,
  type Shape,
  type SqlDialect,
  type SqlParameter,
  type Steps,
  type StoreGuard,
  shapeNamed,
  sql,
  textCell,
} from '@vitrine/storage-sql';
import { newOverflow, SYSTEM_COLUMNS, unlessTaken } from '../set-writes/cells.ts';
import { given, givenRows, ownColumns } from '../set-writes/given.ts';
import { newColumns, newValues } from '../set-writes/insert-given.ts';
import { drawNumbers } from './draw-numbers.ts';

interface InsertedValues extends StoreGuard {
  /** The values of `newColumns`. */
  readonly given: readonly SqlParameter[];
}

/**
 * Inserts the records whose ids are free while the store has the version of the guard, and returns their ids. Rows are
 * inserted in the order of ids, so that two such calls never deadlock, and of equal ids the first one.
 */
const insert = keptStatements<Shape, InsertedValues>({
  key: ({ name }) => name,
  build(dialect, named, shape) {
    const own = ownColumns(shape).map(({ name }) => name);
    const columns = [...SYSTEM_COLUMNS, ...own, ...(shape.overflows ? [sql`overflow`] : [])];
    const values = [
      sql`store.id`,
      sql`new_seq`,
      sql`new_id`,
      sql`new_id_folded`,
      sql`new_created_at`,
      sql`new_updated_at`,
      ...own.map(given),
      ...(shape.overflows ? [newOverflow(sql`patch`)] : []),
    ];
    return sql`
      INSERT INTO records (
        ${join(columns, ',\n')}
      )
      SELECT
        ${join(values, ',\n')}
      FROM (
        ${guardToSql(dialect, named)}
      ) AS store, (
        ${givenRows(newColumns(shape, true), named.given)}
      ) AS given
      ORDER BY new_id COLLATE "C", place
      ${unlessTaken(null)}
      RETURNING id`;
  },
});

/** Returns the ids of the records that were inserted. */
function* insertGiven(dialect: SqlDialect, args: RestoreRecords): Steps<string[] | 'stale'> {
  const { storeId, storeNumber, accountId, version, storeShape, records } = args;
  const shape = shapeNamed(storeShape);
  const numbers = yield* drawNumbers(dialect, records.length);
  const guard = { storeId, storeNumber, accountId, version };
  const statement = insert(dialect, shape, { ...guard, given: newValues(shape, records, numbers) });
  const rows = yield { ...statement, alone: true };
  // Versions never return: a store that is current now was so when nothing was inserted.
  if (rows.length === 0 && !(yield* isCurrent(dialect, args))) return 'stale';
  return rows.map((row) => textCell(row[0]));
}

export function* insertRecords(
  dialect: SqlDialect,
  args: RestoreRecords,
): Steps<('created' | 'exists')[] | 'stale'> {
  const created = yield* insertGiven(dialect, args);
  if (created === 'stale') return created;
  const ids = new Set(created);
  return args.records.map(({ id }) => (ids.has(id) ? 'created' : 'exists'));
}

export function* restoreRecords(dialect: SqlDialect, args: RestoreRecords): Steps<number | 'stale'> {
  const created = yield* insertGiven(dialect, args);
  return created === 'stale' ? created : created.length;
}
