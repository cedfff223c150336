import { existsSync, readFileSync } from 'node:fs';
import type { StorePropertyRequest } from '@vitrine/core/contracts';
import { afterAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

const shop = await Shop.open();
const vitrine = shop.line;
afterAll(() => shop.close());

function refused(
  path: string,
): { row: number; line: number; errors: Record<string, string[]>; record: unknown }[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const KEYED: StorePropertyRequest[] = [
  { name: 'k', type: 'string', unique: true },
  { name: 'n', type: 'number' },
];
const ALL_TYPES: StorePropertyRequest[] = [
  { name: 'k', type: 'string', unique: true },
  { name: 's', type: 'string' },
  { name: 'n', type: 'number' },
  { name: 'b', type: 'boolean' },
  { name: 'd', type: 'datetime' },
  { name: 'u', type: 'url_link' },
];

test(
  'converts cells to the types of the store; empty cells become null',
  verifies('cli.import'),
  async () => {
    const store = await shop.createStore(ALL_TYPES);
    const file = vitrine.write(
      'a.csv',
      'k,s,n,b,d,u\na,"",-2.50,TRUE,2026-01-02,http://x.example/\nb,,,,,\nc,"","","","",""\nd,1e3,1e3,false,2026-01-02T03:04:05.6+01:00,\n',
    );
    expect((await vitrine.run('import', store, file)).code).toBe(0);
    const unset = { n: null, b: null, d: null, u: null };
    expect(await shop.records(store)).toEqual([
      { id: 'a', k: 'a', s: '', n: -2.5, b: true, d: '2026-01-02T00:00:00.000Z', u: 'http://x.example/' },
      { id: 'b', k: 'b', s: null, ...unset },
      { id: 'c', k: 'c', s: '', ...unset },
      { id: 'd', k: 'd', s: '1e3', n: 1000, b: false, d: '2026-01-02T02:04:05.600Z', u: null },
    ]);
    await vitrine.succeed('import', store, file, '--empty-as-null');
    expect((await shop.records(store)).map(({ s }) => s)).toEqual([null, null, null, '1e3']);
  },
);

test(
  'writes refused rows to a file with row, line, errors and record, and imports the others',
  verifies('cli.import.errors', 'console.F37'),
  async () => {
    const store = await shop.createStore(ALL_TYPES);
    const file = vitrine.write(
      'a.csv',
      'k,s,n,b,d,u\na,"two\nlines",1,,,\nb,,one,maybe,tomorrow,mail\n,x,,,,\nd,x\ne,x,1,,,,7\nf,x,9007199254740993,,,\ng,ok,1,,,\n',
    );
    const { code, out, err } = await vitrine.run('import', store, file);
    expect(code).toBe(1);
    expect(out).toContain('7 rows: 3 created, 0 updated, 4 failed');
    expect(err).toContain(`refused rows: ${file}.errors.ndjson`);
    expect(err).toContain('refused: line 5: k: A value is required.');
    const rows = refused(`${file}.errors.ndjson`);
    expect(rows.map(({ row, line }) => [row, line])).toEqual([
      [2, 4],
      [3, 5],
      [5, 7],
      [6, 8],
    ]);
    expect(Object.keys(rows[0]?.errors ?? {}).sort()).toEqual(['b', 'd', 'n', 'u']);
    expect(rows[0]?.record).toEqual({ k: 'b', s: null, n: 'one', b: 'maybe', d: 'tomorrow', u: 'mail' });
    expect(rows[1]?.errors).toEqual({ k: [expect.stringContaining('required')] });
    expect(rows[2]?.errors).toEqual({ '': [expect.stringContaining('6 cells')] });
    expect(rows[2]?.record).toEqual(['e', 'x', '1', null, null, null, '7']);
    expect(rows[3]?.errors).toEqual({ n: [expect.stringContaining('integer')] });

    // After a corrected run, the file of the first run is gone.
    vitrine.write('a.csv', 'k,s,n,b,d,u\nb,x,1,,,\n');
    expect((await vitrine.run('import', store, file)).code).toBe(0);
    expect(existsSync(`${file}.errors.ndjson`)).toBe(false);
  },
);

test('writes refused rows to --errors, but not over the imported file', async () => {
  const store = await shop.createStore(KEYED);
  const file = vitrine.write('a.csv', 'k,n\na,x\n');
  const errors = vitrine.path('refused.ndjson');
  expect((await vitrine.run('import', store, file, '--errors', errors)).code).toBe(1);
  expect(refused(errors)).toHaveLength(1);
  expect((await vitrine.run('import', store, file, '--errors', file)).code).toBe(64);
  expect(readFileSync(file, 'utf8')).toBe('k,n\na,x\n');
});

describe('columns', () => {
  test('stops before the first row at unknown, repeated or missing key columns', async () => {
    const store = await shop.createStore(KEYED);
    for (const [content, message] of [
      ['k,n,extra\na,1,2\n', /No property for "extra".*k, n/],
      ['k,n,n\na,1,2\n', /No property for "n"|Several columns/],
      ['n\n1\n', /No column for "k"/],
      ['K,n\na,1\n', /No property for "K"/],
      ['', /no header/],
    ] as const) {
      const { code, err } = await vitrine.run('import', store, vitrine.write('a.csv', content));
      expect(code).toBe(65);
      expect(err).toMatch(message);
    }
    expect(await shop.records(store)).toEqual([]);
  });

  test('skips columns with --ignore; absent columns leave values unchanged', async () => {
    const store = await shop.createStore([...KEYED, { name: 'm', type: 'number' }]);
    await vitrine.succeed('import', store, vitrine.write('a.csv', 'k,n,m\na,1,2\n'));
    await vitrine.succeed('import', store, vitrine.write('b.csv', 'extra,k,n\n?,a,5\n'), '--ignore', 'extra');
    expect(await shop.records(store)).toEqual([{ id: 'a', k: 'a', n: 5, m: 2 }]);
  });

  test('imports nothing from a file with only a header, without an error', async () => {
    const store = await shop.createStore(KEYED);
    expect(await vitrine.run('import', store, vitrine.write('a.csv', '\ufeffk,n\r\n'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('0 rows'),
    });
  });
});

describe('running again', () => {
  test('does not duplicate records with a key; the last row of a key wins', async () => {
    const store = await shop.createStore(KEYED);
    const lines = Array.from({ length: 250 }, (_, i) => `key ${i % 200},${i}`);
    const file = vitrine.write('a.csv', `k,n\n${lines.join('\n')}\n`);
    expect((await vitrine.run('import', store, file)).out).toContain('250 rows: 200 created, 50 updated');
    expect((await vitrine.run('import', store, file)).out).toContain('250 rows: 0 created, 250 updated');
    const all = await shop.records(store);
    expect(all).toHaveLength(200);
    expect(all.find(({ k }) => k === 'key 0')).toMatchObject({ n: 200 });
  });

  test(
    'stops after a batch at Ctrl-C, and completes when run again',
    verifies('cli.import.resumable'),
    async () => {
      const store = await shop.createStore(KEYED);
      const lines = Array.from({ length: 250 }, (_, i) => `key ${i},${i}`);
      const file = vitrine.write('a.csv', `k,n\n${lines.join('\n')}\n`);
      vitrine.stopSignal = AbortSignal.abort();
      const { code, out, err } = await vitrine.run('import', store, file);
      vitrine.stopSignal = new AbortController().signal;
      expect(code).toBe(130);
      expect(out).toContain('100 rows: 100 created');
      expect(err).toContain('run the same command again');
      expect((await vitrine.run('import', store, file)).out).toContain('250 rows: 150 created, 100 updated');
    },
  );

  test('warns without a key, because a second run adds all records again', async () => {
    const store = await shop.createStore([{ name: 'n', type: 'number' }]);
    const file = vitrine.write('a.csv', 'n\n1\n');
    const { err } = await vitrine.run('import', store, file);
    expect(err).toContain('warning: The store has no unique property');
    await vitrine.succeed('import', store, file);
    expect(await shop.records(store)).toHaveLength(2);
  });
});

describe('JSON', () => {
  const rows = [
    { id: 'ignored', k: 'a', n: 1, date_created: 'x' },
    { k: 'b', n: 'two' },
    { k: 'c', extra: 1 },
    7,
    { k: 'd', n: null },
  ];

  test.each([
    ['a.json', JSON.stringify(rows, null, 2)],
    ['a.ndjson', rows.map((row) => JSON.stringify(row)).join('\n')],
    ['a.jsonl', rows.map((row) => JSON.stringify(row)).join('\r\n')],
  ])('writes the records of %s unchanged', async (name, content) => {
    const store = await shop.createStore(KEYED);
    const file = vitrine.write(name, content);
    const { code, out } = await vitrine.run('import', store, file);
    expect(code).toBe(1);
    expect(out).toContain('5 rows: 2 created, 0 updated, 3 failed');
    expect(refused(`${file}.errors.ndjson`).map(({ row, record }) => [row, record])).toEqual([
      [2, rows[1]],
      [3, rows[2]],
      [4, 7],
    ]);
    expect(await shop.records(store)).toEqual([
      { id: 'a', k: 'a', n: 1 },
      { id: 'd', k: 'd', n: null },
    ]);
  });

  test('a broken record ends the import with its line, before anything is written if it is examined', async () => {
    const store = await shop.createStore(KEYED);
    const records = (count: number) => Array.from({ length: count }, (_, i) => `{"k":"${i}"}`);
    for (const [name, text, line] of [
      ['a.ndjson', '{"k":"a"}\n{oops\n{"k":"b"}\n', 2],
      ['b.ndjson', `{"k":"a"}\n{"k":"deep","n":${'['.repeat(100_000)}${']'.repeat(100_000)}}\n`, 2],
      ['c.json', `[${records(150).join(',\n')},\n{oops}]`, 151],
    ] as const) {
      const { code, out, err } = await vitrine.run('import', store, vitrine.write(name, text));
      expect(code).toBe(65);
      expect(err).toContain(`line ${line}: `);
      expect(out).toContain('0 rows: 0 created');
    }
    const list = vitrine.write('d.json', `[${records(1_200).join(',\n')},\n{oops}]`);
    const { code, out, err } = await vitrine.run('import', store, list);
    expect(code).toBe(65);
    expect(err).toMatch(/line 1201: Not JSON/);
    // The summary counts the rows before the error.
    expect(out).toContain('1,200 rows: 1,200 created');
    const later = vitrine.write('e.ndjson', `${records(1_200).join('\n')}\n{oops\n{"k":"b"}\n`);
    expect((await vitrine.run('import', store, later)).out).toContain('1 created, 1,200 updated, 1 failed');
  });

  test('refuses each hostile row: prototypes, long integers, text that can not be stored', async () => {
    const store = await shop.createStore(KEYED);
    const file = vitrine.write(
      'a.ndjson',
      [
        '{"k":"p","__proto__":{"n":1}}',
        '{"k":"long","n":9007199254740993}',
        '{"k":"nul\\u0000"}',
        '{"k":"lone \\ud800"}',
        'null',
        '[]',
      ].join('\n'),
    );
    expect((await vitrine.run('import', store, file)).out).toContain('0 created, 0 updated, 6 failed');
    expect(refused(`${file}.errors.ndjson`)).toHaveLength(6);
  });
});

test('refuses an unknown store', async () => {
  const file = vitrine.write('a.csv', 'k\na\n');
  expect(await vitrine.run('import', 'none', file)).toMatchObject({
    code: 1,
    err: 'error: No such store in this account: none has the id or the name "none".\n',
  });
});
