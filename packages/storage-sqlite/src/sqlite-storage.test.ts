import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVERYTHING, NEWEST_FIRST, UnavailableError } from '@vitrine/core/adapter';
import type { RecordEncoding, StoreRow } from '@vitrine/core/storage';
import { LAYOUT_VERSION } from '@vitrine/storage-sql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SqliteStorage, type SqliteStorageOptions, sqliteStorage } from './sqlite-storage.ts';

let folder: string;
let path: string;
let opened: SqliteStorage[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-sqlite-'));
  path = join(folder, 'data.db');
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((storage) => storage.close()));
  rmSync(folder, { recursive: true });
});

function open(options: Partial<SqliteStorageOptions> = {}): SqliteStorage {
  const storage = sqliteStorage({ path, ...options });
  opened.push(storage);
  return storage;
}

async function arrangeStore(storage: SqliteStorage, id = 'store'): Promise<StoreRow> {
  return storage.stores.insert({
    id,
    accountId: 'account',
    name: 'A store',
    description: null,
    recordTtl: null,
    storeType: 'library',
    properties: [
      { name: 'p', type: 'string', required: false, unique: false, description: null, slot: 't0' },
    ],
    createdAt: 1,
    updatedAt: 1,
  });
}

function record(id: string, text = 'text') {
  return { id, complete: true, slots: ['t0'] as const, values: [text] };
}

const ALL = { where: EVERYTHING, order: NEWEST_FIRST, limit: 100_000 };
const ENCODING: RecordEncoding = {
  format: 'json',
  columns: ['id', 't0'],
  members: [
    { name: 'id', cell: 0, type: 'string', isGuarded: false },
    { name: 'p', cell: 1, type: 'string', isGuarded: false },
  ],
};

function exportAll(storage: SqliteStorage, store: StoreRow) {
  return storage.records.export(store, ALL, ENCODING, 1)[Symbol.asyncIterator]();
}

describe('one process', () => {
  test('a change for empty stores removes many expired records in several steps', async () => {
    const storage = open();
    await storage.migrate();
    const { id, accountId } = await arrangeStore(storage);
    const store = await storage.stores.update({ id, accountId }, { recordTtl: 1 }, 1);
    if (store === null) throw new Error('the store is there');
    const records = Array.from({ length: 10_500 }, (_, i) => record(`r${i}`));
    for (let i = 0; i < records.length; i += 1_000) {
      await storage.records.upsert(store, records.slice(i, i + 1_000), 1);
    }
    const change = { properties: store.properties, freedSlots: [], requireEmpty: true, enqueue: [] };
    const answers: unknown[] = [];
    for (let i = 0; i < 3; i++) {
      answers.push(await storage.stores.changeSchema(store, store.version, change, 10_000));
    }
    expect(answers).toEqual(['purging', 'purging', expect.objectContaining({ id })]);
    const lasting = await storage.stores.update(store, { recordTtl: null }, 10_000);
    if (lasting === null) throw new Error('the store is there');
    expect(await storage.records.count(lasting, EVERYTHING, 10_000)).toBe(0);
  });

  test('reads its own writes in every lane as soon as they are acknowledged', async () => {
    const storage = open();
    await storage.migrate();
    const store = await arrangeStore(storage);
    for (let i = 1; i <= 50; i++) {
      await storage.records.insert(store, record(`r${i}`), i);
      expect((await storage.records.get(store, `r${i}`, i))?.createdAt).toBe(i);
      expect(await storage.records.count(store, EVERYTHING, i)).toBe(i);
    }
  });

  test('runs many concurrent writes, each with its own outcome', async () => {
    const storage = open();
    await storage.migrate();
    const store = await arrangeStore(storage);
    const outcomes = await Promise.all(
      Array.from({ length: 600 }, (_, i) => storage.records.insert(store, record(`r${i % 300}`), i)),
    );
    expect(outcomes.slice(0, 300).every((outcome) => outcome === 'created')).toBe(true);
    expect(outcomes.slice(300).every((outcome) => outcome === 'exists')).toBe(true);
  });

  test('refuses writes beyond the limit, and accepts them again when there is room', async () => {
    const storage = open({ maxQueuedWrites: 20 });
    await storage.migrate();
    const store = await arrangeStore(storage);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => storage.records.insert(store, record(`r${i}`), i)),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(10);
    expect(refused[0]?.reason).toMatchObject({ code: 'unavailable', retryAfterSeconds: 1 });
    expect(await storage.records.insert(store, record('later'), 1)).toBe('created');
    expect(await storage.records.count(store, EVERYTHING, 1)).toBe(21);
  });

  test('finishes accepted calls before it closes, removes the log, and then refuses calls', async () => {
    const storage = open();
    await storage.migrate();
    const store = await arrangeStore(storage);
    const writes = Array.from({ length: 500 }, (_, i) => storage.records.insert(store, record(`r${i}`), i));
    const count = storage.records.count(store, EVERYTHING, 1);
    await storage.close();
    expect(new Set(await Promise.all(writes))).toEqual(new Set(['created']));
    expect(await count).toBeTypeOf('number');
    expect(readdirSync(folder)).toEqual(['data.db']);
    await expect(async () => storage.records.get(store, 'r1', 1)).rejects.toThrow(UnavailableError);
    await expect(storage.records.count(store, EVERYTHING, 1)).rejects.toThrow('The storage is closed.');
    await expect(storage.records.insert(store, record('x'), 1)).rejects.toThrow('The storage is closed.');
    await expect(exportAll(storage, store).next()).rejects.toThrow('closed');
    await expect(storage.ping()).rejects.toThrow('The storage is closed.');
    await storage.close();
    const again = open();
    expect(await again.records.count(store, EVERYTHING, 1)).toBe(500);
  });

  test('an export reads one snapshot, and releases it when it ends early', async () => {
    const storage = open();
    await storage.migrate();
    const store = await arrangeStore(storage);
    for (let i = 0; i < 30; i++) {
      const batch = Array.from({ length: 100 }, (_, j) => record(`r${i * 100 + j}`));
      await storage.records.upsert(store, batch, i);
    }
    const parts: Uint8Array[] = [];
    for await (const { bytes } of storage.records.export(store, ALL, ENCODING, 1)) {
      if (parts.length === 0) {
        await storage.records.upsert(store, [record('r0', 'changed'), record('new')], 99);
        await storage.records.delete(store, ['r1', 'r2'], 99);
        expect(await storage.records.count(store, EVERYTHING, 99)).toBe(2999);
      }
      parts.push(bytes);
    }
    expect(parts.length).toBeGreaterThan(1);
    const exported: { id: string; p: string }[] = JSON.parse(Buffer.concat(parts).toString());
    expect(exported).toHaveLength(3000);
    for (const { id, p } of exported) expect([id === 'new', p]).toEqual([false, 'text']);
    for (let i = 0; i < 20; i++) {
      for await (const { records } of storage.records.export(store, ALL, ENCODING, 1)) {
        expect(records).toBeLessThanOrEqual(1_000);
        break;
      }
    }
    await storage.close();
    expect(readdirSync(folder)).toEqual(['data.db']);
  });

  test('closing ends an export whose consumer has stopped', async () => {
    const storage = open();
    await storage.migrate();
    const store = await arrangeStore(storage);
    for (let i = 0; i < 30; i++) {
      await storage.records.upsert(
        store,
        Array.from({ length: 100 }, (_, j) => record(`r${i * 100 + j}`)),
        i,
      );
    }
    const chunks = exportAll(storage, store);
    await chunks.next();
    await storage.close();
    await expect(
      (async () => {
        for (let step = await chunks.next(); !step.done; step = await chunks.next());
      })(),
    ).rejects.toThrow('The storage is closed.');
  });

  test('reads and refuses to write if it is read-only', async () => {
    const storage = open();
    await storage.migrate();
    const store = await arrangeStore(storage);
    await storage.records.insert(store, record('a'), 1);
    const reader = open({ readOnly: true });
    expect(await reader.migrate()).toEqual({ from: LAYOUT_VERSION, to: LAYOUT_VERSION });
    expect((await reader.records.get(store, 'a', 1))?.id).toBe('a');
    expect(await reader.records.count(store, EVERYTHING, 1)).toBe(1);
    await expect(reader.records.insert(store, record('b'), 1)).rejects.toThrow('read-only');
  });

  test('refuses data of a newer release', async () => {
    const storage = open();
    await storage.migrate();
    await storage.close();
    const { default: Database } = await import('better-sqlite3');
    const db = new Database(path);
    db.pragma('user_version = 99');
    db.close();
    await expect(open().migrate()).rejects.toThrow('layout version 99');
  });
});

