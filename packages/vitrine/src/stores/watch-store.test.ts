import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
let storeId: string;

beforeEach(async () => {
  shop = await Shop.open();
  storeId = await shop.createStore([
    { name: 'sku', type: 'string', unique: true },
    { name: 'note', type: 'string' },
  ]);
});
afterEach(() => shop.close());

/** Watches while changes are made after the cursor of now, until Ctrl-C. */
async function watch(
  flags: readonly string[],
  change: () => Promise<unknown>,
): Promise<{ out: string; err: string }> {
  const { cursor } = await shop.vitrine.changes.list(shop.principal, storeId);
  const stop = new AbortController();
  shop.line.stopSignal = stop.signal;
  const watching = shop.line.run('stores', 'watch', 'test', '--since', cursor, ...flags);
  await change();
  // Writes of another process are seen within a second.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  stop.abort();
  const { code, out, err } = await watching;
  expect({ code, err }).toMatchObject({ code: 0 });
  return { out, err };
}

async function changeRecords(): Promise<void> {
  const { vitrine, principal } = shop;
  await vitrine.records.add(principal, storeId, { sku: 'a\u001b[31m', note: 'x' });
  await vitrine.records.patch(principal, storeId, 'a\u001b[31m', { note: 'y' });
  await vitrine.stores.update(principal, storeId, { description: 'd' });
}

test('prints changes as they come, and from where to go on', verifies('follow.watch'), async () => {
  const { out, err } = await watch([], changeRecords);
  const lines = out.trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/^\S+Z {2}/, ''))).toEqual([
    'record.created    a\\u001b[31m',
    'record.updated    a\\u001b[31m  note',
    'store.updated',
  ]);
  const { items } = await shop.vitrine.changes.list(shop.principal, storeId, {
    since: /--since (\S+)/.exec(err)?.[1],
  });
  expect(items).toEqual([]);
});

test('prints JSON with records, of the wanted types', verifies('follow.watch'), async () => {
  const { out } = await watch(['--json', '--records', '--types', 'record.updated'], changeRecords);
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([{ type: 'record.updated', changed: ['note'], record: { sku: 'a\u001b[31m', note: 'y' } }]);
});

test('ends with the store', verifies('follow.watch'), async () => {
  const { cursor } = await shop.vitrine.changes.list(shop.principal, storeId);
  const watching = shop.line.run('stores', 'watch', storeId, '--since', cursor);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await shop.vitrine.stores.delete(shop.principal, storeId);
  expect(await watching).toMatchObject({ code: 0, out: expect.stringContaining('store.deleted') });
});
