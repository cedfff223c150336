import { MAX_RECORD_BYTES, type Millis, type UpsertOutcome } from '@vitrine/core/storage';
import {
  assignmentList,
  findExisting,
  ident,
  isCurrent,
  isTooLarge,
  keptStatements,
  type Merge,
  mergeOf,
  NOTHING,
  numberCell,
  type RecordRun,
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

/** Returns whether existing records need not be read before the records of the run are written. */
function needsNoReading({ shape, complete }: RecordRun, { storeShape, expiredUpTo }: UpsertRecords): boolean {
  return complete && expiredUpTo === null && !mergeOf(shape, storeShape).overflows;
}

/**
 * Writes the records of a run, several with each statement. Within a statement too, a later record with an id changes what
 * an earlier one has written.
 */
function* upsertRun(
  dialect: SqlDialect,
  args: UpsertRecords,
  run: RecordRun,
): Steps<UpsertOutcome[] | 'stale'> {
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  const shape = shapeNamed(run.shape);
  const merge = mergeOf(run.shape, args.storeShape);
  // Reserves none yet: updates alone need no numbers, and no other write takes them before the transaction ends.
  const first = yield* reserveRecordNumbers(dialect, args, 0);
  const outcomes: UpsertOutcome[] = [];
  let next = first;
  for (let at = 0; at < run.ids.length; ) {
    const count = at + ROWS <= run.ids.length ? ROWS : 1;
    const cells = cellsOf(run, shape, { at, count, firstNumber: next, now: args.now });
    const rows = yield upsert(dialect, { shape, merge, count }, { cells });
    const numbers = new Set(rows.map(([number]) => numberCell(number)));
    let last = next - 1;
    for (let i = 0; i < count; i++) {
      if (numbers.has(next + i)) {
        outcomes.push('created');
        last = next + i;
      } else if (rows.length === count) outcomes.push('updated');
      else outcomes.push(yield* outcomeOf(dialect, args, run, at + i));
    }
    next = last + 1;
    at += count;
  }
  if (next > first) yield* reserveRecordNumbers(dialect, args, next - first);
  return outcomes;
}

/** Returns the outcome for a record that exists. No record of the run changes the text that it keeps. */
function* outcomeOf(
  dialect: SqlDialect,
  args: UpsertRecords,
  { shape, ids, values }: RecordRun,
  at: number,
): Steps<UpsertOutcome> {
  const record = { id: ids[at] ?? '', shape, values: values[at] ?? [] };
  const existing = yield* findExisting(dialect, args, record);
  const isWritten = existing !== null && !isTooLarge(shapeNamed(shape), record.values, existing);
  return isWritten ? 'updated' : 'too_large';
}

interface CellRange {
  readonly at: number;
  readonly count: number;
  readonly firstNumber: number;
  readonly now: Millis;
}

function cellsOf(
  { ids, values }: RecordRun,
  shape: Shape,
  { at, count, firstNumber, now }: CellRange,
): SqlValue[] {
  const cells: SqlValue[] = [];
  for (let i = at; i < at + count; i++) {
    const number = firstNumber + i - at;
    addCells(cells, shape, {
      number,
      id: ids[i] ?? '',
      createdAt: now,
      updatedAt: now,
      values: values[i] ?? [],
    });
  }
  return cells;
}

/** Upserts records: several with a statement where existing ones need not be read before, otherwise one by one. */
export function* upsertRows(dialect: SqlDialect, args: UpsertRecords): Steps<UpsertOutcome[] | 'stale'> {
  const outcomes: UpsertOutcome[] = [];
  for (const runs of segmentsOf(args)) {
    const [first] = runs;
    const written =
      first !== undefined && needsNoReading(first, args)
        ? yield* upsertRun(dialect, args, first)
        : yield* rowWrites.upsertRecords(dialect, { ...args, runs });
    // Only the first segment can find the store changed, so nothing is written.
    if (written === 'stale') return written;
    for (const outcome of written) outcomes.push(outcome);
  }
  return outcomes;
}

/** Returns each run that needs no reading, and the runs between them. */
function segmentsOf(args: UpsertRecords): RecordRun[][] {
  const segments: RecordRun[][] = [];
  let others: RecordRun[] | null = null;
  for (const run of args.runs) {
    if (needsNoReading(run, args)) {
      segments.push([run]);
      others = null;
    } else if (others === null) {
      others = [run];
      segments.push(others);
    } else others.push(run);
  }
  return segments;
}
