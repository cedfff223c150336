import { expect, test } from 'vitest';
import { ForbiddenError, NotFoundError, UnauthorizedError, ValidationError } from '../../../ground/errors.ts';
import { accountPrincipal } from '../../../ports/access.ts';
import { memoryStorage } from '../../../storage/memory/index.ts';
import type { Storage } from '../../../storage/storage.ts';
import { createVitrine } from '../../../vitrine.ts';

async function open(storage: Storage = memoryStorage()) {
  const vitrine = await createVitrine({ storage });
  const me = accountPrincipal((await vitrine.accounts.create('Own')).id);
  const properties = [{ name: 'sku', type: 'string', unique: true }] as const;
  const { id } = await vitrine.stores.create(me, { name: 'Goods', properties: [...properties] });
  await vitrine.records.add(me, id, { sku: 'a' });
  return { vitrine, me, id, direct: vitrine.direct };
}

test('return the results of the services, and throw their errors', async () => {
  const { vitrine, me, id, direct } = await open();
  const { key } = await vitrine.apiKeys.create(me, { name: 'key', addresses: ['10.0.0.0/8'] });
  expect(await direct.authenticate(key, '10.1.2.3')).toEqual(
    await vitrine.identity.authenticate(key, '10.1.2.3'),
  );
  const record = await vitrine.records.get(me, id, 'a');
  expect(await direct.records.get(me, id, 'a')).toEqual(record);
  expect(await direct.records.lookup(me, id, { sku: 'a' })).toEqual(record);

  const failing = [
    [UnauthorizedError, () => direct.authenticate('unknown', null)],
    [ForbiddenError, () => direct.authenticate(key, '192.0.2.1')],
    [NotFoundError, () => direct.records.get(me, id, 'b')],
    [NotFoundError, () => direct.records.get(me, 'other', 'a')],
    [ValidationError, () => direct.records.lookup(me, id, {})],
  ] as const;
  for (const [expected, call] of failing) await expect(async () => call()).rejects.toThrow(expected);
});

test('are here at once where those of the storage are', async () => {
  const storage = memoryStorage();
  const { me, id } = await open(storage);
  const store = await storage.stores.get(me.accountId, id);
  const row = store && (await storage.records.get(store, 'a', 0));
  const { direct } = await createVitrine({
    storage: {
      ...storage,
      stores: { ...storage.stores, get: () => store },
      records: { ...storage.records, get: () => row },
    },
  });
  expect(direct.records.get(me, id, 'a')).toMatchObject({ id: 'a', sku: 'a' });
  expect(direct.records.lookup(me, id, { sku: 'a' })).toMatchObject({ id: 'a', sku: 'a' });
  expect(() => direct.records.lookup(me, id, {})).toThrow(ValidationError);
});
