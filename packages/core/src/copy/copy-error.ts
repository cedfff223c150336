/**
 * - `target_in_use`: the target holds data, or is a copy of another database.
 * - `same_database`: source and target are one database, or one is a file copy of the other.
 * - `already_complete`: an earlier run finished this copy.
 * - `source_incomplete`: the source is itself an unfinished copy.
 * - `differs`: source and target differ after the copy, or data vanished during it.
 * - `stopped`: the signal aborted.
 */
export type CopyErrorReason =
  | 'target_in_use'
  | 'same_database'
  | 'already_complete'
  | 'source_incomplete'
  | 'differs'
  | 'stopped';

/** Thrown when a copy can't begin, stops early or fails its verification. The message is for the operator. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
  readonly reason: CopyErrorReason;

  constructor(reason: CopyErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Returns the error for a source and target that differ, usually because one of them was written to meanwhile. */
export function difference(fact: string): CopyError {
  const advice =
    'Was one of them written to during the copy? Stop every server on both and copy again into an empty database.';
  return new CopyError('differs', `${fact} ${advice}`);
}
