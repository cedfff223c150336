import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EVERYTHING, NEWEST_FIRST } from '@vitrine/core/adapter';
import type { ExportedRecords, Order, RecordEncoding, StoreRef, StoreRow } from '@vitrine/core/storage';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstByDay, isNightly } from '../../../test/nightly.ts';
import { verifies } from '../../../test/requirements.ts';
import { LOG_BYTES_KEPT } from './connections/pragmas.ts';
import { type SqliteStorage, sqliteStorage } from './sqlite-storage.ts';

/** Records of 20 kB, so that an export has many chunks. */
const RECORDS = 200;
const TEXT = 'x'.repeat(20_000);
/** What one round writes: far less than the log keeps. */
const BLOB_BYTES = 4 * 2 ** 20;
const ENCODING: RecordEncoding = {
  format: 'json',
  columns: ['id', 'n0', 't0'],
  members: [
    { name: 'id', cell: 0, type: 'string', isGuarded: false },
    { name: 'n', cell: 1, type: 'number', isGuarded: false },
    { name: 't', cell: 2, type: 'string', isGuarded: false },
  ],
};
const ORDERS: readonly Order[] = [
  NEWEST_FIRST,
  { column: 'n0', direction: 'desc' },
  { column: 'id', direction: 'asc' },
  { column: 'created_at', direction: 'asc' },
  { column: 't0', direction: 'asc' },
];
/** Of the orders that write more than the log keeps: by day that of most exports, and one with equal values and none. */
const ORDERS_BY_DAY = isNightly ? ORDERS : ORDERS.slice(0, 2);

let folder: string;
let storage: SqliteStorage;
let store: StoreRow;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-exports-'));
  storage = sqliteStorage({ path: join(folder, 'data.db') });
  await storage.migrate();
  const optional = { required: false, unique: false, description: null };
  store = await storage.stores.insert({
    id: 'store',
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
  await upsert(
    Array.from({ length: RECORDS }, (_, i) => record(`r${i}`, i % 40 === 3 ? null : (i * 7) % 50)),
  );
});

afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

function record(id: string, n: number | null) {
  return { id, complete: true, slots: ['t0', 'n0'] as const, values: [TEXT, n] };
}

async function upsert(records: readonly ReturnType<typeof record>[]): Promise<void> {
  await storage.records.upsert(store, records, 1);
}

const logBytes = () => statSync(join(folder, 'data.db-wal')).size;

/** Writes more than the log keeps. Returns the largest size of the log. */
async function writeMuch(): Promise<number> {
  let largest = 0;
  for (let written = 0; written < 1.7 * LOG_BYTES_KEPT; written += BLOB_BYTES) {
    await storage.blobs.put(randomBytes(32).toString('hex'), randomBytes(BLOB_BYTES), 1);
    largest = Math.max(largest, logBytes());
  }
  return largest;
}

interface Reader {
  readonly chunks: AsyncIterator<ExportedRecords>;
  readonly bytes: Uint8Array[];
}

function open(order: Order, limit = Number.POSITIVE_INFINITY): Reader {
  const query = { where: EVERYTHING, order, limit };
  return { chunks: storage.records.export(store, query, ENCODING, 1)[Symbol.asyncIterator](), bytes: [] };
}

/** Reads one chunk. Returns false after the last one. */
async function read({ chunks, bytes }: Reader): Promise<boolean> {
  const { done, value } = await chunks.next();
  if (done === true) return false;
  bytes.push(value.bytes);
  return true;
}

async function readAll(reader: Reader): Promise<{ id: string; n: number | null }[]> {
  while (await read(reader));
  return JSON.parse(Buffer.concat(reader.bytes).toString());
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

test(
  'while the log is small an export reads one snapshot, whatever is written meanwhile',
  verifies('records.export.snapshot'),
  async () => {
    for (const order of ORDERS) {
      const expected = await readAll(open(order));
      const reader = open(order);
      await read(reader);
      await storage.records.delete(store, ['r1', 'r150'], 1);
      await upsert([record('r20', 1_000), record('later', 7)]);
      expect(await readAll(reader)).toEqual(expected);
      await storage.records.delete(store, ['later'], 1);
      await upsert([record('r1', 7), record('r150', 0), record('r20', 40)]);
    }
  },
);

test.each(ORDERS_BY_DAY)(
  'a reader that stops does not keep the log from being written back; its export in the order %o goes on',
  verifies('records.export.slow'),
  async (order) => {
    const expected = await readAll(open(order));
    const reader = open(order);
    await read(reader);
    await writeMuch();
    await expect
      .poll(async () => {
        await storage.blobs.put(randomBytes(32).toString('hex'), randomBytes(BLOB_BYTES), 1);
        return logBytes();
      })
      .toBeLessThanOrEqual(LOG_BYTES_KEPT);

    const last = expected.at(-1)?.id ?? '';
    const between = expected.at(-20)?.id ?? '';
    await storage.records.delete(store, [last], 1);
    await upsert([record('later', 7)]);
    const ids = idsOf(await readAll(reader));
    const unchanged = idsOf(expected).filter((id) => id !== last);
    expect(ids.filter((id) => id !== 'later')).toEqual(unchanged);
    expect(ids).toContain(between);
    expect(new Set(ids).size).toBe(ids.length);
  },
);

test('a limit holds over several snapshots', verifies('records.export.slow'), async () => {
  for (const order of firstByDay<Order>([{ column: 'n0', direction: 'asc' }, NEWEST_FIRST])) {
    const expected = (await readAll(open(order))).slice(0, 150);
    const reader = open(order, 150);
    await read(reader);
    await writeMuch();
    expect(await readAll(reader)).toEqual(expected);
  }
});

test(
  'exports that overlap do not keep the log from being written back',
  verifies('records.export.slow'),
  async () => {
    let readers = [open(NEWEST_FIRST), open({ column: 'n0', direction: 'asc' })];
    for (const reader of readers) await read(reader);
    let largest = 0;
    for (let round = 0; round < 3; round++) {
      largest = Math.max(largest, await writeMuch());
      const [first, second] = readers;
      if (first === undefined || second === undefined) throw new Error('there are two readers');
      const next = open(NEWEST_FIRST);
      // At most two at once: one ends when another begins.
      await first.chunks.return?.();
      await read(next);
      await read(second);
      readers = [second, next];
    }
    // The log is looked at four times a second, so it may exceed what it keeps, but far more was written.
    expect(largest).toBeLessThan(3.5 * LOG_BYTES_KEPT);
    for (const { chunks } of readers) await chunks.return?.();
  },
);

test.each([
  ['is deleted', (ref: StoreRef) => storage.stores.markDeleted(ref, 1, [])],
  ['changes', (ref: StoreRef) => storage.stores.update(ref, { name: 'Another name' }, 1)],
] as const)(
  'a slow export whose store %s ends with an error, because its columns may hold other values then',
  verifies('records.export.slow'),
  async (_, change) => {
    const reader = open(NEWEST_FIRST);
    await read(reader);
    await read(reader);
    await change({ id: store.id, accountId: store.accountId });
    await writeMuch();
    await expect(readAll(reader)).rejects.toThrow('The store has changed during the export');
  },
);
