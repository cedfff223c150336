import type { RecordRow } from '../../ground/rows.ts';

/**
 * A record as a caller has read it. Two changes in one millisecond that restore its values also restore its state, and
 * the caller then sees no difference.
 */
export type RecordState = Pick<RecordRow, 'seq' | 'updatedAt' | 'values'>;

/** Returns whether the record is as the caller has read it. Null: there is none, or there was none. */
export function isInState(record: RecordState | null, expected: RecordState | null): boolean {
  if (record === null || expected === null) return record === expected;
  const { seq, updatedAt, values } = record;
  return (
    seq === expected.seq &&
    updatedAt === expected.updatedAt &&
    values.length === expected.values.length &&
    values.every((value, i) => value === expected.values[i])
  );
}
