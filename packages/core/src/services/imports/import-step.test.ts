import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { StartImportQuery } from '../../contracts/stores/imports.ts';
import type { AccountLimits } from '../../ground/account-limits.ts';
import { accountPrincipal, type Principal } from '../../ports/access.ts';
import type { BlobStorage } from '../../storage/images/blobs.ts';
import type { ImportStorage } from '../../storage/imports/imports.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine, type Vitrine } from '../../vitrine.ts';

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Imports a file into a store. Returns the import after its end. */
async function importInto(
  vitrine: Vitrine,
  principal: Principal,
  storeId: string,
  lines: readonly object[],
  query: StartImportQuery = {},
) {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const file = { name: null, type: 'application/x-ndjson', chunks: textOf(text) };
  const { importId } = await vitrine.imports.start(principal, storeId, query, async () => file);
  await vitrine.runDueJobs();
  return vitrine.imports.get(principal, storeId, importId);
}

test('keeps little of the errors of a record and of the changes of a dry run, however long its names and values are', async () => {
  const vitrine = await createVitrine({ storage: memoryStorage() });
  const { id } = await vitrine.accounts.create('A');
  const principal = accountPrincipal(id);
  const wide = Array.from({ length: 50 }, (_, i) => ({
    name: `${'n'.repeat(60)}${i}`,
    type: 'number' as const,
  }));
  const store = await vitrine.stores.create(principal, {
    name: 'Long',
    properties: [{ name: 'key', type: 'string', unique: true }, { name: 'text', type: 'string' }, ...wide],
  });
  const wrong = Object.fromEntries(wide.map(({ name }) => [name, 'x']));
  const refused = await importInto(vitrine, principal, store.id, [
    { key: 'a', ['u'.repeat(1_000_000)]: 1 },
    { key: 'b', ...wrong },
  ]);
  expect(refused).toMatchObject({ status: 'done', refused: 2 });
  expect(JSON.stringify(refused.errors).length).toBeLessThan(20_000);
  expect(refused.errors[1]?.errors['']).toEqual(['30 more issues.']);

  const records = (text: string) =>
    Array.from({ length: 30 }, (_, i) => ({ key: `k${i}`, text: text.repeat(60_000) }));
  await importInto(vitrine, principal, store.id, records('x'));
  const dry = await importInto(vitrine, principal, store.id, records('y'), { dryRun: 'true' });
  expect(dry).toMatchObject({ status: 'done', updated: 30 });
  expect(dry.changes?.length).toBeGreaterThan(1);
  expect(JSON.stringify(dry.changes).length).toBeLessThan(600_000);
});

test('continues after batches that failed before or after their commit, and writes no record twice', async () => {
  const storage = memoryStorage();
  let calls = 0;
  const failing: ImportStorage = {
    ...storage.imports,
    async advance(...given) {
      calls++;
      if (calls % 3 === 1) throw new Error('lost before the commit');
      const outcome = await storage.imports.advance(...given);
      if (calls % 3 === 2) throw new Error('lost after the commit');
      return outcome;
    },
    insert: (...given) => storage.imports.insert(...given),
    get: (ref) => storage.imports.get(ref),
    finish: (...given) => storage.imports.finish(...given),
    listRefused: (...given) => storage.imports.listRefused(...given),
    findDrafts: (...given) => storage.imports.findDrafts(...given),
    trim: (...given) => storage.imports.trim(...given),
    findRemovable: (which) => storage.imports.findRemovable(which),
  };
  let now = Date.now();
  const vitrine = await createVitrine({
    storage: { ...storage, imports: failing },
    clock: () => now,
    onError: () => undefined,
  });
  const { id } = await vitrine.accounts.create('A');
  const principal = accountPrincipal(id);
  // Without a key, a record that is written twice exists twice.
  const store = await vitrine.stores.create(principal, {
    name: 'Numbers',
    properties: [{ name: 'n', type: 'number' }],
  });
  const count = 5_000;
  const rows = Array.from({ length: count }, (_, i) => (i % 1_000 === 7 ? 'x' : String(i)));
  const file = { name: null, type: 'text/csv', chunks: textOf(`n\n${rows.join('\n')}\n`) };
  const { importId } = await vitrine.imports.start(principal, store.id, {}, async () => file);
  for (let turn = 0; turn < 100; turn++) {
    now += 600_000;
    await vitrine.runDueJobs();
    if ((await vitrine.imports.get(principal, store.id, importId)).finishedAt !== null) break;
  }
  expect(await vitrine.imports.get(principal, store.id, importId)).toMatchObject({
    status: 'done',
    read: count,
    created: count - 5,
    refused: 5,
  });
  expect(await vitrine.records.count(principal, store.id, {})).toEqual({ count: count - 5 });
  const { result } = await vitrine.records.aggregate(principal, store.id, { field: 'n', op: 'sum' });
  const expected = rows.reduce((sum, text) => sum + (text === 'x' ? 0 : Number(text)), 0);
  expect(result).toBe(expected);
  expect(calls).toBeGreaterThan(10);
});

