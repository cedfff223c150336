import { runProgram, startOperation } from '@vitrine/storage-sql';
import { type Connection, fixed } from './connection.ts';
import { type Failure, failureOf, isBusy } from './errors.ts';
import type { WriteRequest, WriterAnswer } from './messages.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** Each attempt waits as long as `busy_timeout` says. */
const BEGIN_ATTEMPTS = 3;

const BEGIN = fixed('BEGIN IMMEDIATE');
const COMMIT = fixed('COMMIT');
const ROLLBACK = fixed('ROLLBACK');
const SAVEPOINT = fixed('SAVEPOINT operation');
const RELEASE = fixed('RELEASE operation');
const ROLLBACK_TO = fixed('ROLLBACK TO operation');

/**
 * Runs operations in one transaction, and so with one fsync. Each is atomic by itself: one that fails is undone
 * alone. When the transaction can't begin or commit, all of them fail.
 */
export function runGroup(connection: Connection, requests: readonly WriteRequest[]): WriterAnswer {
  const results: unknown[] = [];
  const failures: [number, Failure][] = [];
  try {
    begin(connection);
    for (let i = 0; i < requests.length; i++) {
      const request = requests[i];
      if (request === undefined) continue;
      const outcome = requests.length === 1 ? run(connection, request) : runInSavepoint(connection, request);
      results.push(outcome.result);
      if (outcome.failure !== null) failures.push([i, outcome.failure]);
    }
    connection.execute(COMMIT);
    return { results, failures };
  } catch (error) {
    rollBack(connection);
    const failure = failureOf(error);
    return { results: requests.map(() => null), failures: requests.map((_, i) => [i, failure] as const) };
  }
}

function begin(connection: Connection): void {
  for (let attempt = 1; ; attempt++) {
    try {
      connection.execute(BEGIN);
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === BEGIN_ATTEMPTS) throw error;
    }
  }
}

/** The engine may have rolled back by itself, as it does when the disk is full. */
function rollBack(connection: Connection): void {
  if (connection.inTransaction) connection.execute(ROLLBACK);
}

interface Outcome {
  readonly result: unknown;
  readonly failure: Failure | null;
}

function run(connection: Connection, [name, args]: WriteRequest): Outcome {
  const result = runProgram(startOperation(sqliteDialect, name, args), connection.execute);
  return { result, failure: null };
}

function runInSavepoint(connection: Connection, request: WriteRequest): Outcome {
  connection.execute(SAVEPOINT);
  try {
    const outcome = run(connection, request);
    connection.execute(RELEASE);
    return outcome;
  } catch (error) {
    const failure = failureOf(error);
    // Without a transaction there is nothing to go on with: all of the group is undone.
    if (failure.fatal || !connection.inTransaction) throw error;
    connection.execute(ROLLBACK_TO);
    connection.execute(RELEASE);
    return { result: null, failure };
  }
}
