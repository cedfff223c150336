import type { StoreRecordResponse } from '../../../contracts/records/records.ts';
import { PreconditionFailedError, ValidationError } from '../../../ground/errors.ts';
import { recordEtag } from '../../../schema/record-json.ts';
import type { RecordRow, RecordState } from '../../../storage/index.ts';

/** A condition on the record that a call changes. */
export interface MatchOptions {
  /**
   * A record with all its members, as a call returned it; or the value of an If-Match header: entity tags (`recordEtag`) of
   * which one must be that of the record, or `*` for any record. Weak tags never match. Null and undefined: no condition.
   */
  readonly ifMatch?: string | object | null | undefined;
}

/** An entity tag of a list. If-Match compares strongly, so `W/` is part of the tag (RFC 9110 section 13.1.1). */
const TAG = /(?:W\/)?"[^"]*"/g;

/** Returns the condition on the state of a record. Null if any record meets it. @throws ValidationError at `ifMatch`. */
export function stateCondition({ ifMatch = null }: MatchOptions): string | null {
  if (typeof ifMatch === 'string') return ifMatch.trim() === '*' ? null : ifMatch;
  if (ifMatch === null) return null;
  // For programs that the compiler does not check.
  if (typeof ifMatch === 'object') return recordEtag(ifMatch as StoreRecordResponse);
  throw new ValidationError([{ path: 'ifMatch', message: 'Expected a record or an entity tag.' }]);
}

/** @throws PreconditionFailedError if the record has none of the entity tags. */
export function requireMatch(record: StoreRecordResponse, condition: string): void {
  const etag = recordEtag(record);
  for (const [tag] of condition.matchAll(TAG)) if (tag === etag) return;
  throw new PreconditionFailedError('The record has changed: it has another entity tag.');
}

/** Returns the state in which a write expects a record that was read. */
export function stateOf({ seq, updatedAt, values }: RecordRow): RecordState {
  return { seq, updatedAt, values };
}