describe('a backup', () => {
  test.each(['file', ':memory:'])('of %s is a snapshot that opens like any other file', async (kind) => {
    const storage = open(kind === 'file' ? {} : { path: kind });
    await storage.migrate();
    const store = await arrangeStore(storage);
    await storage.records.insert(store, record('before'), 1);
    const destination = join(folder, 'backup.db');
    const [, outcome] = await Promise.all([
      storage.backup(destination),
      storage.records.insert(store, record('meanwhile'), 1),
    ]);
    expect(outcome).toBe('created');
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual(['backup.db']);
    const restored = open({ path: destination });
    expect(await restored.migrate()).toEqual({ from: LAYOUT_VERSION, to: LAYOUT_VERSION });
    expect((await restored.records.get(store, 'before', 1))?.values).toEqual(['text']);
    expect(await restored.records.insert(store, record('after'), 1)).toBe('created');
    const before = readFileSync(destination);
    await expect(storage.backup(destination)).rejects.toThrow('already');
    expect(readFileSync(destination)).toEqual(before);
  });
});

test('metrics include the work of the writer and its queue', async () => {
  const storage = open();
  await storage.migrate();
  const store = await arrangeStore(storage);
  const metricOf = (name: string) => storage.metrics().find((metric) => metric.name === name)?.value;
  const before = metricOf('vitrine_writer_operations_total') ?? 0;
  const writes = Array.from({ length: 20 }, (_, i) => storage.records.insert(store, record(`${i}`), 1));
  expect(metricOf('vitrine_writer_waiting')).toBe(20);
  await Promise.all(writes);
  expect(metricOf('vitrine_writer_waiting')).toBe(0);
  expect(metricOf('vitrine_writer_operations_total')).toBe(before + 20);
  expect(metricOf('vitrine_writer_busy_seconds_total')).toBeGreaterThan(0);
  await storage.records.count(store, EVERYTHING, 1);
  expect(metricOf('vitrine_scan_threads')).toBe(1);
});

test('an existing file of this layout is opened without a write', async () => {
  const first = open();
  await first.migrate();
  await arrangeStore(first);
  await first.close();
  const again = open();
  expect(await again.migrate()).toEqual({ from: LAYOUT_VERSION, to: LAYOUT_VERSION });
  expect((await again.stores.get('account', 'store'))?.name).toBe('A store');
  const written = again.metrics().find(({ name }) => name === 'vitrine_writer_operations_total');
  expect(written?.value).toBe(0);
});
