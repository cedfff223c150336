import { createVitrine } from '@vitrine/core';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
let from: string;
let to: string;

beforeEach(async () => {
  shop = await Shop.open();
  from = `sqlite:${shop.line.database}`;
  to = `sqlite:${shop.line.path('new/copy.db')}`;
});
afterEach(() => shop.close());

async function addRecords(count: number): Promise<string> {
  const storeId = await shop.createStore([{ name: 'n', type: 'number' }]);
  for (let i = 0; i < count; i += 100) {
    const records = Array.from({ length: Math.min(100, count - i) }, (_, j) => ({ n: i + j }));
    await shop.vitrine.records.batchUpsert(shop.principal, storeId, { records });
  }
  return storeId;
}

test('copies a whole database into a new one and reports it on stdout', async () => {
  const storeId = await addRecords(450);
  const { key } = await shop.vitrine.apiKeys.create(shop.principal, { name: 'key' });
  expect(await shop.line.run('copy', '--from', from, '--to', to)).toEqual({
    code: 0,
    out: expect.stringMatching(
      /^copied, and equal on both sides: 1 account, 1 key, 1 store, 450 records, 0 images, 0 fonts, 0 drafts, 0 maps, 0 locations, 0 views, 0 webhooks \(\d+\.\d s\)\n$/,
    ),
    err: '',
  });
  const vitrine = await createVitrine({ storage: sqliteStorage({ path: shop.line.path('new/copy.db') }) });
  try {
    const principal = await vitrine.identity.authenticate(key);
    const page = await vitrine.records.list(principal, storeId, { limit: 100 });
    expect(page.items).toEqual((await shop.vitrine.records.list(principal, storeId, { limit: 100 })).items);
  } finally {
    await vitrine.close();
  }
});

test('ends with 130 at Ctrl-C and resumes when run again; refuses to repeat a finished copy', async () => {
  await addRecords(450);
  shop.line.stopSignal = AbortSignal.abort();
  expect(await shop.line.run('copy', '--from', from, '--to', to)).toEqual({
    code: 130,
    out: '',
    err: 'stopped before the end; run the same command again to continue.\n',
  });
  const early = await shop.line.run('accounts', 'list', '--database-url', to);
  expect(early).toMatchObject({ code: 65, err: expect.stringMatching(/^error: .*unfinished copy.*\n$/) });
  shop.line.stopSignal = new AbortController().signal;
  expect(await shop.line.succeed('copy', '--from', from, '--to', to)).toContain('450 records');
  expect(await shop.line.run('copy', '--from', from, '--to', to)).toMatchObject({
    code: 65,
    err: 'error: The target is a complete copy of the source already.\n',
  });
});

test.each([
  ['--from own', 64, /required option '--to <url>'/],
  ['--from memory: --to new', 64, /--from: .*persistent database/],
  ['--from own --to memory:', 64, /--to: .*persistent database/],
  ['--from own --to file.db', 64, /--to: Expected sqlite:<path>/],
  ['--from new --to own', 65, /\(--from\): There is no database at/],
  ['--from own --to new --to-blobs disk', 64, /--to-blobs \(VITRINE_BLOBS\): Expected database/],
  ['--from own --to new --to-blobs s3://pictures', 64, /AWS_ACCESS_KEY_ID/],
  ['--from own --to own', 65, /Source and target are the same database/],
])('refuses %s with %i and one line', async (line, code, message) => {
  const args = line.split(' ').map((word) => (word === 'own' ? from : word === 'new' ? to : word));
  const outcome = await shop.line.run('copy', ...args);
  expect(outcome).toMatchObject({ code, out: '' });
  expect(outcome.err).toMatch(message);
  expect(outcome.err).toMatch(/^error: .*\n$/);
});

test('refuses a target with data with 65 and leaves it unchanged', async () => {
  await shop.line.succeed('accounts', 'create', '--name', 'Mine', '--database-url', to);
  const before = await shop.line.succeed('accounts', 'list', '--json', '--database-url', to);
  expect(await shop.line.run('copy', '--from', from, '--to', to)).toMatchObject({
    code: 65,
    err: 'error: The target holds data already; a copy needs an empty database.\n',
  });
  expect(await shop.line.succeed('accounts', 'list', '--json', '--database-url', to)).toBe(before);
});

test('reports an unreachable PostgreSQL with 74 and its address, without the password', async () => {
  const url = 'postgres://user:hunter2@127.0.0.1:1/vitrine';
  const { code, err } = await shop.line.run('copy', '--from', from, '--to', url);
  expect(code).toBe(74);
  expect(err).toMatch(/^error: Can't use the database postgres:\/\/127\.0\.0\.1:1\/vitrine \(--to\): .*\n$/);
  expect(err).not.toContain('hunter2');
});
