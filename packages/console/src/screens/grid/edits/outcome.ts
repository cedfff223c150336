import type { Change } from '../../../records/edits/edit.ts';

/** What became of changes that were to be taken back, or made again. */
export interface Outcome {
  /** Those that were made, with the ids that their records have now. */
  readonly made: readonly Change[];
  /** Those that can be tried again. */
  readonly failed: readonly Change[];
  /** Why the first of those failed; null: none has. */
  readonly error: unknown;
  /** Sentences about those that were left, and can't be made any more. */
  readonly notes: readonly string[];
  /** Whether the one that was made waits for the server or for the user, who is told. */
  readonly isPending?: boolean;
}

/** Returns the outcome of the parts together. */
export function joinOutcomes(parts: readonly Outcome[]): Outcome {
  return {
    made: parts.flatMap(({ made }) => made),
    failed: parts.flatMap(({ failed }) => failed),
    error: parts.find(({ error }) => error !== null)?.error ?? null,
    notes: [...new Set(parts.flatMap(({ notes }) => notes))],
    isPending: parts.some(({ isPending }) => isPending === true),
  };
}