test('a record that repeats the one of the batch before is unchanged, though it was read before that was written', async () => {
  const storage = memoryStorage();
  const slow: ImportStorage = {
    ...storage.imports,
    async advance(...given) {
      // The next batch is read meanwhile.
      for (let turn = 0; turn < 100; turn++) await nextTurn();
      return storage.imports.advance(...given);
    },
  };
  const vitrine = await createVitrine({ storage: { ...storage, imports: slow } });
  const { id } = await vitrine.accounts.create('A');
  const principal = accountPrincipal(id);
  const store = await vitrine.stores.create(principal, {
    name: 'Keys',
    properties: [{ name: 'key', type: 'string', unique: true }],
  });
  const lines = Array.from({ length: 500 }, (_, i) => `k${i}\n`).join('');
  const file = { name: null, type: 'text/csv', chunks: textOf(`key\n${lines}${lines}`) };
  const { importId } = await vitrine.imports.start(principal, store.id, {}, async () => file);
  await vitrine.runDueJobs();
  expect(await vitrine.imports.get(principal, store.id, importId)).toMatchObject({
    status: 'done',
    created: 500,
    updated: 0,
    unchanged: 500,
  });
});

test('an import begins at once, though the worker found nothing to do and pauses', async () => {
  const vitrine = await createVitrine({ storage: memoryStorage() });
  const stop = new AbortController();
  const working = vitrine.work({ signal: stop.signal, pollEvery: 3_600_000 });
  await vitrine.runDueJobs();
  const { id } = await vitrine.accounts.create('A');
  const principal = accountPrincipal(id);
  const store = await vitrine.stores.create(principal, {
    name: 'Numbers',
    properties: [{ name: 'n', type: 'number' }],
  });
  const file = { name: null, type: 'text/csv', chunks: textOf('n\n1\n') };
  const { importId } = await vitrine.imports.start(principal, store.id, {}, async () => file);
  await expect
    .poll(() => vitrine.imports.get(principal, store.id, importId), { timeout: 20_000 })
    .toMatchObject({ status: 'done', created: 1 });
  stop.abort();
  await working;
});

/**
 * Runs an import of 3,000 records. Returns the largest number of batches that were in flight at once.
 *
 * @param patience milliseconds for which a batch is written, unless another one is in flight by then.
 */
async function batchesInFlight(
  query: StartImportQuery,
  patience: number,
  limits: AccountLimits = {},
): Promise<number> {
  const storage = memoryStorage();
  let inFlight = 0;
  let most = 0;
  let records = 0;
  let written = Promise.resolve();
  const slow: ImportStorage = {
    ...storage.imports,
    async advance(store, ref, batch, now) {
      const before = written;
      const { promise, resolve } = Promise.withResolvers<void>();
      written = promise;
      inFlight++;
      most = Math.max(most, inFlight);
      records += batch.records.length;
      const end = performance.now() + patience;
      while (most < 2 && records < 3_000 && performance.now() < end) await nextTurn();
      await before;
      inFlight--;
      try {
        return await storage.imports.advance(store, ref, batch, now);
      } finally {
        resolve();
      }
    },
  };
  const vitrine = await createVitrine({ storage: { ...storage, imports: slow } });
  const { id } = await vitrine.accounts.create('A');
  await vitrine.accounts.changeLimits(id, limits);
  const principal = accountPrincipal(id);
  const properties = [{ name: 'key', type: 'string' as const, unique: true }];
  const store = await vitrine.stores.create(principal, { name: 'Keys', properties });
  const lines = Array.from({ length: 3_000 }, (_, i) => ({ key: `k${i}` }));
  const done = await importInto(vitrine, principal, store.id, lines, query);
  expect(done).toMatchObject({ status: 'done', read: 3_000, created: 3_000 });
  return most;
}

