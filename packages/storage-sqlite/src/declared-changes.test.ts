import { storageConformance } from '@vitrine/core/conformance';
import {
  type CachedTable,
  createSqlStorage,
  type OperationArgs,
  type OperationName,
  operationOf,
  operations,
} from '@vitrine/storage-sql';
import { describe, expect, test } from 'vitest';
import { type Connection, fixed, openConnection } from './connections/connection.ts';
import { memoryDriver } from './memory-driver.ts';
import type { SqliteDriver } from './sqlite-driver.ts';

const TABLES: readonly CachedTable[] = ['api_keys', 'images', 'stores'];

/**
 * Run by drivers themselves, `numberChanges`, `advanceNew` and `insertRecords` only for PostgreSQL, where the last two do
 * the same as `advanceImport` and `restoreRecords`.
 */
const NOT_REACHED: readonly OperationName[] = [
  'numberChanges',
  'migrateLayout',
  'tryWriting',
  'advanceNew',
  'insertRecords',
];

const written = new Set<OperationName>();
const declaredChanges = new Set<OperationName>();

/** Counts changes and deletions of rows. Inserts don't count, because absence is never cached. */
function createCounters(connection: Connection): void {
  const create = (text: string) => connection.execute(fixed(text));
  create('CREATE TEMP TABLE counters (name TEXT PRIMARY KEY, changes INTEGER NOT NULL) STRICT');
  for (const table of TABLES) {
    create(`INSERT INTO counters (name, changes) VALUES ('${table}', 0)`);
    for (const event of ['UPDATE', 'DELETE']) {
      create(`
        CREATE TEMP TRIGGER count_${table}_${event} AFTER ${event} ON main.${table}
        BEGIN
          UPDATE counters SET changes = changes + 1 WHERE name = '${table}';
        END`);
    }
  }
}

/** Fails the calls of operations that change rows of a cached table and do not declare it. */
function watchedDriver(): SqliteDriver {
  const connection = openConnection({ path: ':memory:', role: 'write' });
  const driver = memoryDriver(connection);
  const select = fixed('SELECT name, changes FROM counters');
  const readCounters = () => new Map(connection.execute(select).map(([name, count]) => [name, count]));
  let open = true;
  return {
    ...driver,
    async migrate() {
      const migration = await driver.migrate();
      if (migration.from === 0) createCounters(connection);
      return migration;
    },
    async run<Name extends OperationName>(name: Name, args: OperationArgs<Name>) {
      const { lane, changes } = operationOf(name);
      if (lane !== 'write' || !open) return driver.run(name, args);
      written.add(name);
      const before = readCounters();
      // The driver runs the operation before it returns the promise, so no other operation is between the two readings.
      const running = driver.run(name, args);
      const after = readCounters();
      const result = await running;
      for (const table of TABLES.filter((table) => after.get(table) !== before.get(table))) {
        if (changes?.table !== table)
          throw new Error(`${name} changes rows of ${table} and does not declare it`);
        if (changes.when?.(result) === false) throw new Error(`${name} denies a change of ${table}`);
        declaredChanges.add(name);
      }
      return result;
    },
    close() {
      open = false;
      return driver.close();
    },
  };
}

storageConformance(
  { describe, test },
  {
    name: 'sqlite in memory, whose writes are watched',
    async open() {
      const storage = createSqlStorage(watchedDriver());
      return { storage, close: () => storage.close() };
    },
  },
);

test('the kit reaches every operation that writes, and changes rows by every operation that declares it', () => {
  const names = Object.keys(operations) as OperationName[];
  const writes = names.filter((name) => operationOf(name).lane === 'write');
  expect(writes.filter((name) => !written.has(name))).toEqual(NOT_REACHED);
  const declared = names.filter((name) => operationOf(name).changes !== null);
  expect([...declaredChanges].sort()).toEqual(declared.sort());
});
