import type { UpsertOutcome } from '@vitrine/core/storage';
import type { SqlEngine } from '../../engine.ts';
import { reserveAccountNumber } from '../../statements/numbers.ts';
import { NOTHING } from '../../statements/sql.ts';
import { keptStatement, type Steps } from '../../statements/statement.ts';
import { areInState, type ReadStates } from '../writes/state-guard.ts';
import { isCurrent } from '../writes/store-guard.ts';
import type { DeleteRecords, UpsertRecords } from '../writes/writes.ts';

/**
 * Another transaction has changed a record between the check of it and the write. A driver runs the operation again, whose check
 * then finds the change.
 */
export class LostRaceError extends Error {}

/** A write of a transaction, with the outcomes that it must have. */
export type CommittedWrite =
  | {
      readonly name: 'upsertRecords';
      readonly args: UpsertRecords;
      readonly outcomes: readonly UpsertOutcome[];
    }
  | { readonly name: 'deleteRecords'; readonly args: DeleteRecords };

export interface CommitRecords {
  /**
   * The accounts whose transactions have found a record absent. There is no row to lock for it, so the transactions of an
   * account that rely on absence wait for each other.
   */
  readonly inTurn: readonly string[];
  readonly reads: readonly ReadStates[];
  readonly writes: readonly CommittedWrite[];
}

const endContext = keptStatement<object>((dialect) => dialect.endContext ?? NOTHING);

/**
 * Makes the writes if all that the transaction has read is unchanged. Returns false, and writes nothing, if not. Locks what was
 * read first, so the writes have the expected outcomes, unless another write creates an absent record meanwhile.
 *
 * @throws LostRaceError if a write has another outcome; its driver rolls back and runs the operation again.
 */
export function* commitRecords(engine: SqlEngine, { inTurn, reads, writes }: CommitRecords): Steps<boolean> {
  for (const account of inTurn) yield* reserveAccountNumber(engine, account, 'record_transactions');
  for (const read of reads) {
    if (!(yield* isCurrent(engine, read))) return false;
    if (!(yield* areInState(engine, read))) return false;
  }
  for (const [i, write] of writes.entries()) {
    if (!(yield* hasEffect(engine, write))) throw new LostRaceError();
    const next = writes[i + 1];
    const isLeft =
      !isUnlogged(write) && (next === undefined || next.name !== 'upsertRecords' || isUnlogged(next));
    if (engine.endContext !== null && isLeft) yield endContext(engine, {});
  }
  return true;
}

/** An upsert into a store whose log is off neither gives a context nor replaces that of the write before. */
function isUnlogged(write: CommittedWrite): boolean {
  return write.name === 'upsertRecords' && write.args.log === null;
}

/** Makes a write. Returns whether it had the expected outcomes. */
function* hasEffect(engine: SqlEngine, write: CommittedWrite): Steps<boolean> {
  if (write.name === 'deleteRecords') {
    const deleted = yield* engine.recordWrites.deleteRecords(engine, write.args);
    return deleted.length === write.args.ids.length;
  }
  const outcomes = yield* engine.recordWrites.upsertRecords(engine, write.args);
  return outcomes !== 'stale' && outcomes.every((outcome, i) => outcome === write.outcomes[i]);
}
