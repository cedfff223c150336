import { MAX_RECORD_BYTES } from '@vitrine/core/adapter';
import type { RecordRow, SlotValue, UpsertOutcome } from '@vitrine/core/storage';
import {
  andLive,
  type GivenRecord,
  keptStatements,
  readRecord,
  type Shape,
  type SqlDialect,
  type Steps,
  selectList,
  shapeNamed,
  sql,
  textCell,
  type UpsertRecords,
  valueBytes,
} from '@vitrine/storage-sql';
import { drawNumbers } from './draw-numbers.ts';
import { upsertStatement } from './upsert-statement.ts';

interface LockedRecords {
  readonly storeId: string;
  readonly ids: readonly string[];
  readonly expiredUpTo: number | null;
}

/** Locks the live records in the order of their ids, so that two calls never deadlock. */
const selectLocked = keptStatements<{ readonly whole: Shape; readonly expires: boolean }, LockedRecords>({
  key: ({ whole, expires }) => (expires ? `live ${whole.name}` : whole.name),
  build: (dialect, { storeId, ids, expiredUpTo }, { whole, expires }) => sql`
    SELECT ${selectList(dialect, whole)}
    FROM records
    WHERE store_id = ${storeId}
      AND id = ANY(${ids})
      ${andLive(expires ? expiredUpTo : null)}
    ORDER BY id
    ${dialect.forUpdate}`,
});

/**
 * Writes records that name different slots, or values in the overflow column, in the transaction of the caller, which
 * has checked the version of the store: locks and reads the stored ones, and writes each record whole.
 */
export function* mergeRecords(
  dialect: SqlDialect,
  args: UpsertRecords,
  records: readonly GivenRecord[],
): Steps<UpsertOutcome[]> {
  const { storeId, storeShape, expiredUpTo } = args;
  const whole = shapeNamed(storeShape);
  const expires = expiredUpTo !== null;
  const form = { kind: 'plain', shape: whole, whole, expires } as const;
  const outcomes = new Map<string, UpsertOutcome>();
  let pending = records;
  // Records that another transaction created after the look are looked up again, and merged with.
  while (pending.length > 0) {
    const ids = pending.map(({ id }) => id);
    const rows = yield selectLocked(dialect, { whole, expires }, { storeId, ids, expiredUpTo });
    const stored = new Map(rows.map((row) => [textCell(row[0]), readRecord(whole, row)]));
    const merged: GivenRecord[] = [];
    for (const record of pending) {
      const { id } = record;
      const found = stored.get(id);
      const values = mergedValues(whole, record, found);
      if (found === undefined && !record.complete) outcomes.set(id, 'incomplete');
      else if (valueBytes(whole, values) > MAX_RECORD_BYTES) outcomes.set(id, 'too_large');
      else merged.push({ id, shape: storeShape, values, complete: true });
    }
    if (merged.length > 0) {
      const numbers = yield* numbersOf(dialect, merged, stored);
      const written = yield upsertStatement(dialect, args, { form, merged: true }, merged, numbers);
      for (const row of written) {
        const id = textCell(row[0]);
        outcomes.set(id, stored.has(id) ? 'updated' : 'created');
      }
    }
    pending = pending.filter(({ id }) => !outcomes.has(id));
  }
  return records.flatMap(({ id }) => outcomes.get(id) ?? []);
}

/** Returns the values of all slots of the store after the change. */
function mergedValues(whole: Shape, record: GivenRecord, stored: RecordRow | undefined): SlotValue[] {
  const changes = new Map(
    shapeNamed(record.shape).slots.map(({ slot }, i) => [slot, record.values[i] ?? null]),
  );
  return whole.slots.map(({ slot }, i) => {
    const change = changes.get(slot);
    return change === undefined ? (stored?.values[i] ?? null) : change;
  });
}

/** Returns the number of each record: its own, or a new one. */
function* numbersOf(
  dialect: SqlDialect,
  records: readonly GivenRecord[],
  stored: ReadonlyMap<string, RecordRow>,
): Steps<number[]> {
  const created = records.filter(({ id }) => !stored.has(id));
  const drawn = yield* drawNumbers(dialect, created.length);
  const numbers = new Map(created.map(({ id }, i) => [id, drawn[i]]));
  return records.flatMap(({ id }) => stored.get(id)?.seq ?? numbers.get(id) ?? []);
}
