import type { Caller } from '@vitrine/core';
import { requireWanted } from '@vitrine/core/adapter';
import type { ExportedRecords, Migration } from '@vitrine/core/storage';
import {
  Export,
  type OperationArgs,
  type OperationName,
  type OperationResult,
  operationOf,
  runSteps,
  SCAN_MS,
  SYSTEM,
  startOperation,
} from '@vitrine/storage-sql';
import { backUpConnection } from './backup.ts';
import { type Connection, openConnection } from './connections/connection.ts';
import { closedError, errorOf, failureOf } from './connections/errors.ts';
import { sqliteEngine } from './dialect/sqlite-engine.ts';
import type { SqliteDriver } from './sqlite-driver.ts';
import { changeLog } from './writing/change-log.ts';
import { runGroup } from './writing/write-group.ts';

/**
 * Opens a database in memory. It has one connection, which runs everything on the main thread, and ends with the
 * driver.
 */
export function memoryDriver(
  connection: Connection = openConnection({ path: ':memory:', role: 'write' }),
): SqliteDriver {
  const changes = changeLog(connection);
  let open = true;

  function attempt<Result>(step: () => Result): Result {
    if (!open) throw closedError();
    try {
      return step();
    } catch (error) {
      throw errorOf(failureOf(error));
    }
  }

  function write<Name extends OperationName>(name: Name, args: OperationArgs<Name>): OperationResult<Name> {
    if (!open) throw closedError();
    const { results, failures } = runGroup(connection, [{ name, args }]);
    const [failed] = failures;
    if (failed !== undefined) throw errorOf(failed[1]);
    changes.afterGroup();
    return results[0] as OperationResult<Name>;
  }

  return {
    name: 'sqlite',
    writesInOrder: true,
    importsNewAtOnce: false,
    async run<Name extends OperationName>(name: Name, args: OperationArgs<Name>, caller: Caller = SYSTEM) {
      if (operationOf(name).lane === 'write') return write(name, args);
      requireWanted(caller);
      return attempt(() => runSteps(startOperation(sqliteEngine, name, args), connection.execute));
    },
    look: (name, args) =>
      attempt(() => runSteps(startOperation(sqliteEngine, name, args), connection.execute)),
    columns: null,
    inTurn(_, caller, work) {
      return work({
        limits: () => ({ milliseconds: SCAN_MS, signal: caller.signal }),
        run: (name, args) => this.run(name, args, caller),
      });
    },
    async *export(args, caller = SYSTEM): AsyncGenerator<ExportedRecords> {
      requireWanted(caller);
      const source = new Export(sqliteEngine, args);
      // Reads all rows at once, because the connection can't write while it iterates.
      for (const row of attempt(() => connection.execute(source.rest()))) {
        source.add(row);
        if (!source.isFull) continue;
        yield source.take();
        requireWanted(caller);
      }
      yield source.end();
    },
    metrics: () => [],
    async migrate(): Promise<Migration> {
      return write('migrateLayout', null);
    },
    async ping() {
      attempt(() => undefined);
    },
    async close() {
      if (open) connection.close();
      open = false;
    },
    async backup(destination) {
      attempt(() => backUpConnection(connection, destination));
    },
  };
}
