import { operationOf, type Row, runSteps, type Statement, startOperation } from '@vitrine/storage-sql';
import { type Connection, fixed } from '../connections/connection.ts';
import { type Failure, failureOf, isBusy } from '../connections/errors.ts';
import { sqliteEngine } from '../dialect/sqlite-engine.ts';
import type { GroupReply, Write } from '../messages.ts';

/** Each attempt waits for `BUSY_TIMEOUT`. */
const BEGIN_ATTEMPTS = 3;

const BEGIN = fixed('BEGIN IMMEDIATE');
const COMMIT = fixed('COMMIT');
const ROLLBACK = fixed('ROLLBACK');
const SAVEPOINT = fixed('SAVEPOINT operation');
const RELEASE = fixed('RELEASE operation');
const ROLLBACK_TO = fixed('ROLLBACK TO operation');

/**
 * Runs operations in one transaction, and so with one fsync. Each operation is atomic: one that fails is rolled back
 * alone. If the transaction can't begin or commit, all of them fail.
 *
 * Failures are rare, so the group runs without savepoints first. If an operation fails, the transaction is rolled back, the
 * operations so far run again with a savepoint for each, and the group ends.
 *
 * @param group returns each operation when the one before has run. The results are those of the operations that it returned.
 */
export function runGroup<Each extends Write>(
  connection: Connection,
  group: Iterable<Each>,
): GroupReply & { readonly group: readonly Each[] } {
  const taken: Each[] = [];
  try {
    begin(connection);
    const results = runPlain(connection, group, taken);
    return {
      group: taken,
      ...(results === null ? runInSavepoints(connection, taken) : { results, failures: [] }),
    };
  } catch (error) {
    rollBack(connection);
    const failure = failureOf(error);
    // Without a transaction nothing was taken, and all of the group fails.
    if (taken.length === 0) taken.push(...group);
    return {
      group: taken,
      results: taken.map(() => null),
      failures: taken.map((_, i) => [i, failure] as const),
    };
  }
}

/** Runs a group without savepoints. Returns null, and changes nothing, if one of several operations fails. */
function runPlain<Each extends Write>(
  connection: Connection,
  group: Iterable<Each>,
  taken: Each[],
): unknown[] | null {
  const run = runner(connection);
  const results: unknown[] = [];
  for (const write of group) {
    taken.push(write);
    try {
      results.push(run(write));
    } catch (error) {
      if (taken.length === 1 || failureOf(error).fatal || !connection.inTransaction) throw error;
      rollBack(connection);
      return null;
    }
  }
  connection.execute(COMMIT);
  return results;
}

function runInSavepoints(connection: Connection, group: readonly Write[]): GroupReply {
  const failures: [number, Failure][] = [];
  begin(connection);
  const run = runner(connection);
  const results = group.map((write, i) => {
    connection.execute(SAVEPOINT);
    try {
      const result = run(write);
      connection.execute(RELEASE);
      return result;
    } catch (error) {
      const failure = failureOf(error);
      // Without its transaction, the whole group is rolled back.
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

/** Runs operations of one transaction. Consecutive writes to one store read only once whether it has changed. */
function runner(connection: Connection): (write: Write) => unknown {
  let lastRead: Statement | null = null;
  let lastRows: readonly Row[] = [];

  function execute(statement: Statement): readonly Row[] {
    if (statement.ofStore === undefined) return connection.execute(statement);
    if (lastRead === null || !isSame(lastRead, statement)) {
      lastRows = connection.execute(statement);
      lastRead = statement;
    }
    return lastRows;
  }

  return ({ name, args }) => {
    const result = runSteps(startOperation(sqliteEngine, name, args), execute);
    if (operationOf(name).changes?.table === 'stores') lastRead = null;
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

/** Rolls back, unless the engine has done so itself, as it does when the disk is full. */
function rollBack(connection: Connection): void {
  if (connection.inTransaction) connection.execute(ROLLBACK);
}
