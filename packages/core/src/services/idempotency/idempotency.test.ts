import { expect, test } from 'vitest';
import { accountPrincipal } from '../../ports/access.ts';
import { recordToJson } from '../../schema/record-json.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import type { Storage } from '../../storage/storage.ts';
import { createVitrine } from '../../vitrine.ts';

const NOTES = { name: 'Notes', properties: [{ name: 'text', type: 'string' as const }] };

async function arrange(storage: Storage = memoryStorage()) {
  const vitrine = await createVitrine({ storage });
  const me = accountPrincipal((await vitrine.accounts.ensure('Test')).id);
  const store = await vitrine.stores.ensure(me, NOTES);
  const count = async () => (await vitrine.records.count(me, store.id)).count;
  return { storage, vitrine, me, store, count };
}

/** Returns a memory storage whose writes of records under a key wait for `release`. */
function slowStorage() {
  const storage = memoryStorage();
  const { promise, resolve } = Promise.withResolvers<void>();
  const wrapped: Storage = {
    ...storage,
    idempotencyKeys: {
      get: (...args) => storage.idempotencyKeys.get(...args),
      purgeExpired: (...args) => storage.idempotencyKeys.purgeExpired(...args),
      writes(key) {
        const writes = storage.idempotencyKeys.writes(key);
        const { insert } = writes.records;
        const slow: typeof insert = async (...args) => {
          await promise;
          return insert(...args);
        };
        return { ...writes, records: { ...writes.records, insert: slow } };
      },
    },
  };
  return { storage: wrapped, release: resolve };
}

test('a call under a used key returns the first response and says so', async () => {
  const { vitrine, me, store, count } = await arrange();
  const first = vitrine.idempotent({ key: 'k' });
  const created = await first.records.add(me, store.id, { text: 'x' });
  expect(first.isReplay).toBe(false);
  const again = vitrine.idempotent({ key: 'k' });
  expect(await again.records.add(me, store.id, { text: 'x' })).toEqual(created);
  expect(again.isReplay).toBe(true);
  expect(await count()).toBe(1);
});

test.each([
  ['another argument', { key: 'k' }, { text: 'y' }],
  ['another request', { key: 'k', request: 'POST /other' }, { text: 'x' }],
])('a used key with %s throws idempotency_mismatch', async (_, request, body) => {
  const { vitrine, me, store, count } = await arrange();
  await vitrine.idempotent({ key: 'k' }).records.add(me, store.id, { text: 'x' });
  const refused = vitrine.idempotent(request).records.add(me, store.id, body);
  await expect(refused).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  const other = vitrine.idempotent({ key: 'k' }).stores.create(me, NOTES);
  await expect(other).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  expect(await count()).toBe(1);
});

test.each(['', 'k'.repeat(256), 'ü', 'a\nb'])('the key %j is refused', async (key) => {
  const { vitrine } = await arrange();
  expect(() => vitrine.idempotent({ key })).toThrow('1 to 255 printable ASCII characters');
});

test('while a call is in flight, another under its key throws conflict, and one under another key runs', async () => {
  const { storage, release } = slowStorage();
  const { vitrine, me, store, count } = await arrange(storage);
  const add = (key: string) => vitrine.idempotent({ key }).records.add(me, store.id, { text: 'x' });
  const first = add('k');
  await new Promise(setImmediate);
  await expect(add('k')).rejects.toMatchObject({ code: 'conflict' });
  const other = add('other');
  release();
  expect(await add('k').catch(() => first)).toEqual(await first);
  await other;
  expect(await count()).toBe(2);
});

test('of two processes that make one call at the same time one writes, and both return its response', async () => {
  const { storage, release } = slowStorage();
  const { vitrine, me, store, count } = await arrange(storage);
  const second = await createVitrine({ storage });
  const calls = [vitrine, second].map((each) => each.idempotent({ key: 'k' }));
  const adding = calls.map(({ records }) => records.add(me, store.id, { text: 'x' }));
  await new Promise(setImmediate);
  release();
  const [one, other] = await Promise.all(adding);
  expect(other).toEqual(one);
  expect(calls.map(({ isReplay }) => isReplay).toSorted()).toEqual([false, true]);
  expect(await count()).toBe(1);
});

test('a call that fails leaves its key free', async () => {
  const { vitrine, me, store } = await arrange();
  const { records } = vitrine.idempotent({ key: 'k' });
  await expect(records.add(me, store.id, { text: 5 })).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(records.add(me, 'unknown', { text: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  expect(await records.add(me, store.id, { text: 'x' })).toMatchObject({ text: 'x' });
});

test('a store principal gets no response of another store or of the account', async () => {
  const { vitrine, me, store } = await arrange();
  const other = await vitrine.stores.create(me, NOTES);
  await vitrine.idempotent({ key: 'k' }).records.add(me, store.id, { text: 'x' });
  await vitrine.idempotent({ key: 'map' }).maps.create(me, { name: 'M' });
  const principal = { kind: 'store', accountId: me.accountId, storeId: other.id, key: null } as const;
  const { records } = vitrine.idempotent({ key: 'k' });
  await expect(records.add(principal, store.id, { text: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  const { maps } = vitrine.idempotent({ key: 'map' });
  await expect(maps.create(principal, { name: 'M' })).rejects.toMatchObject({ code: 'forbidden' });
});

test('the order of members named like numbers survives in a replay', async () => {
  const { vitrine, me } = await arrange();
  const properties = ['b', '2024', 'a'].map((name) => ({ name, type: 'number' as const }));
  const store = await vitrine.stores.create(me, { name: 'Years', properties });
  const add = () => vitrine.idempotent({ key: 'k' }).records.add(me, store.id, { a: 1, 2024: 2, b: 3 });

  expect(recordToJson(await add())).toBe(recordToJson(await add()));
});
