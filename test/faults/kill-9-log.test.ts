import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Storage, StoreRow } from '@vitrine/core/storage';
import { expect, test } from 'vitest';
import { isNightly } from '../nightly.ts';
import { verifies } from '../requirements.ts';
import { makeDatabasePlace } from './database-place.ts';

const WRITER = fileURLToPath(new URL('./logged-writer.ts', import.meta.url));
const PRELOAD = new URL('./kill-at-statement.ts', import.meta.url).href;
const STATEMENTS_MAX = 1_000;
const TIMEOUT = 1_800_000;
/** By day every seventh statement. Different remainders are reached at night. */
const STEP = isNightly ? 1 : 7;

let lastStore = 0;

function createStore(storage: Storage): Promise<StoreRow> {
  const property = { name: 'n', type: 'number', required: false, unique: false, description: null } as const;
  return storage.stores.insert({
    ...{ id: `store ${++lastStore}`, accountId: 'account', name: 'Shoes', description: null },
    ...{ recordTtl: null, storeType: 'x', properties: [{ ...property, slot: 'n0' }] },
    ...{ createdAt: 1, updatedAt: 1, changes: true, history: 3_600 },
  });
}

/** Runs the writer and kills it right before the nth statement. Returns whether it was killed. */
async function killAt(url: string, store: StoreRow, statement: number): Promise<boolean> {
  const port = url.startsWith('sqlite:') ? '' : new URL(url).port;
  const child = spawn(
    process.execPath,
    ['--conditions=vitrine-source', `--import=${PRELOAD}`, WRITER, url, store.accountId, store.id],
    {
      env: { ...process.env, KILL_AT_STATEMENT: String(statement), KILL_AT_PORT: port },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code, signal] = await once(child, 'exit');
  expect([code, signal], errors).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
  return signal !== null;
}

/** Compares the records with the entries and the history. `n` of a record is the number of its changes. */
async function compare(storage: Storage, { accountId, id }: StoreRow): Promise<void> {
  const store = await storage.stores.get(accountId, id);
  if (store === null) throw new Error('no store');
  const page = await storage.changes.read(id, { after: 0, limit: 1_000 });
  if (page === 'expired') throw new Error('entries are missing');
  const changes = new Map<string, number>();
  const all = new Map<string, number>();
  for (const { type, recordId } of page.rows) {
    if (recordId === null) continue;
    all.set(recordId, (all.get(recordId) ?? 0) + 1);
    if (type === 'record.deleted') changes.delete(recordId);
    else changes.set(recordId, (changes.get(recordId) ?? 0) + 1);
  }
  const query = {
    where: { all: [] },
    order: { column: 'id', direction: 'asc' },
    after: null,
    limit: 100,
  } as const;
  const { rows } = await storage.records.find(store, query, 1);
  const stored = rows.map((row) => [row.id, row.values[0]]);
  expect([...changes].sort(([a], [b]) => (a < b ? -1 : 1))).toEqual(stored);
  for (const [recordId, entries] of all) {
    const kept = await storage.changes.history(id, recordId, { before: null, limit: 100 });
    expect(kept.rows).toHaveLength(entries);
  }
  const updates = page.rows.filter(({ type }) => type === 'store.updated').length;
  expect(store.name).toBe(updates === 0 ? 'Shoes' : `Round ${updates - 1}`);
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  'a writer that is killed at any statement leaves no change without its entry, and no entry without its change, on %s',
  { ...verifies('changes.log.atomic'), timeout: TIMEOUT },
  async (kind) => {
    const place = await makeDatabasePlace(kind);
    const storage = place.open();
    try {
      await storage.migrate();
      let killed = 0;
      for (let statement = 1; statement < STATEMENTS_MAX; statement += STEP) {
        const store = await createStore(storage);
        const isKilled = await killAt(place.url, store, statement);
        await compare(storage, store);
        if (!isKilled) break;
        killed++;
      }
      console.log({ kind, killed });
      expect(killed).toBeGreaterThan(30 / STEP);
    } finally {
      await storage.close();
      await place.drop();
    }
  },
);
