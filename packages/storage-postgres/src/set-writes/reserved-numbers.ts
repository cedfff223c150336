import { type NumberedStore, reserveRecordNumbers, type SqlDialect, type Steps } from '@vitrine/storage-sql';

/** Reserves insertion numbers for records of a store. Returns null where statements draw the numbers themselves. */
export function* reservedNumbers(
  dialect: SqlDialect,
  store: NumberedStore,
  count: number,
): Steps<number[] | null> {
  if (dialect.recordNumbers.kind === 'drawn') return null;
  const first = yield* reserveRecordNumbers(dialect, store, count);
  return Array.from({ length: count }, (_, i) => first + i);
}
