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

/** Watches while changes are made after the cursor of now, until the command has printed a text, and then does `end`. */
async function watch(
  flags: readonly string[],
  printed: string,
  end: () => unknown,
): Promise<{ out: string; err: string }> {
  const { cursor } = await shop.vitrine.changes.list(shop.principal, storeId);
  const watching = shop.line.run('stores', 'watch', 'test', '--since', cursor, ...flags);
  await changeRecords();
  await expect.poll(() => shop.line.printed, { timeout: 20_000 }).toContain(printed);
  await end();
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

test('prints changes as they come, and ends with the store', verifies('follow.watch'), async () => {
  const { vitrine, principal } = shop;
  const { out } = await watch([], 'store.updated', () => vitrine.stores.delete(principal, storeId));
  const lines = out.trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/^\S+Z {2}/, ''))).toEqual([
    'record.created    a\\u001b[31m',
    'record.updated    a\\u001b[31m  note',
    'store.updated',
    'store.deleted',
  ]);
});

test(
  'prints JSON with records, of the wanted types, until it is stopped',
  verifies('follow.watch'),
  async () => {
    const stop = new AbortController();
    shop.line.stopSignal = stop.signal;
    const flags = ['--json', '--records', '--types', 'record.updated'];
    const { out, err } = await watch(flags, 'record.updated', () => stop.abort());
    const change = JSON.parse(out);
    expect(change).toMatchObject({
      type: 'record.updated',
      changed: ['note'],
      record: { sku: 'a\u001b[31m', note: 'y' },
    });
    expect(err).toContain(`go on with --since ${change.position}`);
  },
);
