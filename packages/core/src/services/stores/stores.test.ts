import { expect, test } from 'vitest';
import { RateLimitedError } from '../../ground/errors.ts';
import { FREED_SLOT_RESTS, FREED_SLOTS_MAX } from '../../ground/limits.ts';
import { accountPrincipal } from '../../ports/access.ts';
import type { Storage } from '../../storage/index.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine } from '../../vitrine.ts';

async function open(storage: Storage = memoryStorage()) {
  let now = Date.UTC(2026, 0, 1);
  const vitrine = await createVitrine({ storage, clock: () => now, secret: 'secret of the test' });
  const account = await vitrine.accounts.create('Test');
  const me = accountPrincipal(account.id);
  const properties = [
    { name: 'n', type: 'number' as const },
    { name: 'old', type: 'string' as const },
  ];
  const store = await vitrine.stores.create(me, { name: 'S', properties });
  return { vitrine, storage, me, store, pass: (millis: number) => (now += millis) };
}

test('a read planned before a property was deleted never shows values of another property', async () => {
  const { promise: changed, resolve: letReadsGo } = Promise.withResolvers<void>();
  let held = false;
  const inner = memoryStorage();
  const slow: Storage = {
    ...inner,
    records: {
      ...inner.records,
      // Delays the read, like a search that waits for a thread or a connection.
      async get(...args) {
        if (held) await changed;
        return inner.records.get(...args);
      },
      async find(...args) {
        if (held) await changed;
        return inner.records.find(...args);
      },
    },
  };
  const { vitrine, me, store, pass } = await open(slow);
  const { id } = await vitrine.records.add(me, store.id, { n: 1, old: 'OLD' });
  if (id === null) throw new Error('a record of a store without unique properties has an id');
  held = true;
  const reads = Promise.all([
    vitrine.records.get(me, store.id, id),
    vitrine.records.list(me, store.id).then(({ items }) => items[0]),
  ]);
  await vitrine.stores.deleteProperty(me, store.id, 'old');
  pass(FREED_SLOT_RESTS - 1);
  while ((await vitrine.runDueJobs()) > 0);
  await vitrine.stores.addProperty(me, store.id, { name: 'new', type: 'string' });
  held = false;
  await vitrine.records.patch(me, store.id, id, { new: 'NEW' });
  letReadsGo();
  for (const record of await reads) expect(record).toMatchObject({ id, old: 'OLD' });
});

test('a store whose deleted properties hold too many slots rejects new properties until they are cleared', async () => {
  const { vitrine, me, store, pass } = await open();
  const add = (name: string) => vitrine.stores.addProperty(me, store.id, { name, type: 'number' });
  for (let i = 0; i < FREED_SLOTS_MAX; i++) {
    await add('brief');
    await vitrine.stores.deleteProperty(me, store.id, 'brief');
  }
  await expect(add('one more')).rejects.toBeInstanceOf(RateLimitedError);
  pass(FREED_SLOT_RESTS);
  while ((await vitrine.runDueJobs()) > 0);
  const { properties } = await add('one more');
  expect(properties.map(({ name }) => name)).toEqual(['n', 'old', 'one more']);
});
