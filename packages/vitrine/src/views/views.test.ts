import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

test('views are saved, saved again, listed, shown and deleted', verifies('views.command-line'), async () => {
  const { line, vitrine, principal } = shop;
  const { id } = await vitrine.stores.create(principal, {
    name: 'Products',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'price', type: 'number' },
    ],
  });
  const saved = await line.succeed(
    'views',
    'save',
    'Products',
    'Dear',
    '--where',
    'price>20',
    '--sort',
    'price:desc',
  );
  expect(saved).toMatch(/^id +\S+\nname +Dear\nkind +records\nrecords +1 filter, by price desc\n/);
  const [view] = (await vitrine.views.list(principal, id)).items;
  expect(view).toMatchObject({
    name: 'Dear',
    query: {
      filters: [{ field: 'price', op: 'gt', value: '20' }],
      sortBy: [{ field: 'price', dir: 'desc' }],
    },
  });
  await vitrine.views.update(principal, id, view?.id ?? '', { display: { columns: ['price'] } });

  await line.succeed('views', 'save', 'Products', 'Dear', '--search', 'desk');
  expect((await vitrine.views.list(principal, id)).items).toMatchObject([
    { id: view?.id, query: { q: 'desk' }, display: { columns: ['price'] } },
  ]);
  const refused = await line.run('views', 'save', 'Products', 'Other', '--where', 'prize>20');
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('price')]);
  expect((await vitrine.views.list(principal, id)).items).toHaveLength(1);

  await vitrine.views.create(principal, id, { name: 'By price', kind: 'chart' });
  const lines = (await line.succeed('views', 'list', 'Products')).split('\n');
  expect(lines[0]).toMatch(/^ID +KIND +CHANGED +NAME +RECORDS$/);
  expect(lines[1]).toMatch(/ chart +\S+Z +By price +all$/);
  expect(lines[2]).toMatch(/ records +\S+Z +Dear +"desk"$/);
  expect(
    JSON.parse(await line.succeed('views', 'list', 'Products', '--kind', 'chart', '--json')),
  ).toHaveLength(1);
  expect(JSON.parse(await line.succeed('views', 'show', 'Products', 'Dear', '--json'))).toMatchObject({
    id: view?.id,
  });

  expect((await line.run('views', 'delete', 'Products', 'Dear')).code).toBe(64);
  expect(await line.succeed('views', 'delete', 'Products', 'Dear', '--yes')).toBe(`deleted  ${view?.id}\n`);
  expect((await line.run('views', 'show', 'Products', 'Dear')).err).toContain('No such view');
});
