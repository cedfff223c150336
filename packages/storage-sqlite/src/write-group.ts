import { operationOf, type Row, runSteps, type Statement, startOperation } from '@vitrine/storage-sql';
import { type Connection, fixed } from './connection.ts';
import { type Failure, failureOf, isBusy } from './errors.ts';
import type { WriteRequest, WriterAnswer } from './messages.ts';
import { sqliteEngine } from './sqlite-engine.ts';

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
 *
 * Failing is rare, so the group runs without savepoints first; if an operation fails, all is undone and the group runs
 * again with a savepoint for each. A program depends on its arguments and rows only, so it may.
 */
export function runGroup(connection: Connection, requests: readonly WriteRequest[]): WriterAnswer {
  try {
    const results = runPlain(connection, requests);
    if (results !== null) return { results, failures: [] };
    return runInSavepoints(connection, requests);
  } catch (error) {
    rollBack(connection);
    const failure = failureOf(error);
    return { results: requests.map(() => null), failures: requests.map((_, i) => [i, failure] as const) };
  }
}

/** Null when an operation of several has failed: then nothing is done. */
function runPlain(connection: Connection, requests: readonly WriteRequest[]): unknown[] | null {
  begin(connection);
  let results: unknown[];
  try {
    results = requests.map(runner(connection));
  } catch (error) {
    if (requests.length === 1 || failureOf(error).fatal || !connection.inTransaction) throw error;
    rollBack(connection);
    return null;
  }
  connection.execute(COMMIT);
  return results;
}

function runInSavepoints(connection: Connection, requests: readonly WriteRequest[]): WriterAnswer {
  const failures: [number, Failure][] = [];
  begin(connection);
  const run = runner(connection);
  const results = requests.map((request, i) => {
    connection.execute(SAVEPOINT);
    try {
      const result = run(request);
      connection.execute(RELEASE);
      return result;
    } catch (error) {
      const failure = failureOf(error);
      // Without a transaction there is nothing to go on with: all of the group is undone.
      if (failure.fatal || !connection.inTransaction) throw error;
      connection.execute(ROLLBACK_TO);
      connection.execute(RELEASE);
      failures.push([i, failure]);
      return null;
    }
  });
  connection.execute(COMMIT);
  return { results, failures };
}

/** Runs operations of one transaction. Writes to one store that follow each other ask only once whether it has changed. */
function runner(connection: Connection): (request: WriteRequest) => unknown {
  let asked: Statement | null = null;
  let answered: readonly Row[] = [];

  function execute(statement: Statement): readonly Row[] {
    if (statement.ofStore === undefined) return connection.execute(statement);
    if (asked === null || !isSame(asked, statement)) {
      answered = connection.execute(statement);
      asked = statement;
    }
    return answered;
  }

  return ([name, args]) => {
    const result = runSteps(startOperation(sqliteEngine, name, args), execute);
    if (operationOf(name).changes?.table === 'stores') asked = null;
    return result;
  };
}

function isSame(one: Statement, other: Statement): boolean {
  return one.text === other.text && one.values.every((value, i) => value === other.values[i]);
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
