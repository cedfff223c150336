import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

const shop = await Shop.open();
const vitrine = shop.line;
afterAll(() => shop.close());

const store = await shop.createStore([
  { name: 'city', type: 'string' },
  { name: 'price', type: 'number' },
  { name: 'sold:at', type: 'datetime' },
]);
await shop.vitrine.records.batchUpsert(shop.principal, store, {
  records: [
    { city: 'Oslo', price: 10, 'sold:at': '2026-03-28T23:30:00Z' },
    { city: 'Oslo', price: 2.5, 'sold:at': '2026-04-01' },
    { city: 'Rome', price: 7, 'sold:at': '2026-04-02' },
    { city: 'Rome' },
    { city: 'Bern', price: 30 },
  ],
});

const run = (...args: string[]) => vitrine.run('summarize', store, ...args);

test('prints groups as a table', verifies('summarize.command-line'), async () => {
  const { out, err, code } = await run('--by', 'city', '--measure', 'sum:price', '--measure', 'count');
  expect({ err, code }).toEqual({ err: '', code: 0 });
  expect(out.split('\n').map((line) => line.trim().split(/\s+/))).toEqual([
    ['city', 'count', 'sum_price'],
    ['Oslo', '2', '12.5'],
    ['Rome', '2', '7'],
    ['Bern', '1', '30'],
    [''],
  ]);
});

test('prints the response as JSON', verifies('summarize.command-line'), async () => {
  const { out } = await run(
    '--by',
    'sold:at:day',
    '--time-zone',
    'Europe/Berlin',
    '--sort',
    'sold:at',
    '--json',
  );
  const groups = JSON.parse(out).groups.map(({ key, count }: { key: object; count: number }) => [
    Object.values(key)[0],
    count,
  ]);
  expect(groups).toEqual([
    ['2026-03-29T00:00:00+01:00', 1],
    ['2026-04-01T00:00:00+02:00', 1],
    ['2026-04-02T00:00:00+02:00', 1],
    [null, 2],
  ]);
});

test(
  'takes ranks, elapsed times, parts of clocks and conditions',
  verifies('summarize.command-line'),
  async () => {
    const groupsOf = async (...args: string[]) => {
      const { out, err, code } = await run(...args, '--json');
      expect({ err, code }).toEqual({ err: '', code: 0 });
      return JSON.parse(out).groups.map((group: { key: object; values: object }) => [
        ...Object.values(group.key),
        ...Object.values(group.values),
      ]);
    };
    expect(await groupsOf('--measure', 'median:price', '--measure', 'p90:price')).toEqual([[7, 30]]);
    const elapsed = ['--measure', 'max:sold:at..sold:at:hour', '--filter', 'city:eq:Oslo'];
    expect(await groupsOf(...elapsed)).toEqual([[0]]);
    expect(await groupsOf('--by', 'city:anycase', '--having', 'count:gt:1', '--sort', 'city')).toEqual([
      ['oslo', 2],
      ['rome', 2],
    ]);
    const weekdays = ['--by', 'sold:at:weekday', '--filter', 'sold:at:notEmpty', '--sort', 'sold:at'];
    expect(await groupsOf(...weekdays, '--time-zone', 'Europe/Berlin')).toEqual([
      [3, 1],
      [4, 1],
      [7, 1],
    ]);
    const day = ['--filter', 'sold:at:on:2026-03-29', '--time-zone', 'Europe/Berlin'];
    expect(await groupsOf(...day)).toEqual([[1]]);
    expect(await run('--having', 'count>1')).toMatchObject({
      code: 64,
      err: expect.stringContaining('--having'),
    });
    expect(await run('--having', 'total:gt:1')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: --having total:gt:1: /),
    });
  },
);

test('takes filters, widths, an order and a limit', verifies('summarize.command-line'), async () => {
  const filters = ['--filter', 'city:in:Oslo,Rome', '--filter', 'price:gt:5'];
  const { out } = await run(
    '--by',
    'price:5',
    ...filters,
    '--sort',
    'price',
    '--direction',
    'desc',
    '--json',
  );
  expect(JSON.parse(out).groups).toEqual([
    { key: { price: 10 }, values: { count: 1 }, count: 1 },
    { key: { price: 5 }, values: { count: 1 }, count: 1 },
  ]);
  const any = await run(
    '--filter',
    'sold:at:before:2026-04-01',
    '--filter',
    'city:empty',
    '--match',
    'any',
    '--json',
  );
  expect(JSON.parse(any.out).groups).toEqual([{ key: {}, values: { count: 1 }, count: 1 }]);
  const one = await run('--by', 'city', '--limit', '1');
  expect(one.err).toContain('note: printed the first 1 group; more exist');
});

test('names what would work', async () => {
  const { err, code } = await run('--by', 'citty', '--measure', 'sum:city');
  expect(code).not.toBe(0);
  expect(err).toContain('--by citty: Unknown property. Did you mean "city"?');
  expect(err).toContain('--measure sum:city: "city" is a string; sum takes a number.');
  expect((await run('--measure', 'mode:price')).err).toContain('countDistinct');
  expect((await run('--filter', 'price:above:5')).err).toMatch(/--filter price:above:5: .*\bgte\b/);
  expect((await run('--by', 'sold:at:day', '--time-zone', 'Nowhere')).err).toMatch(
    /^error: --time-zone: Expected the IANA name/,
  );
  expect(await run('--by', 'price:5', '--time-zone', 'UTC')).toEqual({
    code: 64,
    out: '',
    err: 'error: --time-zone: No --by has a bucket of time, such as date:month, and no --filter is one of a date.\n',
  });
});
