import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

test('the type of a property is tried and changed', verifies('properties.type.command-line'), async () => {
  const { line, vitrine, principal } = shop;
  const { id } = await vitrine.stores.create(principal, {
    name: 'Products',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'price', type: 'string' },
    ],
  });
  const records = [
    { sku: 'a', price: '$1,299.50' },
    { sku: 'b', price: 'oops' },
  ];
  await vitrine.records.batchUpsert(principal, id, { records });
  const command = ['stores', 'properties', 'change-type', 'Products', 'price', 'number'];
  const trial = await line.succeed(...command, '--dry-run');
  expect(trial).toMatch(
    /^property +price: string to number\nvalues +2\nconverted +1\nblank +0\ndo not fit +1\n/,
  );
  expect(trial).toContain('"$1,299.50" becomes 1299.5');
  expect(JSON.parse(await line.succeed(...command, '--dry-run', '--json'))).toMatchObject({
    status: 'dry_run',
  });
  const refused = await line.run(...command);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('"oops" of the record "b"')]);
  expect(
    (await line.run('stores', 'properties', 'change-type', 'Products', 'prize', 'number')).err,
  ).toContain('Did you mean');
  const changed = await line.run(...command, '--unset');
  expect([changed.code, changed.err]).toEqual([0, expect.stringContaining('1 value did not fit')]);
  expect(changed.out).toMatch(/price +number/);
  expect(await vitrine.records.get(principal, id, 'a')).toMatchObject({ price: 1299.5 });
});
