import type { Column, Millis, Slot, SlotValue } from '@vitrine/core/storage';
import { appendEntries, type EntryOrigin } from '../../change-log/append.ts';
import type { NewEntry } from '../../change-log/entry-groups.ts';
import type { LogContext } from '../../change-log/log-context.ts';
import { lockLog, readLogState } from '../../change-log/log-state.ts';
import {
  allSlots,
  columnList,
  columnReader,
  readAllSlots,
  type Shape,
  shapeName,
  shapeNamed,
} from '../../layout/record-layout.ts';
import { numberCell, textCell } from '../../statements/cells.ts';
import type { NumberedStore, SqlDialect } from '../../statements/dialect.ts';
import { type SqlParameter, type SqlValue, sql } from '../../statements/sql.ts';
import { keptStatement, keptStatements, type Steps } from '../../statements/statement.ts';
import type { ShapedRecord } from './given-records.ts';
import { isCurrent } from './store-guard.ts';
import type {
  DeleteRecords,
  PatchRecord,
  RecordWrite,
  RecordWrites,
  RestoreRecords,
  UpsertRecords,
} from './writes.ts';

/** A record before a write. */
interface RecordBefore {
  /** By place in the shape that is compared. Other cells may follow. */
  readonly values: readonly SlotValue[];
  readonly createdAt: Millis;
}

function columnsBefore({ slots }: Shape): Column[] {
  return [...slots.map(({ slot }) => slot), 'id', 'created_at'];
}

const selectBefore = keptStatements<
  { readonly shape: Shape },
  { readonly store: SqlValue; readonly ids: SqlParameter }
>({
  key: ({ shape }) => shape.name,
  build: (dialect, { store, ids }, { shape }) => sql`
    SELECT ${columnList(dialect, columnsBefore(shape))}
    FROM records
    WHERE store_id = ${store}
      AND ${dialect.isOneOf(sql`id`, ids)}
    ${dialect.forUpdate}`,
});

const selectDeleted = keptStatement<{ readonly store: SqlValue; readonly ids: SqlParameter }>(
  (dialect, { store, ids }) => sql`
    SELECT id, created_at, ${allSlots(dialect)}
    FROM records
    WHERE store_id = ${store}
      AND ${dialect.isOneOf(sql`id`, ids)}
    ${dialect.forUpdate}`,
);

/**
 * Returns what the history of a store keeps of records before they are deleted. Reads all slots, because a deletion does not
 * check the version of the store.
 */
function* readDeleted(
  dialect: SqlDialect,
  { storeId, storeNumber, ids }: DeleteRecords,
): Steps<Map<string, Pick<NewEntry, 'before' | 'createdAt'>>> {
  const bound = { store: dialect.storeKey({ storeId, storeNumber }), ids: dialect.textList(ids) };
  const rows = yield selectDeleted(dialect, bound);
  return new Map(
    rows.map(([id, createdAt, ...cells]) => {
      const before = JSON.stringify(readAllSlots(cells));
      return [textCell(id), { before, createdAt: numberCell(createdAt) }];
    }),
  );
}

type RowsById = Map<string, RecordBefore>;

/** Returns the records with these ids as they are before a write, also expired ones, and locks them. */
function* readBefore(
  dialect: SqlDialect,
  store: NumberedStore,
  shape: Shape,
  ids: readonly string[],
): Steps<RowsById> {
  if (ids.length === 0) return new Map();
  const bound = { store: dialect.storeKey(store), ids: dialect.textList(ids) };
  const read = columnReader(columnsBefore(shape));
  const place = shape.slots.length;
  const before: RowsById = new Map();
  for (const row of yield selectBefore(dialect, { shape }, bound)) {
    const values = read(row);
    before.set(textCell(values[place]), { values, createdAt: numberCell(values[place + 1]) });
  }
  return before;
}

/** A write of records that is logged. */
type LoggedWrite = RecordWrite & { readonly log: LogContext };

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

/** Returns the name of the slots that have a value. */
export function slotsSet({ slots }: Shape, values: readonly SlotValue[]): string {
  return shapeName(slots.flatMap(({ slot }, i) => ((values[i] ?? null) === null ? [] : [slot])));
}

/** Returns the entries of a new record, which may replace an expired one. */
function created(
  write: Pick<RecordWrite, 'now' | 'expiredUpTo'>,
  recordId: string,
  replaced: RecordBefore | undefined,
  slots: string,
): NewEntry[] {
  const at = write.now;
  const entry: NewEntry = { type: 'record.created', at, recordId, slots };
  return replaced === undefined ? [entry] : [{ type: 'record.expired', at, recordId }, entry];
}

/** Returns what the history of a store keeps of a record before a change. */
function kept({ slots }: Shape, { values, createdAt }: RecordBefore): Pick<NewEntry, 'before' | 'createdAt'> {
  const set: Partial<Record<Slot, SlotValue>> = {};
  slots.forEach(({ slot }, i) => {
    const value = values[i] ?? null;
    if (value !== null) set[slot] = value;
  });
  return { before: JSON.stringify(set), createdAt };
}

/** Returns the entry of an update. Null if it leaves all values as they are. */
function updated(
  { now, log }: LoggedWrite,
  shape: Shape,
  recordId: string,
  before: RecordBefore,
  after: readonly SlotValue[],
): NewEntry | null {
  const changed = shape.slots.filter((_, i) => (before.values[i] ?? null) !== (after[i] ?? null));
  if (changed.length === 0) return null;
  const isWhole = changed.length === shape.slots.length;
  const slots = isWhole ? shape.name : shapeName(changed.map(({ slot }) => slot));
  const entry = { type: 'record.updated', at: now, recordId, slots } as const;
  return log.keepsValues ? { ...entry, ...kept(shape, before) } : entry;
}

/**
 * Returns the shape of what is read before a write: the slots that it gives. All slots of the store if the records give
 * different ones, or if the history keeps the values.
 */
export function shapeBefore(
  { storeShape, log }: LoggedWrite & Pick<UpsertRecords, 'storeShape'>,
  records: readonly ShapedRecord[],
): Shape {
  const given = records[0]?.shape ?? storeShape;
  const isEnough = !log.keepsValues && records.every(({ shape }) => shape === given);
  return shapeNamed(isEnough ? given : storeShape);
}

/** Returns the values of the whole shape after a write of some of its slots. */
function merged(
  whole: Shape,
  stored: readonly SlotValue[],
  part: Shape,
  values: readonly SlotValue[],
): readonly SlotValue[] {
  if (part.name === whole.name) return values;
  const given = new Map(part.slots.map(({ slot }, i) => [slot, values[i] ?? null]));
  return whole.slots.map(({ slot }, i) => {
    const value = given.get(slot);
    return value === undefined ? (stored[i] ?? null) : value;
  });
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
 */
export function loggedWrites(writes: RecordWrites): RecordWrites {
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
