import { fold, NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Filter, PropertyRow, Slot, StoreRow } from '@vitrine/core/storage';
import {
  createSqlStorage,
  type OperationArgs,
  type OperationName,
  runSteps,
  SCAN_MS,
  type SearchDriver,
  type Statement,
  startOperation,
} from '@vitrine/storage-sql';
import { beforeEach, expect, test } from 'vitest';
import { type Connection, openConnection } from './connections/connection.ts';
import { sqliteEngine } from './dialect/sqlite-engine.ts';

const HOSTILE = [
  "'",
  '"',
  "'; DROP TABLE records; --",
  '%',
  '_',
  '100%_done',
  '\\',
  '\\%',
  '?',
  '?1',
  '$1',
  ':name',
  '@x',
  '[a]',
  '*',
  '\u{1F600}',
  'Straße ÄÖÜ İ ς',
  '__proto__',
  '$.t24',
  '{"t24":1}',
  '\n\t\r',
  'x'.repeat(65_536),
];

const SLOTS: Slot[] = ['t0', 't24'];

let connection: Connection;
let texts: Set<string>;
let store: StoreRow;
let storage: ReturnType<typeof createSqlStorage>;

/** Runs every operation on one connection, and records the text of its statements. */
function watchingDriver(): SearchDriver {
  function run<Name extends OperationName>(name: Name, args: OperationArgs<Name>) {
    return runSteps(startOperation(sqliteEngine, name, args), (statement: Statement) => {
      texts.add(statement.text);
      return connection.execute(statement);
    });
  }
  return {
    name: 'watching',
    writesInOrder: true,
    importsNewAtOnce: false,
    run: async (name, args) => run(name, args),
    look: run,
    columns: null,
    inTurn: (_, __, work) =>
      work({
        limits: () => ({ milliseconds: SCAN_MS, signal: undefined }),
        run: async (name, args) => run(name, args),
      }),
    export() {
      throw new Error('not used here');
    },
    migrate: async () => run('migrateLayout', null),
    metrics: () => [],
    ping: async () => undefined,
    close: async () => connection.close(),
  };
}

beforeEach(async () => {
  texts = new Set();
  connection = openConnection({ path: ':memory:', role: 'write' });
  storage = createSqlStorage(watchingDriver());
  await storage.migrate();
  texts.clear();
  const properties = SLOTS.map(
    (slot, i): PropertyRow => ({
      name: HOSTILE[i] ?? '',
      type: 'string',
      required: false,
      unique: false,
      description: "'; --",
      slot,
    }),
  );
  store = await storage.stores.insert({
    id: "store'; --",
    accountId: 'account"?',
    name: '%',
    description: '$1',
    recordTtl: null,
    storeType: 'library',
    properties,
    createdAt: 1,
    updatedAt: 1,
  });
});

async function writeAndQuery(value: string, id: string): Promise<void> {
  const values = SLOTS.map(() => value);
  const outcome = await storage.records.upsert(store, [{ id, complete: true, slots: SLOTS, values }], 5);
  expect(outcome).toEqual(['created']);
  expect((await storage.records.get(store, id, 5))?.values).toEqual(values);
  const patched = await storage.records.patch(store, id, { slots: SLOTS, values }, 6);
  expect(patched).toMatchObject({ values });
  const folded = fold(value);
  for (const column of SLOTS) {
    const filters: Filter[] = [
      { column, op: 'eq', value },
      { column, op: 'contains', value: folded },
      { column, op: 'startsWith', value: folded },
      { column, op: 'endsWith', value: folded },
    ];
    for (const where of filters)
      expect(await storage.records.count(store, where, 7)).toBeGreaterThanOrEqual(1);
    const {
      rows: [found],
    } = await storage.records.find(
      store,
      {
        where: { all: filters },
        order: { column, direction: 'asc' },
        after: { value, seq: Number.MAX_SAFE_INTEGER },
        limit: 1,
      },
      7,
    );
    expect(found?.id).toBe(id);
  }
  await storage.stores.list(store.accountId, { nameContains: folded, before: null, limit: 10 });
}

test('every value is bound: all values run the same SQL texts', async () => {
  await writeAndQuery('a plain value', 'plain');
  // Long needles are searched with another statement.
  await writeAndQuery('another plain value, '.repeat(10), 'long');
  const afterPlain = new Set(texts);
  for (const [i, value] of HOSTILE.entries())
    await writeAndQuery(value, i % 2 === 0 ? value.slice(0, 100) : `id ${i}`);
  expect([...texts].filter((text) => !afterPlain.has(text))).toEqual([]);
  expect(await storage.records.count(store, { all: [] }, 7)).toBe(HOSTILE.length + 2);
});

test('wildcards of LIKE are ordinary characters', async () => {
  const records = ['100%', '100 percent', 'a_b', 'axb', 'back\\slash'].map((value) => ({
    id: value,
    complete: true,
    slots: SLOTS,
    values: SLOTS.map(() => value),
  }));
  await storage.records.upsert(store, records, 5);
  const idsWith = async (column: Slot, value: string) => {
    const where: Filter = { column, op: 'contains', value };
    const found = await storage.records.find(
      store,
      { where, order: NEWEST_FIRST, after: null, limit: 10 },
      5,
    );
    return found.rows.map((record) => record.id);
  };
  for (const column of SLOTS) {
    expect(await idsWith(column, '%')).toEqual(['100%']);
    expect(await idsWith(column, '_')).toEqual(['a_b']);
    expect(await idsWith(column, '\\')).toEqual(['back\\slash']);
  }
});

test('names of properties do not occur in SQL', () => {
  expect([...texts].join('\n')).not.toContain('DROP');
  expect([...texts].join('\n')).not.toContain("''");
});
