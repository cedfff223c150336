import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { accountPrincipal } from '../access.ts';
import type { ImportStorage } from '../storage/imports.ts';
import { memoryStorage } from '../storage/memory/index.ts';
import { createVitrine } from '../vitrine.ts';

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

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
    purge: (...given) => storage.imports.purge(...given),
  };
  let now = Date.now();
  const vitrine = await createVitrine({ storage: { ...storage, imports: failing }, clock: () => now });
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
