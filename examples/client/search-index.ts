// Keeps a search index in step with a store: it may be killed and started again at any time.
import { DatabaseSync } from 'node:sqlite';
import { CursorExpiredError, createClient } from '@vitrine/client';

const [store = '', file = 'index.db'] = process.argv.slice(2);
const v = createClient({ url: process.env.VITRINE_URL ?? '', key: process.env.VITRINE_KEY, retries: 10 });
const index = new DatabaseSync(file);
// With a write-ahead log, searches do not stop the writes.
index.exec(`PRAGMA journal_mode = WAL;
  CREATE VIRTUAL TABLE IF NOT EXISTS texts USING fts5(id UNINDEXED, text);
  CREATE TABLE IF NOT EXISTS place (only INTEGER PRIMARY KEY CHECK (only = 1), position TEXT)`);
const remove = index.prepare('DELETE FROM texts WHERE id = ?');
const add = index.prepare('INSERT INTO texts VALUES (?, ?)');
const moveTo = index.prepare('INSERT OR REPLACE INTO place VALUES (1, ?)');

/** Writes records, or none under an id, together with the position: the index has both or neither. */
function write(records: Iterable<[id: string, record?: object | undefined]>, position: string): void {
  index.exec('BEGIN');
  for (const [id, record] of records) {
    remove.run(id);
    if (record) add.run(id, Object.values(record).join(' '));
  }
  moveTo.run(position);
  index.exec('COMMIT');
}

/** Reads the whole store. Changes that happen meanwhile come after the cursor. */
async function fill(): Promise<void> {
  const { cursor } = await v.stores.listChanges(store);
  const stored = new Map(
    (await v.store(store).list({ limit: 100 }).all()).map((record) => [record.id, record]),
  );
  const indexed = index.prepare('SELECT id FROM texts').all() as { id: string }[];
  write([...indexed.map(({ id }): [string] => [id]), ...stored], cursor);
}

if (!index.prepare('SELECT position FROM place').get()) await fill();
for (;;) {
  const { position: since } = index.prepare('SELECT position FROM place').get() as { position: string };
  try {
    for await (const { recordId, record, position, type } of v.stores.changes(store, {
      since,
      include: 'record',
    })) {
      if (type === 'records.imported') await fill();
      else write(recordId ? [[recordId, record]] : [], position);
    }
    break;
  } catch (error) {
    if (!(error instanceof CursorExpiredError)) throw error;
    await fill();
  }
}
