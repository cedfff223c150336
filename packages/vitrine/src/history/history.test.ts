import { afterEach, beforeEach, expect, test } from 'vitest';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

async function arrangeStore(): Promise<string> {
  const storeId = await shop.createStore([
    { name: 'sku', type: 'string', unique: true },
    { name: 'price', type: 'number' },
  ]);
  await shop.vitrine.stores.update(shop.principal, storeId, { history: 'P30D' });
  return storeId;
}

const add = (storeId: string, ...records: readonly object[]) =>
  shop.vitrine.records.batchUpsert(shop.principal, storeId, { records: [...records] });

test('shows the history of a record, lists deleted records and restores them', async () => {
  const storeId = await arrangeStore();
  await add(storeId, { sku: 'a', price: 1 }, { sku: 'b', price: 2 });
  await add(storeId, { sku: 'a', price: 3 });
  const history = await shop.line.succeed('records', 'history', 'test', '--key', 'sku=a');
  expect(history.split('\n')[1]).toMatch(/ updated +- +price 1 > 3 /);
  expect(history.split('\n')[2]).toMatch(/ created +- +sku - > "a", price - > 1 /);
  const loss = 'This deletes 1 record of 2 in store ';
  const asked = await shop.line.run('records', 'delete', 'test', 'a');
  expect(asked.err).toContain(`${loss}${storeId} "test"; "records restore" brings them back.`);
  await shop.line.succeed('records', 'delete', 'test', 'a', 'b', '--yes');
  const deleted = await shop.line.succeed('records', 'deleted', 'test', '--match', 'A');
  expect(deleted).toMatch(/\na +\S+Z +- +sku "a" > -, price 3 > -/);
  expect(JSON.parse(await shop.line.succeed('records', 'deleted', 'test', '--json'))).toHaveLength(2);
  const restored = await shop.line.succeed('records', 'restore', 'test', 'a', 'never');
  expect(restored).toMatch(/\na +restored +0\nnever +not_found +0\n/);
  expect(await shop.records(storeId)).toMatchObject([{ sku: 'a', price: 3 }]);
});

test('takes changes back after a position, and has a server do so if they are many', async () => {
  const storeId = await arrangeStore();
  const { cursor } = await shop.vitrine.changes.list(shop.principal, storeId);
  await add(storeId, { sku: 'a', price: 1 });
  expect(await shop.line.succeed('records', 'restore', 'test', '--since', cursor)).toMatch(
    /\na +deleted +0\n/,
  );
  expect(await shop.records(storeId)).toEqual([]);
  for (let i = 0; i < 2; i++)
    await add(storeId, ...Array.from({ length: 100 }, (_, n) => ({ sku: `r${i * 100 + n}` })));
  const { out, err } = await shop.line.run('records', 'restore', 'test', '--since', cursor);
  const [, restoreId = ''] = /^running {2}(\S+)\n$/.exec(out) ?? [];
  expect(err).toContain(`"vitrine restores show ${storeId} ${restoreId}" shows its progress`);
  while ((await shop.vitrine.runDueJobs()) > 0);
  expect(await shop.line.succeed('restores', 'show', 'test', restoreId)).toMatch(
    /status +done\n(.*\n)*deleted +200\n/,
  );
  const results = await shop.line.succeed('restores', 'results', 'test', restoreId, '--json');
  expect(JSON.parse(results)).toHaveLength(201);
});

test('purges a record with its history, some deleted records, or all', async () => {
  const storeId = await arrangeStore();
  await add(storeId, ...['a', 'b', 'c', 'd'].map((sku) => ({ sku })));
  const asked = await shop.line.run('records', 'delete', 'test', 'a', '--purge');
  expect(asked.err).toContain(`of 4 in store ${storeId} "test" permanently, with their history.`);
  await shop.line.succeed('records', 'delete', 'test', 'a', '--purge', '--yes');
  await shop.line.succeed('records', 'delete', 'test', 'b', 'c', 'd', '--yes');
  const ids = async () =>
    (await shop.vitrine.history.listDeleted(shop.principal, storeId)).items.map(({ id }) => id);
  expect((await ids()).toSorted()).toEqual(['b', 'c', 'd']);
  expect((await shop.line.run('records', 'purge', 'test')).err).toContain(
    'This removes all deleted records of',
  );
  expect(await shop.line.succeed('records', 'purge', 'test', 'b', '--yes')).toBe('1 record purged\n');
  expect(await shop.line.succeed('records', 'purge', 'test', '--yes')).toBe('2 records purged\n');
  expect(await ids()).toEqual([]);
});

test('names the flag of a wrong position, and wants one way to say what is restored', async () => {
  await arrangeStore();
  const wrong = await shop.line.run('records', 'restore', 'test', '--since', 'x');
  expect(wrong.err).toContain('--since: Expected the unchanged cursor or position');
  expect(wrong.code).not.toBe(0);
  for (const flags of [[], ['a', '--since', 'x'], ['--import', 'x', '--since', 'y']]) {
    const { code, err } = await shop.line.run('records', 'restore', 'test', ...flags);
    expect({ code, err }).toEqual({
      code: 64,
      err: expect.stringContaining('Give record ids, --import or --since'),
    });
  }
});
