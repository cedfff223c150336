/**
 * - `target_in_use`: the target holds data, or is a copy of another database.
 * - `same_database`: source and target are one database, or one is a file copy of the other.
 * - `already_complete`: this copy was finished before.
 * - `source_incomplete`: the source is itself a copy that was not finished.
 * - `differs`: in the end the two are not equal.
 * - `stopped`: the signal came.
 */
export type CopyErrorReason =
  | 'target_in_use'
  | 'same_database'
  | 'already_complete'
  | 'source_incomplete'
  | 'differs'
  | 'stopped';

/** Why a copy was not made, or not to its end. The message is for the operator. */
export class CopyError extends Error {
  override readonly name = 'CopyError';
  readonly reason: CopyErrorReason;

  constructor(reason: CopyErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The two sides are not equal, which is nobody's fault but that of whoever wrote meanwhile. */
export function difference(what: string): CopyError {
  const advice =
    'Was one of them written to meanwhile? Stop every server on both, and copy again into an empty database.';
  return new CopyError('differs', `${what} ${advice}`);
}
