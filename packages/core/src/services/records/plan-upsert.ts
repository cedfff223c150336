import type { Issue } from '../../ground/errors.ts';
import { readOwnId } from '../../schema/read-id.ts';
import {
  findMissing,
  findTooLarge,
  findUnset,
  readRecordBody,
  toSlotValues,
} from '../../schema/read-record.ts';
import type { StoreRow, UpsertRecord } from '../../storage/index.ts';

/** An element of a batch as its result shows it. `missing` applies only if it would create a record. */
export interface UpsertPlan {
  /** Null if ids are random or no id could be derived from the values. */
  readonly key: string | null;
  readonly issues: readonly Issue[];
  readonly missing: readonly Issue[];
  /** The id of the record that is written. Null: the issues prevent it. */
  readonly id: string | null;
}

export interface PlannedUpsert extends UpsertPlan {
  readonly record: UpsertRecord | null;
}

/** Reads an element of a batch by the schema of the store. `uuid` makes the id of a record without a key. */
export function planUpsert(
  store: StoreRow,
  element: unknown,
  uuid: (now: number) => string,
  now: number,
): PlannedUpsert {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) {
    const issues = [{ path: '', message: 'Expected a JSON object keyed by property names.' }];
    return { key: null, issues, missing: [], id: null, record: null };
  }
  const read = readRecordBody(store, element as Record<string, unknown>);
  const issues = [...read.issues, ...findTooLarge(store, read)];
  const key = readOwnId(store, read, issues);
  const missing = besides(issues, findMissing(store, read));
  issues.push(...besides(issues, findUnset(read)));
  // Without a key the record could only be created, so missing values are always issues.
  if (key === null && issues.length > 0) issues.push(...missing);
  const id = key ?? uuid(now);
  if (issues.length > 0) return { key, issues, missing, id: null, record: null };
  const record = { id, complete: missing.length === 0, ...toSlotValues(store, read) };
  return { key, issues, missing, id, record };
}

/** Returns the issues whose paths are not among the others. */
export function besides(others: readonly Issue[], issues: readonly Issue[]): readonly Issue[] {
  if (issues.length === 0 || others.length === 0) return issues;
  const paths = new Set(others.map(({ path }) => path));
  return issues.filter(({ path }) => !paths.has(path));
}
