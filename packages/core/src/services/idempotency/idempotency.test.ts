import { expect, test, vi } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { recordToJson } from '../../schema/record-json.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import type { Storage } from '../../storage/storage.ts';
import { createVitrine } from '../../vitrine.ts';

const ONCE = { idempotencyKey: 'k' };
const NOTES = { name: 'Notes', properties: [{ name: 'text', type: 'string' as const }] };

async function arrange(storage: Storage = memoryStorage()) {
  const vitrine = await createVitrine({ storage });
  const me = accountPrincipal((await vitrine.accounts.ensure('Test')).id);
  const store = await vitrine.stores.ensure(me, NOTES);
  const count = async () => (await vitrine.records.count(me, store.id)).count;
  return { storage, vitrine, me, store, count };
}

/** Returns a memory storage whose inserts of records wait for `release`. */
function slowStorage() {
  const storage = memoryStorage();
  const { promise, resolve } = Promise.withResolvers<void>();
  const insert: typeof storage.records.insert = async (...args) => {
    await promise;
    return storage.records.insert(...args);
  };
  const { records } = storage;
  const slow = new Proxy(records, {
    get: (_, name) => (name === 'insert' ? insert : Reflect.get(records, name)),
  });
  return { storage: { ...storage, records: slow } satisfies Storage, release: resolve };
}

test(
  'a call under a used key returns the first response and says so',
  verifies('library.idempotency-key'),
  async () => {
    const { vitrine, me, store, count } = await arrange();
    const onReplay = vi.fn();
    const once = { idempotencyKey: 'k', onReplay };
    const created = await vitrine.records.add(me, store.id, { text: 'x' }, once);
    expect(onReplay).not.toHaveBeenCalled();
    expect(await vitrine.records.add(me, store.id, { text: 'x' }, once)).toEqual(created);
    expect(onReplay).toHaveBeenCalledOnce();
    expect(await count()).toBe(1);
  },
);

test.each([
  ['another argument', ONCE, { text: 'y' }],
  ['another request', { ...ONCE, request: 'POST /other' }, { text: 'x' }],
])('a used key with %s throws idempotency_mismatch', async (_, once, body) => {
  const { vitrine, me, store, count } = await arrange();
  await vitrine.records.add(me, store.id, { text: 'x' }, ONCE);
  const refused = vitrine.records.add(me, store.id, body, once);
  await expect(refused).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  const other = vitrine.stores.create(me, NOTES, ONCE);
  await expect(other).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  expect(await count()).toBe(1);
});

test.each(['', 'k'.repeat(256), 'ü', 'a\nb'])('the key %j is refused', async (idempotencyKey) => {
  const { vitrine, me, store, count } = await arrange();
  const added = vitrine.records.add(me, store.id, { text: 'x' }, { idempotencyKey });
  await expect(added).rejects.toMatchObject({
    issues: [{ path: 'Idempotency-Key', message: 'Expected 1 to 255 printable ASCII characters.' }],
  });
  expect(await count()).toBe(0);
});

test('while a call is in flight, another under its key throws conflict, and one under another key runs', async () => {
  const { storage, release } = slowStorage();
  const { vitrine, me, store, count } = await arrange(storage);
  const add = (idempotencyKey: string) =>
    vitrine.records.add(me, store.id, { text: 'x' }, { idempotencyKey });
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
  const onReplay = vi.fn();
  const adding = [vitrine, second].map(({ records }) =>
    records.add(me, store.id, { text: 'x' }, { ...ONCE, onReplay }),
  );
  await new Promise(setImmediate);
  release();
  const [one, other] = await Promise.all(adding);
  expect(other).toEqual(one);
  expect(onReplay).toHaveBeenCalledOnce();
  expect(await count()).toBe(1);
});

test('a call that fails leaves its key free', async () => {
  const { vitrine, me, store } = await arrange();
  const add = (storeId: string, text: unknown) => vitrine.records.add(me, storeId, { text }, ONCE);
  await expect(add(store.id, 5)).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(add('unknown', 'x')).rejects.toMatchObject({ code: 'not_found' });
  expect(await add(store.id, 'x')).toMatchObject({ text: 'x' });
});

test('a store principal gets no response of another store or of the account', async () => {
  const { vitrine, me, store } = await arrange();
  const other = await vitrine.stores.create(me, NOTES);
  await vitrine.records.add(me, store.id, { text: 'x' }, ONCE);
  await vitrine.maps.create(me, { name: 'M' }, { idempotencyKey: 'map' });
  const principal = { kind: 'store', accountId: me.accountId, storeId: other.id, key: null } as const;
  const added = vitrine.records.add(principal, store.id, { text: 'x' }, ONCE);
  await expect(added).rejects.toMatchObject({ code: 'not_found' });
  const created = vitrine.maps.create(principal, { name: 'M' }, { idempotencyKey: 'map' });
  await expect(created).rejects.toMatchObject({ code: 'forbidden' });
});

test('the order of members named like numbers survives in a replay', async () => {
  const { vitrine, me } = await arrange();
  const properties = ['b', '2024', 'a'].map((name) => ({ name, type: 'number' as const }));
  const store = await vitrine.stores.create(me, { name: 'Years', properties });
  const add = () => vitrine.records.add(me, store.id, { a: 1, 2024: 2, b: 3 }, ONCE);

  expect(recordToJson(await add())).toBe(recordToJson(await add()));
});
