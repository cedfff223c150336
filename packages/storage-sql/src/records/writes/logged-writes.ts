import { appendEntries, type EntryOrigin } from '../../change-log/append.ts';
import type { NewEntry } from '../../change-log/entry-groups.ts';
import { lockLog, readLogState } from '../../change-log/log-state.ts';
import type { LogContext } from '../../change-log/logged-write.ts';
import { type Shape, shapeNamed } from '../../layout/record-layout.ts';
import type { SqlDialect } from '../../statements/dialect.ts';
import type { Steps } from '../../statements/statement.ts';
import { created, type LoggedWrite, merged, shapeBefore, slotsSet, updated } from './record-entries.ts';
import { type RecordBefore, type RowsById, readBefore, readDeleted } from './records-before.ts';
import { isCurrent } from './store-guard.ts';
import type { DeleteRecords, PatchRecord, RecordWrites, RestoreRecords } from './writes.ts';

/** Returns the records before the write, or `'stale'` if the store does not have the version of the guard. */
function* beginWrite(
  dialect: SqlDialect,
  write: LoggedWrite,
  shape: Shape,
  ids: readonly string[],
): Steps<RowsById | 'stale'> {
  if (!(yield* isCurrent(dialect, write))) return 'stale';
  yield* lockLog(dialect, write.storeId);
  return yield* readBefore(dialect, write, shape, ids);
}

function originOf({
  storeId,
  version,
  by,
  log,
}: LoggedWrite | (RestoreRecords & { log: LogContext })): EntryOrigin {
  return { storeId, storeVersion: version, by, log };
}

/** Logs the change of a record that was `before`, with the compared slots. */
export function* logPatch(
  dialect: SqlDialect,
  args: LoggedWrite & Pick<PatchRecord, 'record'>,
  compared: Shape,
  before: RecordBefore,
): Steps<void> {
  const { id, shape, values } = args.record;
  const after = merged(compared, before.values, shapeNamed(shape), values);
  const entry = updated(args, compared, id, before, after);
  if (entry !== null) yield* appendEntries(dialect, originOf(args), [entry]);
}

function* logNew(
  dialect: SqlDialect,
  args: RestoreRecords & { log: LogContext },
  outcomes: readonly ('created' | 'exists')[],
): Steps<void> {
  const shape = shapeNamed(args.storeShape);
  const entries = args.records.flatMap(({ id, updatedAt, values }, i) => {
    if (outcomes[i] !== 'created') return [];
    const at = args.at ?? updatedAt;
    return [{ type: 'record.created', at, recordId: id, slots: slotsSet(shape, values) } as const];
  });
  yield* appendEntries(dialect, originOf(args), entries);
}

/** Returns whether the log of the store is on. */
export function isLogged<Args extends { readonly log: LogContext | null }>(
  args: Args,
): args is Args & { readonly log: LogContext } {
  return args.log !== null;
}

/**
 * Returns writes that append to the log of their store in the same transaction: they read the records before, and tell from
 * these and the outcomes what has changed. A store whose log is off has the statements of before. For engines without
 * triggers that see all records of a statement.
 *
 * @param deleteUnlogged deletes records, and returns null and has changed nothing if the log of the store is on. For engines
 * where the statement that reads the state of the log is a round trip.
 */
