import { type Issue, ValidationError, VitrineError } from '../../../ground/errors.ts';
import type { MaybePromise } from '../../../ground/promises.ts';
import { readOwnId } from '../../../schema/read-id.ts';
import {
  findMissing,
  findTooLarge,
  findUnset,
  type ReadBody,
  readRecordBody,
} from '../../../schema/read-record.ts';
import type { StoreRow, UpsertRecord } from '../../../storage/index.ts';
import type { ServiceContext } from '../../calls/context.ts';
import type { WriteFacts } from '../../calls/record-hooks.ts';
import { findUnfit, toSlotValues } from './written-values.ts';

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

/** Makes the id of a record without a key. */
type MakeId = (now: number) => string;

/** Reads an element of a batch by the schema of the store. */
export function planUpsert(store: StoreRow, element: unknown, uuid: MakeId, now: number): PlannedUpsert {
  return planRead(store, readElement(store, element), uuid, now);
}

/** Reads elements by the schema of a store, after its hooks. */
export interface UpsertPlanner {
  /** Whether the store has hooks. If not, plans are here at once. */
  readonly isHooked: boolean;
  plan(element: unknown, now: number): MaybePromise<PlannedUpsert>;
}

/** Returns the planner of the elements of a batch or of an import. One that a hook refuses has the issues of that. */
export function upsertPlanner(
  { ids, recordHooks }: Pick<ServiceContext, 'ids' | 'recordHooks'>,
  store: StoreRow,
  facts: Pick<WriteFacts, 'by' | 'isPreview'>,
): UpsertPlanner {
  const before = recordHooks.of(store, { ...facts, action: 'upsert', recordId: null });
  if (before === null) {
    return { isHooked: false, plan: (element, now) => planUpsert(store, element, ids.uuid, now) };
  }
  return {
    isHooked: true,
    async plan(element, now) {
      const given = readElement(store, element);
      try {
        return planRead(store, given && (await before(given)), ids.uuid, now);
      } catch (error) {
        if (!(error instanceof VitrineError)) throw error;
        const { key } = planRead(store, given, ids.uuid, now);
        return { key, issues: issuesOf(error), missing: [], id: null, record: null };
      }
    },
  };
}

function issuesOf(error: VitrineError): readonly Issue[] {
  const issues = error instanceof ValidationError ? error.issues : [];
  return issues.length > 0 ? issues : [{ path: '', message: error.message }];
}

/** Returns null for an element that is not an object. */
function readElement(store: StoreRow, element: unknown): ReadBody | null {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return null;
  return readRecordBody(store, element as Record<string, unknown>);
}

function planRead(store: StoreRow, read: ReadBody | null, uuid: MakeId, now: number): PlannedUpsert {
  if (read === null) {
    const issues = [{ path: '', message: 'Expected a JSON object keyed by property names.' }];
    return { key: null, issues, missing: [], id: null, record: null };
  }
  const issues = [...read.issues, ...findUnfit(read), ...findTooLarge(store, read)];
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
