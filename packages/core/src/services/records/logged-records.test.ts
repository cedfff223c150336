import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { accountPrincipal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine } from '../../vitrine.ts';

async function open() {
  const storage = memoryStorage();
  const vitrine = await createVitrine({ storage, secret: 'secret of the test' });
  const { id: accountId } = await vitrine.accounts.create('Test');
  const me = { ...accountPrincipal(accountId), key: { id: 'key', name: 'Robot' } } as const;
  const { id } = await vitrine.stores.create(me, {
    name: 'Products',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'price', type: 'number' },
    ],
  });
  await storage.stores.update({ id, accountId }, { history: 60 }, 1);
  const entries = async () => {
    const page = await storage.changes.read(id, { after: 1, limit: 100 });
    return page === 'expired' ? page : page.rows.map(({ type, slots }) => [type, ...slots].join(' '));
  };
  return { storage, vitrine, me, id, entries };
}

test(
  'a patch that is empty or has equal values has no entry, a change of a value has one',
  verifies('changes.log.values'),
  async () => {
    const { vitrine, me, id, entries } = await open();
    await vitrine.records.add(me, id, { sku: 'a', price: 1 });
    await vitrine.records.patch(me, id, 'a', {});
    await vitrine.records.patch(me, id, 'a', { price: 1 });
    await vitrine.records.batchUpsert(me, id, { records: [{ sku: 'a', price: 1 }] });
    expect(await entries()).toEqual(['record.created n0']);
    await vitrine.records.patch(me, id, 'a', { price: 2 });
    expect(await entries()).toEqual(['record.created n0', 'record.updated n0']);
  },
);

test('history has the key of the principal who made a change', async () => {
  const { storage, vitrine, me, id } = await open();
  await vitrine.records.add(me, id, { sku: 'a', price: 1 });
  await vitrine.records.delete(me, id, 'a');
  const { rows } = await storage.changes.history(id, 'a', { before: null, limit: 10 });
  expect(rows.map(({ type, by, before }) => [type, by, before])).toEqual([
    ['record.deleted', { id: 'key', name: 'Robot' }, { n0: 1 }],
    ['record.created', { id: 'key', name: 'Robot' }, null],
  ]);
});

test('the name of a property is that of now, and a slot that was given to another one has none', async () => {
  const { storage, vitrine, me, id } = await open();
  await vitrine.stores.addProperty(me, id, { name: 'note', type: 'string' });
  await vitrine.stores.renameProperty(me, id, 'note', { name: 'remark' });
  const store = await storage.stores.get(me.accountId, id);
  expect(store?.properties.map(({ name, since = 0 }) => [name, since > 0])).toEqual([
    ['sku', false],
    ['price', false],
    ['remark', true],
  ]);
  const shown = await vitrine.stores.get(me, id);
  expect(shown.properties.every((property) => !('since' in property || 'slot' in property))).toBe(true);
});
