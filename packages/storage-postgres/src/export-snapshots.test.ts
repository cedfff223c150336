import { EVERYTHING } from '@vitrine/core/adapter';
import type { Order, RecordEncoding, Storage } from '@vitrine/core/storage';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres/database.ts';
import { verifies } from '../../../test/requirements.ts';
import { postgresStorage } from './postgres-storage.ts';

const MINUTE = 60_000;
const RECORDS = 300;
const TEXT = 'x'.repeat(10_000);
const ENCODING: RecordEncoding = {
  format: 'json',
  columns: ['id', 't0'],
  members: [
    { name: 'id', cell: 0, type: 'string', isGuarded: false },
    { name: 't', cell: 1, type: 'string', isGuarded: false },
  ],
};

let database: TestDatabase;
let storage: Storage;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: true });
  storage = postgresStorage({ url: database.url, backend: 'postgres', pool: 5 });
  await storage.migrate();
});
afterAll(async () => {
  await storage.close();
  await database.drop();
});

function record(i: number) {
  return { id: `r${i}`, complete: true, slots: ['t0', 'n0'] as const, values: [TEXT, i % 20] };
}

async function arrangeStore(id: string) {
  const optional = { required: false, unique: false, description: null };
  const store = await storage.stores.insert({
    id,
    accountId: 'account',
    name: 'A store',
    description: null,
    recordTtl: null,
    storeType: 'library',
    properties: [
      { name: 't', type: 'string', slot: 't0', ...optional },
      { name: 'n', type: 'number', slot: 'n0', ...optional },
    ],
    createdAt: 1,
    updatedAt: 1,
  });
  await storage.records.upsert(
    store,
    Array.from({ length: RECORDS }, (_, i) => record(i)),
    1,
  );
  return store;
}

const ORDERS: readonly Order[] = [
  { column: 'seq', direction: 'desc' },
  { column: 'created_at', direction: 'desc' },
  { column: 'updated_at', direction: 'asc' },
  { column: 'id', direction: 'asc' },
  { column: 'n0', direction: 'desc' },
  { column: 't0', direction: 'asc' },
];

test.each(ORDERS)(
  'an export in the order %o goes on in a new snapshot after a minute, and has each record once',
  verifies('records.export.slow'),
  async (order) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const store = await arrangeStore(`store ${JSON.stringify(order)}`);
    const query = { where: EVERYTHING, order, limit: RECORDS - 10 };
    const collect = async (disturb: (chunk: number) => Promise<void>) => {
      const bytes: Uint8Array[] = [];
      let chunks = 0;
      for await (const chunk of storage.records.export(store, query, ENCODING, 1)) {
        bytes.push(chunk.bytes);
        expect(chunk.more).toBe(true);
        await disturb(chunks++);
      }
      return (JSON.parse(Buffer.concat(bytes).toString()) as { id: string }[]).map(({ id }) => id);
    };
    const ids = await collect(async () => undefined);
    const late = ids.at(-2) ?? '';
    const found = await collect(async (chunk) => {
      vi.advanceTimersByTime(MINUTE);
      if (chunk === 0) await storage.records.delete(store, [late], 1);
    });
    expect(found).not.toContain(late);
    const before = ids.filter((id) => id !== late);
    // The limit then has room for one more.
    expect(found.slice(0, before.length)).toEqual(before);
    expect(found).toHaveLength(ids.length);
  },
);

test('a slow export whose store is deleted ends with an error', verifies('records.export.slow'), async () => {
  const store = await arrangeStore('deleted store');
  const query = { where: EVERYTHING, order: { column: 'seq', direction: 'desc' } as const, limit: RECORDS };
  const chunks = storage.records.export(store, query, ENCODING, 1)[Symbol.asyncIterator]();
  await chunks.next();
  await storage.stores.markDeleted(store, 1, []);
  // A change waits for the caches of other servers by the same clock.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const rest = async () => {
    for (;;) {
      vi.advanceTimersByTime(60 * MINUTE);
      if ((await chunks.next()).done === true) return;
    }
  };
  await expect(rest()).rejects.toThrow('The store has changed during the export');
});
