import { isInState } from '@vitrine/core/adapter';
import type { Millis, RecordState } from '@vitrine/core/storage';
import type { SqlEngine } from '../../engine.ts';
import { readRecord, selectList, shapeNamed } from '../../layout/record-layout.ts';
import { andLive } from '../../statements/clauses.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import { type Row, type SqlParameter, type SqlValue, sql } from '../../statements/sql.ts';
import { keptStatements, type Steps } from '../../statements/statement.ts';
import { isCurrent, type StoreGuard } from './store-guard.ts';
import type { DeleteUnchanged, PatchRecord, RecordWrite } from './writes.ts';

interface SelectLocked {
  readonly store: SqlValue;
  readonly id: string;
  readonly expiredUpTo: Millis | null;
}

const selectLocked = keptStatements<{ readonly shape: string; readonly expires: boolean }, SelectLocked>({
  key: ({ shape, expires }) => (expires ? `live ${shape}` : shape),
  build: (dialect, { store, id, expiredUpTo }, { shape, expires }) => sql`
    SELECT ${selectList(dialect, shapeNamed(shape))}
    FROM records
    WHERE store_id = ${store}
      AND id = ${id}
      ${andLive(expires ? expiredUpTo : null)}
    ${dialect.forUpdate}`,
});

type StateGuard = RecordWrite & { readonly storeShape: string };

/** Returns whether the live record is in the state, and locks it, so that this holds until the transaction ends. */
function* findState(
  dialect: SqlDialect,
  args: StateGuard,
  id: string,
  expected: RecordState,
): Steps<'expected' | 'changed' | 'missing'> {
  const { storeShape: shape, expiredUpTo } = args;
  const variant = { shape, expires: expiredUpTo !== null };
  const [row] = yield selectLocked(dialect, variant, { store: dialect.storeKey(args), id, expiredUpTo });
  if (row === undefined) return 'missing';
  return isInState(readRecord(shapeNamed(shape), row), expected) ? 'expected' : 'changed';
}

const selectAllLocked = keptStatements<
  { readonly shape: string; readonly expires: boolean },
  { readonly store: SqlValue; readonly ids: SqlParameter; readonly expiredUpTo: Millis | null }
>({
  key: ({ shape, expires }) => (expires ? `live ${shape}` : shape),
  build: (dialect, { store, ids, expiredUpTo }, { shape, expires }) => sql`
    SELECT ${selectList(dialect, shapeNamed(shape))}
    FROM records
    WHERE store_id = ${store}
      AND ${dialect.isOneOf(sql`id`, ids)}
      ${andLive(expires ? expiredUpTo : null)}
    ${dialect.forUpdate}`,
});

/** Records of a store in the states that a caller has read. Null: no live record with the id. */
export interface ReadStates extends StoreGuard {
  readonly storeShape: string;
  readonly expiredUpTo: Millis | null;
  readonly records: readonly { readonly id: string; readonly state: RecordState | null }[];
}

/** Returns whether all records are in these states, and locks those that exist, so that this holds until the transaction ends. */
export function* areInState(dialect: SqlDialect, args: ReadStates): Steps<boolean> {
  const { storeShape: shape, expiredUpTo, records } = args;
  if (records.length === 0) return true;
  const ids = dialect.textList(records.map(({ id }) => id));
  const variant = { shape, expires: expiredUpTo !== null };
  const rows = yield selectAllLocked(dialect, variant, { store: dialect.storeKey(args), ids, expiredUpTo });
  const found = rows.map((row) => readRecord(shapeNamed(shape), row));
  const byId = new Map(found.map((record) => [record.id, record]));
  return records.every(({ id, state }) => isInState(byId.get(id) ?? null, state));
}

/** Patches a record, after the check of its state if one is expected. */
export function* patchExpected(
  engine: SqlEngine,
  args: PatchRecord,
): Steps<Row | 'stale' | 'changed' | 'too_large' | null> {
  const { expected, record } = args;
  if (expected !== null) {
    if (!(yield* isCurrent(engine, args))) return 'stale';
    const state = yield* findState(engine, args, record.id, expected);
    if (state === 'missing') return null;
    if (state === 'changed') return 'changed';
  }
  return yield* engine.recordWrites.patchRecord(engine, args);
}

/** Deletes a record that is in the expected state. */
export function* deleteUnchangedRecord(
  engine: SqlEngine,
  args: DeleteUnchanged,
): Steps<'deleted' | 'changed' | 'stale'> {
  if (!(yield* isCurrent(engine, args))) return 'stale';
  const { id, expected, storeId, storeNumber, expiredUpTo, by, now, log } = args;
  if ((yield* findState(engine, args, id, expected)) !== 'expected') return 'changed';
  const store = { storeId, storeNumber, expiredUpTo, isLogged: log !== null };
  yield* engine.recordWrites.deleteRecords(engine, { ...store, by, now, ids: [id] });
  return 'deleted';
}
