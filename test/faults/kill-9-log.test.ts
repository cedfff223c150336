import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeRow, Storage, StoreRow } from '@vitrine/core/storage';
import { expect, test, vi } from 'vitest';
import { verifies } from '../requirements.ts';
import { makeDatabasePlace } from './database-place.ts';
import { killAtStatement } from './killed-process.ts';
import { currentStore, writeRound } from './logged-rounds.ts';

const STATEMENTS_MAX = 1_000;
const TIMEOUT = 1_800_000;
const NO_LIMIT = 1_000_000;
/** What a killed process has sent has ended by then. */
const ENDED_MS = 5_000;

let lastStore = 0;

function createStore(storage: Storage): Promise<StoreRow> {
  const property = { name: 'n', type: 'number', required: false, unique: false, description: null } as const;
  return storage.stores.insert({
    ...{ id: `store ${++lastStore}`, accountId: 'account', name: 'Shoes', description: null },
    ...{ recordTtl: null, storeType: 'x', properties: [{ ...property, slot: 'n0' }] },
    ...{ createdAt: 1, updatedAt: 1, changes: true, history: 3_600 },
  });
}

/**
 * Runs the writer and kills it right before the nth statement, while this process writes other records of the store. Returns
 * whether it was killed.
 */
async function killAt(url: string, storage: Storage, store: StoreRow, statement: number): Promise<boolean> {
  const ended = new AbortController();
  const writing = writeUntil(storage, store, ended.signal);
  try {
    const script = new URL('./logged-writer.ts', import.meta.url);
    return await killAtStatement(script, [url, store.accountId, store.id], statement);
  } finally {
    ended.abort();
    await writing;
  }
}

async function writeUntil(storage: Storage, store: StoreRow, ended: AbortSignal): Promise<void> {
  for (let round = 0; !ended.aborted; round++) {
    await writeRound(storage, store, 'other', round);
    // On a busy machine the writer takes long, and each record is compared later.
    await sleep(20 * (round + 1));
  }
}

async function readLog(storage: Storage, storeId: string): Promise<ChangeRow[]> {
  const rows: ChangeRow[] = [];
  for (let after = 0; ; ) {
    const page = await storage.changes.read(storeId, { after, limit: 1_000 });
    if (page === 'expired') throw new Error('entries are missing');
    rows.push(...page.rows);
    if (!page.more) return rows;
    after = page.position;
  }
}

/** Compares the records with the entries and the history. `n` of a record is the number of its changes. */
async function compare(storage: Storage, of: StoreRow): Promise<void> {
  const store = await currentStore(storage, of);
  const entries = await readLog(storage, store.id);
  const changes = new Map<string, number>();
  const all = new Map<string, number>();
  for (const { type, recordId } of entries) {
    if (recordId === null) continue;
    all.set(recordId, (all.get(recordId) ?? 0) + 1);
    if (type === 'record.deleted') changes.delete(recordId);
    else changes.set(recordId, (changes.get(recordId) ?? 0) + 1);
  }
  const query = {
    where: { all: [] },
    order: { column: 'id', direction: 'asc' },
    after: null,
    limit: NO_LIMIT,
  } as const;
  const { rows } = await storage.records.find(store, query, 1);
  const stored = rows.map((row) => [row.id, row.values[0]]);
  expect([...changes].sort(([a], [b]) => (a < b ? -1 : 1))).toEqual(stored);
  for (const [recordId, count] of all) {
    const kept = await storage.changes.history(store.id, recordId, { before: null, limit: NO_LIMIT });
    expect(kept.rows).toHaveLength(count);
  }
  const updates = entries.filter(({ type }) => type === 'store.updated').length;
  expect(store.name).toBe(updates === 0 ? 'Shoes' : `Round ${updates - 1}`);
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  'a writer that is killed at any statement beside another one leaves no change without its entry, and no entry without its change, on %s',
  { ...verifies('changes.log.atomic'), timeout: TIMEOUT },
  async (kind) => {
    const place = await makeDatabasePlace(kind);
    const storage = place.open();
    try {
      await storage.migrate();
      async function killedAt(statement: number): Promise<boolean> {
        const store = await createStore(storage);
        const isKilled = await killAt(place.url, storage, store, statement);
        // PostgreSQL completes a statement that it got before its client was killed.
        await vi.waitFor(() => compare(storage, store), { timeout: ENDED_MS });
        return isKilled;
      }
      // Leaves compiled modules for the writers that are killed.
      expect(await killedAt(Number.POSITIVE_INFINITY)).toBe(false);
      let killed = 0;
      while (killed < STATEMENTS_MAX && (await killedAt(killed + 1))) killed++;
      console.log({ kind, killed });
      expect(killed).toBeGreaterThan(30);
    } finally {
      await storage.close();
      await place.drop();
    }
  },
);
