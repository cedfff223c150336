import type { UpsertOutcome } from '@vitrine/core/storage';
import {
  type GivenRecord,
  isCurrent,
  numberCell,
  type SqlDialect,
  type Steps,
  segmentsOf,
  textCell,
  type UpsertRecords,
} from '@vitrine/storage-sql';
import { formOf } from '../set-writes/upsert-form.ts';
import { drawNumbers } from './draw-numbers.ts';
import { mergeRecords } from './merge.ts';
import { upsertStatement } from './upsert-statement.ts';

export function* upsertRecords(dialect: SqlDialect, args: UpsertRecords): Steps<UpsertOutcome[] | 'stale'> {
  const { storeShape, expiredUpTo } = args;
  const expires = expiredUpTo !== null;
  const [first = [], ...others] = segmentsOf(args.records);
  if (others.length === 0 && formOf(first, storeShape, expires).kind === 'plain') {
    const outcomes = yield* replaceRecords(dialect, args, first);
    const isWritten = outcomes.some((outcome) => outcome !== 'too_large');
    return isWritten || (yield* isCurrent(dialect, args)) ? outcomes : 'stale';
  }
  if (!(yield* isCurrent(dialect, args))) return 'stale';
  const outcomes: UpsertOutcome[] = [];
  for (const records of [first, ...others]) {
    const isPlain = formOf(records, storeShape, expires).kind === 'plain';
    const write = isPlain ? replaceRecords : mergeRecords;
    outcomes.push(...(yield* write(dialect, args, records)));
  }
  return outcomes;
}

/**
 * Writes a plain batch (`UpsertForm`) with one statement. A record with the number that was drawn for it is new. All are
 * `too_large` if the store does not have the version of the guard.
 */
function* replaceRecords(
  dialect: SqlDialect,
  args: UpsertRecords,
  records: readonly GivenRecord[],
): Steps<UpsertOutcome[]> {
  const form = formOf(records, args.storeShape, args.expiredUpTo !== null);
  const numbers = yield* drawNumbers(dialect, records.length);
  const rows = yield {
    ...upsertStatement(dialect, args, { form, merged: false }, records, numbers),
    alone: true,
  };
  const written = new Map(rows.map((row) => [textCell(row[0]), numberCell(row[1])]));
  return records.map(({ id }, i) => {
    const seq = written.get(id);
    if (seq === undefined) return 'too_large';
    return seq === numbers[i] ? 'created' : 'updated';
  });
}
