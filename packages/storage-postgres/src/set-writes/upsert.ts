import type { UpsertOutcome } from '@vitrine/core/storage';
import {
  type GivenRecord,
  isCurrent,
  onlyRow,
  type SqlDialect,
  type Statement,
  type Steps,
  segmentsOf,
  textOrNull,
  type UpsertRecords,
} from '@vitrine/storage-sql';
import { guardValues } from './cells.ts';
import { reservedNumbers } from './reserved-numbers.ts';
import { formOf, givenValues } from './upsert-form.ts';
import { OUTCOME_DIGITS, upsert } from './upsert-statements.ts';

const OUTCOMES = new Map(
  Object.entries(OUTCOME_DIGITS).map(([outcome, digit]) => [digit, outcome as UpsertOutcome]),
);

function upsertStatement(
  dialect: SqlDialect,
  args: UpsertRecords,
  records: readonly GivenRecord[],
  numbers: readonly number[] | null,
): Statement {
  const { storeShape, now, expiredUpTo } = args;
  const form = formOf(records, storeShape, expiredUpTo !== null);
  return upsert(dialect, form, {
    ...guardValues(args, { shape: form.whole, expires: form.expires }),
    now,
    expiredUpTo,
    given: givenValues(form, records, numbers),
  });
}

export function* upsertRecords(dialect: SqlDialect, args: UpsertRecords): Steps<UpsertOutcome[] | 'stale'> {
  const drawn = dialect.recordNumbers.kind === 'drawn';
  const segments = segmentsOf(args.records);
  const alone = drawn && segments.length === 1;
  if (!alone && !(yield* isCurrent(dialect, args))) return 'stale';
  const numbers = yield* reservedNumbers(dialect, args, args.records.length);

  const outcomes: UpsertOutcome[] = [];
  for (const records of segments) {
    const start = outcomes.length;
    const own = numbers?.slice(start, start + records.length) ?? null;
    const statement = upsertStatement(dialect, args, records, own);
    const digits = textOrNull(onlyRow(yield alone ? { ...statement, alone } : statement)[0]);
    if (digits === null) return 'stale';
    for (const digit of digits) outcomes.push(outcomeOf(digit));
  }
  return outcomes;
}

function outcomeOf(digit: string): UpsertOutcome {
  const outcome = OUTCOMES.get(digit);
  if (outcome === undefined) throw new Error(`not an outcome: ${digit}`);
  return outcome;
}