export function loggedWrites(
  writes: RecordWrites,
  deleteUnlogged?: (dialect: SqlDialect, args: DeleteRecords) => Steps<string[] | null>,
): RecordWrites {
  function* insertRecords(
    dialect: SqlDialect,
    args: RestoreRecords,
  ): Steps<('created' | 'exists')[] | 'stale'> {
    if (!isLogged(args)) return yield* writes.insertRecords(dialect, args);
    if (!(yield* isCurrent(dialect, args))) return 'stale';
    yield* lockLog(dialect, args.storeId);
    const outcomes = yield* writes.insertRecords(dialect, args);
    if (outcomes !== 'stale') yield* logNew(dialect, args, outcomes);
    return outcomes;
  }

  return {
    importNew: null,
    insertRecords,
    *insertRecord(dialect, args) {
      if (!isLogged(args)) return yield* writes.insertRecord(dialect, args);
      const { id, shape, values } = args.record;
      const before = yield* beginWrite(dialect, args, shapeNamed(''), args.expiredUpTo === null ? [] : [id]);
      if (before === 'stale') return before;
      const outcome = yield* writes.insertRecord(dialect, args);
      if (outcome === 'created') {
        const entries = created(args, id, before.get(id), slotsSet(shapeNamed(shape), values));
        yield* appendEntries(dialect, originOf(args), entries);
      }
      return outcome;
    },
    *upsertRecords(dialect, args) {
      if (!isLogged(args)) return yield* writes.upsertRecords(dialect, args);
      const compared = shapeBefore(args, args.records);
      const ids = args.records.map(({ id }) => id);
      const rows = yield* beginWrite(dialect, args, compared, ids);
      if (rows === 'stale') return rows;
      const outcomes = yield* writes.upsertRecords(dialect, args);
      if (outcomes === 'stale') return outcomes;
      const entries: NewEntry[] = [];
      args.records.forEach(({ id, shape: name, values }, i) => {
        const shape = shapeNamed(name);
        const before = rows.get(id);
        if (outcomes[i] === 'created') {
          entries.push(...created(args, id, before, slotsSet(shape, values)));
          rows.set(id, { createdAt: args.now, values: merged(compared, [], shape, values) });
        } else if (outcomes[i] === 'updated' && before !== undefined) {
          const after = merged(compared, before.values, shape, values);
          const entry = updated(args, compared, id, before, after);
          if (entry !== null) entries.push(entry);
          rows.set(id, { createdAt: before.createdAt, values: after });
        }
      });
      yield* appendEntries(dialect, originOf(args), entries);
      return outcomes;
    },
    *patchRecord(dialect, args) {
      if (!isLogged(args)) return yield* writes.patchRecord(dialect, args);
      const { id } = args.record;
      const compared = shapeBefore(args, [args.record]);
      const rows = yield* beginWrite(dialect, args, compared, [id]);
      if (rows === 'stale') return rows;
      const row = yield* writes.patchRecord(dialect, args);
      const before = rows.get(id);
      if (row === null || typeof row === 'string' || before === undefined) return row;
      yield* logPatch(dialect, args, compared, before);
      return row;
    },
    *restoreRecords(dialect, args) {
      if (!isLogged(args)) return yield* writes.restoreRecords(dialect, args);
      const firstById = new Map(args.records.toReversed().map((record) => [record.id, record]));
      const records = args.records.filter((record) => firstById.get(record.id) === record);
      const outcomes = yield* insertRecords(dialect, { ...args, records });
      return outcomes === 'stale' ? outcomes : outcomes.filter((outcome) => outcome === 'created').length;
    },
    *deleteRecords(dialect, args) {
      if (deleteUnlogged !== undefined && !args.isLogged) {
        const unlogged = yield* deleteUnlogged(dialect, args);
        if (unlogged !== null) return unlogged;
      }
      const state = yield* readLogState(dialect, args.storeId);
      if (state === null || state.log === null) return yield* writes.deleteRecords(dialect, args);
      const { storeId, now: at, by } = args;
      const { log, storeVersion } = state;
      yield* lockLog(dialect, storeId);
      const values = log.keepsValues ? yield* readDeleted(dialect, args) : null;
      const deleted = yield* writes.deleteRecords(dialect, args);
      const entries = deleted.map(
        (recordId) => ({ type: 'record.deleted', at, recordId, ...values?.get(recordId) }) as const,
      );
      yield* appendEntries(dialect, { storeId, storeVersion, by, log }, entries);
      return deleted;
    },
  };
}
