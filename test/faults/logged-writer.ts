import type { Storage, StoreRow } from '@vitrine/core/storage';
import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';

// Runs in a process that is killed at one of its statements (`kill-at-statement.ts`). Writes to a store whose log is on, so that
// `n` of each record is the number of its changes since it was created.

const [url = '', accountId = '', storeId = ''] = process.argv.slice(2);
const ROUNDS = 3;
const by = { id: 'writer', name: 'Writer' };

const given = (id: string, n: number) => ({ id, complete: true, slots: ['n0'] as const, values: [n] });

async function current(storage: Storage): Promise<StoreRow> {
  const store = await storage.stores.get(accountId, storeId);
  if (store === null) throw new Error('no store');
  return store;
}

async function write(storage: Storage): Promise<void> {
  const { records, stores } = storage;
  for (let round = 0; round < ROUNDS; round++) {
    const store = await current(storage);
    const [a, b, c] = [`a${round}`, `b${round}`, `c${round}`];
    await records.insert(store, given(a, 1), round, { by });
    await records.upsert(store, [given(a, 2), given(b, 1)], round, { by });
    await records.patch(store, a, { slots: ['n0'], values: [3] }, round, { by });
    await records.upsert(store, [given(c, 1), given(c, 2), given(a, 4), given(c, 3)], round, { by });
    await records.delete(store, [b, 'none'], round, { by });
    await records.insert(store, given(b, 1), round, { by });
    await stores.update(store, { name: `Round ${round}` }, round, [], { by });
  }
}

const storage = url.startsWith('sqlite:')
  ? sqliteStorage({ path: url.slice('sqlite:'.length) })
  : postgresStorage({ url, pool: 6 });
await write(storage);
await storage.close();
