import { MAX_RECORD_BYTES } from '@vitrine/core/adapter';
import type { UpsertOutcome } from '@vitrine/core/storage';
import {
  assignmentList,
  findExisting,
  type GivenRecord,
  ident,
  isCurrent,
  isTooLarge,
  keptStatements,
  type Merge,
  mergeOf,
  NOTHING,
  numberCell,
  reserveRecordNumbers,
  rowWrites,
  type Shape,
  type Sql,
  type SqlDialect,
  type SqlValue,
  type Steps,
  shapeNamed,
  sql,
  storedTextBytes,
  sumOf,
  text,
  type UpsertRecords,
  writtenColumns,
} from '@vitrine/storage-sql';
import { addCells, insertGiven, ROWS } from './given-rows.ts';

interface Rows {
  readonly shape: Shape;
  readonly merge: Merge;
  readonly count: number;
}

/**
 * Writes rows and returns the number of each: the given one of a new record, its own of an existing record. A row that
 * would make an existing record too large is not written and not returned.
 */
const upsert = keptStatements<Rows, { readonly cells: readonly SqlValue[] }>({
  key: ({ merge, count }) => `${count} ${merge.key}`,
  build(_, { cells }, { shape, merge, count }) {
    const written = writtenColumns(shape);
    const changes = [ident('updated_at'), ...written].map((column) => sql`${column} = excluded.${column}`);
    return sql`
      ${insertGiven(shape, count, cells)} DO UPDATE
      SET ${assignmentList(changes)}
      ${merge.kept.slots.length === 0 ? NOTHING : sql`WHERE ${mergedTextBytes(shape, merge)} <= ${MAX_BYTES}`}
      RETURNING seq`;
  },
});

const MAX_BYTES = text(String(MAX_RECORD_BYTES));

function mergedTextBytes(shape: Shape, { kept }: Merge): Sql {
  const given = shape.slots.flatMap(({ text, column }) =>
    text && column !== null ? [sql`coalesce(octet_length(excluded.${ident(column)}), 0)`] : [],
  );
  return sumOf([storedTextBytes(kept), ...given]);
}

/** Returns whether an existing record need not be read before the record is written. */
function needsNoReading(
  { shape, complete }: GivenRecord,
  { storeShape, expiredUpTo }: UpsertRecords,
): boolean {
  return complete && expiredUpTo === null && !mergeOf(shape, storeShape).overflows;
}

/**
 * Writes records of one shape that need no reading, several with each statement. Within a statement too, a later record with
 * an id changes what an earlier one has written.
 */
function* upsertShape(
  dialect: SqlDialect,
  args: UpsertRecords,
  shape: Shape,
): Steps<UpsertOutcome[] | 'stale'> {
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  const { records, now } = args;
  const merge = mergeOf(shape.name, args.storeShape);
  // Reserves none yet: updates alone need no numbers, and no other write takes them before the transaction ends.
  const first = yield* reserveRecordNumbers(dialect, args, 0);
  const outcomes: UpsertOutcome[] = [];
  let next = first;
  for (let at = 0; at < records.length; ) {
    const count = at + ROWS <= records.length ? ROWS : 1;
    const group = records.slice(at, at + count);
    const cells: SqlValue[] = [];
    group.forEach(({ id, values }, i) => {
      addCells(cells, shape, { number: next + i, id, createdAt: now, updatedAt: now, values });
    });
    const rows = yield upsert(dialect, { shape, merge, count }, { cells });
    const numbers = new Set(rows.map(([number]) => numberCell(number)));
    let last = next - 1;
    for (const [i, record] of group.entries()) {
      if (numbers.has(next + i)) {
        outcomes.push('created');
        last = next + i;
      } else if (rows.length === count) outcomes.push('updated');
      else outcomes.push(yield* outcomeOf(dialect, args, record));
    }
    next = last + 1;
    at += count;
  }
  if (next > first) yield* reserveRecordNumbers(dialect, args, next - first);
  return outcomes;
}

/** Returns the outcome for a record that exists. No record of its shape changes the text that it keeps. */
function* outcomeOf(dialect: SqlDialect, args: UpsertRecords, record: GivenRecord): Steps<UpsertOutcome> {
  const existing = yield* findExisting(dialect, args, record);
  const isWritten = existing !== null && !isTooLarge(shapeNamed(record.shape), record.values, existing);
  return isWritten ? 'updated' : 'too_large';
}

/** Upserts records: several with a statement where existing ones need not be read before, otherwise one by one. */
export function* upsertRows(dialect: SqlDialect, args: UpsertRecords): Steps<UpsertOutcome[] | 'stale'> {
  const outcomes: UpsertOutcome[] = [];
  for (const { shape, records } of partsOf(args)) {
    const own = { ...args, records };
    const written =
      shape === null
        ? yield* rowWrites.upsertRecords(dialect, own)
        : yield* upsertShape(dialect, own, shapeNamed(shape));
    // Only the first part can find the store changed, so nothing is written.
    if (written === 'stale') return written;
    for (const outcome of written) outcomes.push(outcome);
  }
  return outcomes;
}

/** Consecutive records of a batch. */
interface BatchPart {
  /** The shape of each of them, if they need no reading. */
  readonly shape: string | null;
  readonly records: GivenRecord[];
}

function partsOf(args: UpsertRecords): BatchPart[] {
  const parts: BatchPart[] = [];
  for (const record of args.records) {
    const shape = needsNoReading(record, args) ? record.shape : null;
    const last = parts.at(-1);
    if (last?.shape === shape) last.records.push(record);
    else parts.push({ shape, records: [record] });
  }
  return parts;
}
