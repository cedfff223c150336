import {
  type OperationArgs,
  type OperationName,
  operationOf,
  runSteps,
  startOperation,
} from '@vitrine/storage-sql';
import { type Connection, fixed } from './connection.ts';
import { sqliteEngine } from './sqlite-engine.ts';

const BEGIN = fixed('BEGIN');
const CHANGES = fixed('SELECT changes FROM look_ups');
const COMMIT = fixed('COMMIT');
const ROLLBACK = fixed('ROLLBACK');

const { nodeTiming } = performance;

/** A turn that reads this much begins anew, so that a loop which never lets the event loop turn gets on too. */
const READS_AT_MOST = 128;
const ANSWERS_KEPT = 5_000;

export interface TurnReads {
  run(name: OperationName, args: OperationArgs<OperationName>): unknown;
  /** What is read from now on sees everything that was committed before. */
  end(): void;
}

/**
 * Runs the reads of one turn of the event loop in one read transaction, which takes SQLite's locks once and not for each;
 * and caches the results of reads that are declared as cached until a row that such an answer came from is changed or removed. A turn that needs no
 * other answers needs no transaction.
 *
 * A turn is what the loop does between two looks for input; libuv counts those. The driver ends one where a write or a
 * scan was answered. So a read sees all that was committed before the call that needs it arrived: a revoked key and a changed
 * or deleted store are seen by the very next call, in every process. What can come within a turn is what others have
 * committed after it began; a caller could miss that only if it sent one call behind another on the same connection,
 * without waiting for an answer, and learnt of the commit in between.
 *
 * What is kept is guarded by a number that triggers count up in the transaction of the change (`createLookUps`), whoever
 * makes it; it is looked at in every turn.
 */
export function turnReads(connection: Connection): TurnReads {
  /** Reads that the turn may still take; 0 when none has begun. */
  let left = 0;
  /** The loop's count when the turn began. */
  let turn = 0;
  let inTransaction = false;
  let changes: unknown = null;
  const answers = new Map<string, unknown>();

  /** Forgets what was kept if any of it may have changed since the turn before. */
  function begin(): void {
    end();
    turn = nodeTiming.uvMetricsInfo.loopCount;
    const seen = connection.execute(CHANGES)[0]?.[0];
    if (seen !== changes) {
      changes = seen;
      answers.clear();
    }
    left = READS_AT_MOST;
  }

  function end(): void {
    left = 0;
    if (!inTransaction) return;
    inTransaction = false;
    connection.execute(COMMIT);
  }

  function read(name: OperationName, args: OperationArgs<OperationName>): unknown {
    if (!inTransaction) {
      connection.execute(BEGIN);
      inTransaction = true;
      setImmediate(end);
    }
    return runSteps(startOperation(sqliteEngine, name, args), connection.execute);
  }

  function readKept(name: OperationName, args: OperationArgs<OperationName>): unknown {
    const { cached } = operationOf(name);
    const key = cached === null ? undefined : `${cached.table} ${cached.key(args)}`;
    const kept = key === undefined ? undefined : answers.get(key);
    if (kept !== undefined) return kept;
    const answer = read(name, args);
    // Only of what there is, so that keys which are guessed at take no room. What was changed since the turn's look may be
    // in it already: then the next look finds another number, and it is forgotten.
    if (key !== undefined && answer !== null) {
      if (answers.size >= ANSWERS_KEPT) answers.clear();
      answers.set(key, Object.freeze(answer));
    }
    return answer;
  }

  return {
    run(name, args) {
      try {
        if (left === 0 || turn !== nodeTiming.uvMetricsInfo.loopCount) begin();
        left--;
        return readKept(name, args);
      } catch (error) {
        left = 0;
        inTransaction = false;
        if (connection.inTransaction) connection.execute(ROLLBACK);
        throw error;
      }
    },
    end,
  };
}
