import { existsSync, readFileSync } from 'node:fs';
import type { StorePropertyRequest } from '@vitrine/core/contracts';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

const shop = await Shop.open();
const vitrine = shop.line;
afterAll(() => shop.close());

const KEY: StorePropertyRequest = { name: 'k', type: 'string', unique: true };

/** Texts that CSV is known to lose. */
const FRAGILE = [
  null,
  '',
  ' ',
  'a,b',
  'a"b',
  '"',
  'a\nb',
  'a\r\nb',
  'a\rb',
  '\n',
  'null',
  '007',
  'true',
  '=1+1',
  '+1',
  '-1',
  '@x',
  '\tx',
  '\rx',
  "'",
  "''x",
  "'x",
  'ü🦖\u2028',
  '\ufeffx',
];

test.each(['guarded', 'raw'])('imports a CSV export again without loss, %s', async (formulas) => {
  const properties: StorePropertyRequest[] = [
    KEY,
    { name: '=s', type: 'string' },
    { name: 'n', type: 'number' },
    { name: 'b', type: 'boolean' },
    { name: 'd', type: 'datetime' },
  ];
  const from = await shop.createStore(properties);
  const to = await shop.createStore(properties);
  const rows = FRAGILE.map((text, i) => ({
    k: text === null || text === '' ? `key ${i}` : text,
    '=s': text,
    n: i % 3 === 0 ? null : -i / 7,
    b: i % 2 === 0 ? null : i % 3 === 0,
    d: i % 2 === 0 ? null : '0001-01-01T00:00:00.001Z',
  }));
  await vitrine.succeed('import', from, vitrine.write('a.json', JSON.stringify(rows)));
  const csv = vitrine.path('a.csv');
  await vitrine.succeed('export', from, '--out', csv, '--formulas', formulas);
  const back = await vitrine.run('import', to, csv, '--formulas', formulas);
  expect(back).toMatchObject({ code: 0, out: expect.stringContaining(`${rows.length} created`) });
  // The export lists the newest first, so the import reverses the order.
  expect((await shop.records(to)).reverse()).toEqual(await shop.records(from));
  expect(await shop.records(from)).toHaveLength(rows.length);
});

test("keeps text that begins with ' before a formula character, in both kinds of export", async () => {
  const store = await shop.createStore([KEY, { name: 's', type: 'string' }]);
  await vitrine.succeed('import', store, vitrine.write('a.json', '[{"k":"a","s":"\'=1"}]'));
  const csv = vitrine.path('a.csv');
  await vitrine.succeed('export', store, '--out', csv, '--formulas', 'raw');
  await vitrine.succeed('import', store, csv, '--formulas', 'raw');
  expect(await shop.records(store)).toEqual([{ id: 'a', k: 'a', s: "'=1" }]);
  await vitrine.succeed('export', store, '--out', csv);
  await vitrine.succeed('import', store, csv);
  expect(await shop.records(store)).toEqual([{ id: 'a', k: 'a', s: "'=1" }]);
});

test(
  'exports more records than HTTP returns at once, newest first, each once; --limit takes the newest',
  verifies('cli.export'),
  async () => {
    const store = await shop.createStore([KEY, { name: 'n', type: 'number' }]);
    const lines = Array.from({ length: 10_150 }, (_, i) => `${i},${i}`);
    await vitrine.succeed('import', store, vitrine.write('a.csv', `k,n\n${lines.join('\n')}\n`));
    const all: { n: number }[] = JSON.parse(await vitrine.succeed('export', store));
    expect(all.map(({ n }) => n)).toEqual(Array.from({ length: 10_150 }, (_, i) => 10_149 - i));
    const csv = await vitrine.succeed('export', store, '--format', 'csv', '--limit', '150');
    expect(csv.trimEnd().split('\r\n')).toHaveLength(151);
    expect(csv).toMatch(/^id,k,n,date_created,date_updated\r\n10149,10149,10149,/);
  },
);

test('exports an empty store as an empty array or a header', async () => {
  const store = await shop.createStore([KEY, { name: 'n', type: 'number' }]);
  expect(await vitrine.succeed('export', store)).toBe('[]');
  expect(await vitrine.succeed('export', store, '--format', 'csv')).toBe(
    'id,k,n,date_created,date_updated\r\n',
  );
});

test('chooses the format by the file name; the file appears complete or not at all', async () => {
  const store = await shop.createStore([KEY, { name: 'n', type: 'number' }]);
  await vitrine.succeed('export', store, '--out', vitrine.path('a.csv'));
  expect(readFileSync(vitrine.path('a.csv'), 'utf8')).toMatch(/^id,k/);
  await vitrine.succeed('export', store, '--out', vitrine.path('a.json'));
  expect(readFileSync(vitrine.path('a.json'), 'utf8')).toBe('[]');
  expect(existsSync(vitrine.path('a.json.partial'))).toBe(false);
  expect((await vitrine.run('export', store, '--out', vitrine.path('none/a.json'))).code).toBe(74);
  expect((await vitrine.run('export', 'none', '--out', vitrine.path('b.json'))).code).toBe(1);
  expect(existsSync(vitrine.path('b.json'))).toBe(false);
});

test('exports matching records with an order and a choice of columns', verifies('cli.others'), async () => {
  const store = await shop.createStore([KEY, { name: 'n', type: 'number' }]);
  const rows = Array.from({ length: 5 }, (_, n) => ({ k: `k${n}`, n }));
  await vitrine.succeed('import', store, vitrine.write('n.json', JSON.stringify(rows)));
  const some = ['export', store, '--filter', 'n:gte:2', '--sort', 'n', '--direction', 'desc'];
  const { out, err } = await vitrine.run(...some, '--fields', 'n,k', '--format', 'csv');
  expect(out).toBe('n,k\r\n4,k4\r\n3,k3\r\n2,k2\r\n');
  expect(err).toBe('3 records\n');
  const limited = await vitrine.run(...some, '--fields', 'k', '--limit', '2');
  expect(JSON.parse(limited.out)).toEqual([{ k: 'k4' }, { k: 'k3' }]);
  expect(limited.err).toBe('2 records\n');
  const any = await vitrine.run(
    'export',
    store,
    '--filter',
    'n:eq:0',
    '--filter',
    'n:eq:1',
    '--match',
    'any',
  );
  expect(JSON.parse(any.out)).toMatchObject([{ k: 'k1' }, { k: 'k0' }]);
  expect(await vitrine.run('export', store, '--fields', 'm')).toMatchObject({ code: 1, out: '' });
});
