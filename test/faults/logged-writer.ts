import { postgresStorage } from '@vitrine/storage-postgres';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { currentStore, writeRound } from './logged-rounds.ts';

// Runs in a process that is killed at one of its statements (`kill-at-statement.ts`). Writes to a store whose log is on, and
// renames it after each round.

const [url = '', accountId = '', id = ''] = process.argv.slice(2);
const ROUNDS = 3;

const storage = url.startsWith('sqlite:')
  ? sqliteStorage({ path: url.slice('sqlite:'.length) })
  : postgresStorage({ url, pool: 6 });
for (let round = 0; round < ROUNDS; round++) {
  await writeRound(storage, { accountId, id }, '', round);
  const store = await currentStore(storage, { accountId, id });
  const by = { id: 'writer', name: 'Writer' };
  await storage.stores.update(store, { name: `Round ${round}` }, round, [], { by });
}
await storage.close();
