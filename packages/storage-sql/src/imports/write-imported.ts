import type { ImportBatch, ImportOutcome, SlotValue } from '@vitrine/core/storage';
import type { SqlEngine } from '../engine.ts';
import { columnList, columnReader, type Shape, shapeNamed } from '../layout/record-layout.ts';
import {
  type GivenRecord,
  placesIn,
  type ShapedRecord,
  segmentsOf,
} from '../records/writes/given-records.ts';
import { isCurrent } from '../records/writes/store-guard.ts';
import type { RecordWrite } from '../records/writes/writes.ts';
import { textCell } from '../statements/cells.ts';
import { andLive, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { type SqlParameter, type SqlValue, sql } from '../statements/sql.ts';
import { keptStatements, type Steps } from '../statements/statement.ts';

interface ImportWrite {
  readonly write: RecordWrite;
  /** All slots of the store's properties. */
  readonly storeShape: string;
  readonly mode: ImportBatch['mode'];
}

/**
 * Writes the records of a part of a file in order. Inserts first, because most records of most files are new, and reads
 * only those that exist, to leave equal ones as they are.
 */
export function* writeImported(
  engine: SqlEngine,
  args: ImportWrite,
  records: readonly GivenRecord[],
): Steps<ImportOutcome[] | 'stale'> {
  if (records.length === 0) return [];
  if (!(yield* isCurrent(engine, args.write))) return 'stale';
  const absent = yield* findAbsent(engine, args.write, records);
  const outcomes: ImportOutcome[] = [];
  for (const segment of segmentsOf(records.filter(({ id }) => !absent.has(id)))) {
    const written = yield* writeSegment(engine, args, segment);
    if (written === 'stale') return written;
    for (const outcome of written) outcomes.push(outcome);
  }
  let next = 0;
  return records.map(({ id }) => (absent.has(id) ? 'incomplete' : requireNext(outcomes, next++)));
}

/**
 * Returns the ids of repeated records that the store does not have and that no record may create. Each repeated record would
 * take statements of its own.
 */
function* findAbsent(
  engine: SqlEngine,
  write: RecordWrite,
  records: readonly GivenRecord[],
): Steps<ReadonlySet<string>> {
  const seen = new Set<string>();
  const absent = new Set<string>();
  for (const { id } of records) {
    if (seen.has(id)) absent.add(id);
    seen.add(id);
  }
  for (const { id, complete } of records) if (complete) absent.delete(id);
  if (absent.size === 0) return absent;
  for (const id of (yield* readStored(engine, write, '', [...absent])).keys()) absent.delete(id);
  return absent;
}

/** Writes records with different ids. */
function* writeSegment(
  engine: SqlEngine,
  args: ImportWrite,
  records: readonly GivenRecord[],
): Steps<ImportOutcome[] | 'stale'> {
  const complete = records.filter((record) => record.complete);
  const inserted = complete.length === 0 ? [] : yield* insertNew(engine, args, complete);
  if (inserted === 'stale') return inserted;
  if (inserted.length === records.length && !inserted.includes(null)) return inserted as ImportOutcome[];
  const outcomes = new Map(complete.map((record, at) => [record, inserted[at] ?? null]));
  const left = records.filter((record) => (outcomes.get(record) ?? null) === null);
  const others = yield* args.mode === 'insert' ? lookUp(engine, args, left) : change(engine, args, left);
  if (others === 'stale') return others;
  let next = 0;
  return records.map((record) => outcomes.get(record) ?? requireNext(others, next++));
}

/** Inserts the records whose ids are free. The outcome is null for a record that may change an existing one. */
function* insertNew(
  engine: SqlEngine,
  { write, storeShape, mode }: ImportWrite,
  records: readonly GivenRecord[],
): Steps<(ImportOutcome | null)[] | 'stale'> {
  if (write.expiredUpTo !== null) {
    // Only an upsert, or an insert of one record, replaces an expired record.
    return mode === 'upsert' ? records.map(() => null) : yield* insertEach(engine, write, records);
  }
  const [first] = records;
  const isUniform = records.every(({ shape }) => shape === first?.shape);
  const shape = first !== undefined && isUniform ? first.shape : storeShape;
  const times = { createdAt: write.now, updatedAt: write.now };
  const outcomes = yield* engine.recordWrites.insertRecords(engine, {
    ...write,
    at: null,
    storeShape: shape,
    records: records.map((record) => ({ id: record.id, ...times, values: valuesIn(shape, record) })),
  });
  if (outcomes === 'stale' || mode === 'insert') return outcomes;
  return outcomes.map((outcome) => (outcome === 'created' ? outcome : null));
}

function* insertEach(
  engine: SqlEngine,
  write: RecordWrite,
  records: readonly GivenRecord[],
): Steps<ImportOutcome[] | 'stale'> {
  const outcomes: ImportOutcome[] = [];
  for (const record of records) {
    const outcome = yield* engine.recordWrites.insertRecord(engine, { ...write, record });
    if (outcome === 'stale') return outcome;
    outcomes.push(outcome);
  }
  return outcomes;
}

/** Returns the outcomes of incomplete records in a batch that only inserts. */
function* lookUp(
  engine: SqlEngine,
  { write }: ImportWrite,
  records: readonly GivenRecord[],
): Steps<ImportOutcome[]> {
  const stored = yield* readStored(engine, write, '', idsOf(records));
  return records.map(({ id }) => (stored.has(id) ? 'exists' : 'incomplete'));
}

/** Upserts the records, except those that have the given values already. */
function* change(
  engine: SqlEngine,
  { write, storeShape }: ImportWrite,
  records: readonly GivenRecord[],
): Steps<ImportOutcome[] | 'stale'> {
  const stored = yield* readStored(engine, write, storeShape, idsOf(records));
  const differs = comparison(storeShape);
  const isChanged = records.map((record) => differs(stored.get(record.id), record));
  const changed = records.filter((_, at) => isChanged[at]);
  if (changed.length === 0) return records.map(() => 'unchanged');
  const args = { ...write, storeShape, records: changed };
  const outcomes = yield* engine.recordWrites.upsertRecords(engine, args);
  if (outcomes === 'stale') return outcomes;
  let next = 0;
  return isChanged.map((isOne) => (isOne ? requireNext(outcomes, next++) : 'unchanged'));
}

function idsOf(records: readonly GivenRecord[]): string[] {
  return records.map(({ id }) => id);
}

type ShapedValues = Pick<ShapedRecord, 'shape' | 'values'>;

/** Returns the values of a record in the order of another shape. Null for slots that the record does not name. */
function valuesIn(shape: string, record: ShapedValues): readonly SlotValue[] {
  if (record.shape === shape) return record.values;
  const places = placesIn(shapeNamed(record.shape), shapeNamed(shape));
  return places.map((place) => record.values[place] ?? null);
}

/** Returns a function that compares a record with stored values in the order of a shape. */
function comparison(
  storedShape: string,
): (stored: readonly SlotValue[] | undefined, given: ShapedValues) => boolean {
  let shape: string | null = null;
  let places: readonly number[] = [];
  return (stored, given) => {
    if (given.shape !== shape) {
      shape = given.shape;
      places = placesIn(shapeNamed(storedShape), shapeNamed(shape));
    }
    return stored === undefined || places.some((at, i) => (stored[at] ?? null) !== (given.values[i] ?? null));
  };
}

function requireNext(outcomes: readonly ImportOutcome[], at: number): ImportOutcome {
  const outcome = outcomes[at];
  if (outcome === undefined) throw new Error('there are fewer outcomes than records');
  return outcome;
}

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
function* readStored(
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