test('sends the next batch while one is written, unless it depends on that one', async () => {
  expect(await batchesInFlight({}, 20_000)).toBe(2);
  expect(await batchesInFlight({ dryRun: 'true' }, 50)).toBe(1);
  expect(await batchesInFlight({}, 50, { records: 10_000 })).toBe(1);
});

/** Imports lines. Returns what each batch has, and the turn of the event loop in which it was sent. */
async function batchesOf(lines: readonly object[]) {
  const storage = memoryStorage();
  const batches: { readonly ids: readonly string[]; readonly turn: number }[] = [];
  const seen: ImportStorage = {
    ...storage.imports,
    advance(store, ref, batch, now) {
      const turn = performance.nodeTiming.uvMetricsInfo.loopCount;
      batches.push({ ids: batch.records.map(({ id }) => id), turn });
      return storage.imports.advance(store, ref, batch, now);
    },
  };
  const vitrine = await createVitrine({ storage: { ...storage, imports: seen } });
  const principal = accountPrincipal((await vitrine.accounts.create('A')).id);
  const properties = [
    { name: 'key', type: 'string' as const, unique: true },
    { name: 'n', type: 'number' as const },
  ];
  const store = await vitrine.stores.create(principal, { name: 'Keys', properties });
  const done = await importInto(vitrine, principal, store.id, lines);
  return { done, batches };
}

test('ends a batch that repeats 50 ids', verifies('operations.event-loop'), async () => {
  const repeatedIn = (ids: readonly string[]) => ids.length - new Set(ids).size;
  const line = (_: unknown, n: number) => ({ key: `k${n % 2}`, n });
  const { done, batches } = await batchesOf(Array.from({ length: 1_200 }, line));
  expect(done).toMatchObject({ status: 'done', read: 1_200, created: 2, updated: 1_198 });
  expect(batches.flatMap(({ ids }) => ids)).toHaveLength(1_200);
  expect(Math.max(...batches.map(({ ids }) => repeatedIn(ids)))).toBe(50);
  const { batches: distinct } = await batchesOf(
    Array.from({ length: 1_200 }, (_, n) => ({ key: `k${n}`, n })),
  );
  expect(distinct.map(({ ids }) => ids.length)).toEqual([500, 500, 200]);
});

test(
  'decides about each batch in a turn of the event loop of its own',
  verifies('operations.event-loop'),
  async () => {
    const { batches } = await batchesOf(Array.from({ length: 5_000 }, (_, n) => ({ key: 'k', n })));
    expect(batches.length).toBeGreaterThan(90);
    expect(new Set(batches.map(({ turn }) => turn)).size).toBe(batches.length);
  },
);

test('stores a file in full chunks, and does not read them again at once', async () => {
  const storage = memoryStorage();
  const reads: string[] = [];
  const blobs: BlobStorage = {
    ...storage.blobs,
    get(hash) {
      reads.push(hash);
      return storage.blobs.get(hash);
    },
  };
  const vitrine = await createVitrine({ storage: { ...storage, blobs } });
  const { id: accountId } = await vitrine.accounts.create('A');
  const principal = accountPrincipal(accountId);
  const properties = [{ name: 'text', type: 'string' as const }];
  const { id: storeId } = await vitrine.stores.create(principal, { name: 'Texts', properties });
  const lines = Array.from({ length: 70 }, (_, i) => `${i} ${'x'.repeat(60_000)}\n`);
  async function* pieces() {
    for (const line of ['text\n', ...lines]) yield Buffer.from(line);
  }
  const file = { name: null, type: 'text/csv', chunks: pieces() };
  const { importId } = await vitrine.imports.start(principal, storeId, {}, async () => file);
  const row = await storage.imports.get({ accountId, storeId, id: importId });
  const bytes = lines.join('').length + 5;
  expect(row?.chunks.map(({ size }) => size)).toEqual([4_194_304, bytes - 4_194_304]);
  await vitrine.runDueJobs();
  expect(await vitrine.imports.get(principal, storeId, importId)).toMatchObject({ created: 70 });
  expect(reads).toEqual([]);
});
