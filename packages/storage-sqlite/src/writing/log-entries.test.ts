import type { Storage, StoreRow } from '@vitrine/core/storage';
import { createSqlStorage, type Statement } from '@vitrine/storage-sql';
import { expect, test } from 'vitest';
import { createNumberStore } from '../../../../test/columns/number-store.ts';
import { verifies } from '../../../../test/requirements.ts';
import { openConnection } from '../connections/connection.ts';
import { memoryDriver } from '../memory-driver.ts';

const NOW = 2;
const ALL = {
  where: { all: [] },
  order: { column: 'id', direction: 'asc' },
  after: null,
  limit: 100,
} as const;
/** More than a write has statements. */
const STATEMENTS_MAX = 100;

/** Opens a storage in memory whose statement with some number fails. */
function failingStorage() {
  const connection = openConnection({ path: ':memory:', role: 'write' });
  let left = Number.POSITIVE_INFINITY;
  const failing = {
    ...connection,
    execute(statement: Statement) {
      if (--left === 0) throw Object.assign(new Error('the disk is full'), { code: 'SQLITE_FULL' });
      return connection.execute(statement);
    },
    get inTransaction() {
      return connection.inTransaction;
    },
  };
  return {
    storage: createSqlStorage(memoryDriver(failing)),
    failAt(statement: number) {
      left = statement;
    },
  };
}

/** Returns the records of a store with their values, and the entries of its log. */
async function contentOf({ records, changes }: Storage, store: StoreRow) {
  const { rows } = await records.find(store, ALL, NOW);
  const page = await changes.read(store.id, { after: 0, limit: 100 });
  if (page === 'expired') throw new Error('entries are missing');
  return {
    records: rows.map(({ id, values }) => `${id} ${values[0]}`),
    entries: page.rows.map(({ type, recordId }) => `${type} ${recordId}`),
  };
}

const upserted = ['a', 'b'].map((id) => ({ id, complete: true, slots: ['n0'] as const, values: [2] }));

test.each<[title: string, write: (storage: Storage, store: StoreRow) => Promise<unknown>, after: object]>([
  [
    'a batch',
    ({ records }, store) => records.upsert(store, upserted, NOW),
    {
      records: ['a 2', 'b 2'],
      entries: ['record.created a', 'record.updated a', 'record.created b'],
    },
  ],
  [
    'a change',
    ({ records }, store) => records.patch(store, 'a', { slots: ['n0'], values: [2] }, NOW),
    { records: ['a 2'], entries: ['record.created a', 'record.updated a'] },
  ],
  [
    'a deletion',
    ({ records }, store) => records.delete(store, ['a'], NOW),
    { records: [], entries: ['record.created a', 'record.deleted a'] },
  ],
])(
  '%s that fails at any of its statements leaves neither a change nor an entry, or both',
  verifies('changes.log.atomic'),
  async (_, write, after) => {
    const { storage, failAt } = failingStorage();
    await storage.migrate();
    const created = await createNumberStore(storage);
    await storage.changes.turnOn(created, NOW);
    const store = await storage.stores.get(created.accountId, created.id);
    if (store === null) throw new Error('no store');
    await storage.records.upsert(store, [{ id: 'a', complete: true, slots: ['n0'], values: [1] }], NOW);
    const before = await contentOf(storage, store);
    let failures = 0;
    for (let statement = 1; statement < STATEMENTS_MAX; statement++) {
      failAt(statement);
      const hasFailed = await write(storage, store).then(
        () => false,
        () => true,
      );
      failAt(Number.POSITIVE_INFINITY);
      const content = await contentOf(storage, store);
      // Statements follow the commit.
      if (!hasFailed || content.entries.length > before.entries.length) break;
      failures++;
      expect(content).toEqual(before);
    }
    expect(failures).toBeGreaterThan(2);
    expect(await contentOf(storage, store)).toEqual(after);
    await storage.close();
  },
);
