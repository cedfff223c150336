import { afterAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { type Outcome, Shop } from '../../test/command-line.ts';

const shop = await Shop.open();
afterAll(() => shop.close());

const store = await shop.createStore([
  { name: 'city', type: 'string' },
  { name: 'price', type: 'number' },
  { name: 'sold:at', type: 'datetime' },
  { name: '7', type: 'number' },
]);
await shop.vitrine.records.batchUpsert(shop.principal, store, {
  records: [
    { city: 'Oslo', price: 10, 'sold:at': '2026-03-28T23:30:00Z' },
    { city: 'Oslo, Norway', price: 2.5, 'sold:at': '2026-04-01', 7: 1 },
    { city: 'Rome', price: 7, 'sold:at': '2026-04-02' },
    { city: 'Rome' },
    { city: '東京', price: 30 },
  ],
});

const run = (...args: string[]) => shop.line.run('query', 'test', ...args);

async function find(
  ...args: string[]
): Promise<{ items: Record<string, unknown>[] } & Record<string, unknown>> {
  const { out, err, code } = await run(...args, '--json');
  expect({ err, code }).toEqual({ err: '', code: 0 });
  return JSON.parse(out);
}

async function pricesOf(...args: string[]): Promise<unknown[]> {
  return (await find(...args)).items.map(({ price }) => price);
}

describe('query', () => {
  test('prints matching records as a table', verifies('cli.query'), async () => {
    const { out, err, code } = await run(
      '--filter',
      'price:gte:7',
      '--sort',
      'price',
      '--fields',
      'price,city',
    );
    expect({ err, code }).toEqual({ err: '', code: 0 });
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => line.trim().split(/\s+/).slice(1))).toEqual([
      ['price', 'city'],
      ['7', 'Rome'],
      ['10', 'Oslo'],
      ['30', '東京'],
    ]);
  });

  test('shows times at midnight as days, and whole in JSON', verifies('console.F36'), async () => {
    const args = ['--filter', 'sold:at:notEmpty', '--sort', 'sold:at', '--fields', 'sold:at'];
    const { out } = await run(...args);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.trim().split(/\s+/)[1]),
    ).toEqual(['sold:at', '2026-03-28T23:30:00.000Z', '2026-04-01', '2026-04-02']);
    expect((await find(...args)).items.at(-1)?.['sold:at']).toBe('2026-04-02T00:00:00.000Z');
  });

  test('prints the response of the HTTP interface as JSON', verifies('cli.query'), async () => {
    const { items, ...rest } = await find('--total');
    expect(rest).toEqual({ total: 5 });
    const { items: expected } = await shop.vitrine.records.query(shop.principal, store, {});
    expect(items).toEqual(expected);
    // The members keep the order of the store, where JavaScript would put the name "7" first.
    expect((await run('--json')).out.split('\n')[1]).toMatch(/^\{"id":"[^"]+","city":"東京","price":30,/);
    expect((await run('--filter', 'city:eq:Bern', '--json')).out).toBe('{"items":[]}\n');
    expect((await run('--filter', 'city:eq:Bern', '--json', '--total')).out).toBe('{"items":[],"total":0}\n');
  });

  test('reads comparisons with a sign', verifies('console.F37'), async () => {
    expect(await pricesOf('--where', 'price<10', '--sort', 'price')).toEqual([2.5, 7]);
    expect(await pricesOf('--where', 'price>=10', '--where', 'city~oslo')).toEqual([10]);
  });

  test('combines filters, with colons in names and commas in values', verifies('cli.query'), async () => {
    expect(await pricesOf('--filter', 'city:in:Oslo,東京', '--sort', 'price')).toEqual([10, 30]);
    expect(await pricesOf('--filter', 'city:in:["Oslo, Norway","東京"]', '--sort', 'price')).toEqual([
      2.5, 30,
    ]);
    expect(await pricesOf('--filter', 'city:in:[Oslo')).toEqual([]);
    expect(await pricesOf('--filter', 'sold:at:before:2026-04-01')).toEqual([10]);
    const both = ['--filter', 'city:startsWith:Oslo', '--filter', 'price:lt:5'];
    expect(await pricesOf(...both)).toEqual([2.5]);
    expect(await pricesOf(...both, '--match', 'any', '--sort', 'price', '--direction', 'desc')).toEqual([
      10, 2.5,
    ]);
  });

  test('searches in all fields, and sorts by several', verifies('cli.query'), async () => {
    expect(await pricesOf('--search', 'oslo', '--sort', 'price')).toEqual([2.5, 10]);
    expect(await pricesOf('--search', '7')).toEqual([7]);
    expect(await pricesOf('--sort', 'city:desc', '--sort', 'price')).toEqual([30, 7, null, 2.5, 10]);
    expect(await pricesOf('--sort', 'city', '--sort', 'price', '--direction', 'desc')).toEqual([
      30,
      7,
      null,
      2.5,
      10,
    ]);
    expect(await pricesOf('--sort', 'price:desc', '--limit', '2')).toEqual([30, 10]);
    expect(await pricesOf('--sort', 'sold:at', '--limit', '1')).toEqual([10]);
    const wrong = await run('--sort', 'city', '--sort', 'prise:desc');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/^error: --sort prise:desc: /) });
  });

  test('continues at a cursor', verifies('cli.query'), async () => {
    const order = ['--filter', 'price:gt:0', '--sort', 'price', '--limit', '2'];
    const first = await run(...order, '--total');
    expect(first.out.trimEnd().split('\n')).toHaveLength(3);
    const [total, more] = first.err.trimEnd().split('\n');
    expect(total).toBe('note: 4 records in total');
    const cursor = /^note: more records match; continue with --cursor (\S+)$/.exec(more ?? '')?.[1] ?? '';
    const page = await find(...order, '--cursor', cursor);
    expect(page.items.map(({ price }) => price)).toEqual([10, 30]);
    expect(page).not.toHaveProperty('cursor');
    expect((await find(...order)).cursor).toEqual(expect.any(String));
    const refused = await run('--filter', 'price:gt:1', '--sort', 'price', '--cursor', cursor);
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/^error: --cursor: /) });
  });

  test('names what would work', async () => {
    const expectError = ({ code, out, err }: Outcome, text: RegExp) => {
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(text);
      expect(err.trimEnd()).not.toContain('\n');
    };
    const expectUsage = ({ code, err }: Outcome, text: RegExp) => {
      expect({ code, err }).toEqual({ code: 64, err: expect.stringMatching(text) });
    };
    expectError(await run('--filter', 'citty:eq:x'), /^error: --filter citty:eq:x: .*Did you mean "city"\?/);
    expectError(await run('--filter', 'price:above:5'), /^error: --filter price:above:5: .*\bgte\b/);
    expectError(await run('--fields', 'city,cost'), /^error: --fields cost: Unknown/);
    expectError(await run('--sort', 'prise'), /^error: --sort: .*"price"/);
    expect(await run('--match', 'some')).toMatchObject({ code: 64, out: '' });
    const operator =
      'Expected field:op:value, or field:op for an operator without a value, such as city:notEmpty.';
    expect(await run('--filter', 'city')).toEqual({
      code: 64,
      out: '',
      err: `error: --filter city: ${operator}\n`,
    });
    expectUsage(await run('--filter', 'city=Rome'), /such as city:eq:Rome\.$/m);
    expectUsage(await run('--filter', 'price>=5'), /such as price:gte:5\.$/m);
  });

  test('reads all pages', verifies('cli.query'), async () => {
    const many = await shop.vitrine.stores.create(shop.principal, {
      name: 'many',
      properties: [{ name: 'n', type: 'number', unique: true }],
    });
    for (let at = 0; at < 1_100; at += 100) {
      await shop.vitrine.records.batchUpsert(shop.principal, many.id, {
        records: Array.from({ length: 100 }, (_, i) => ({ n: at + i })),
      });
    }
    const all = JSON.parse(await shop.line.succeed('query', 'many', '--sort', 'n', '--json', '--total'));
    expect(all.items.map(({ n }: { n: number }) => n)).toEqual(Array.from({ length: 1_100 }, (_, i) => i));
    expect(all.total).toBe(1_100);
    const table = await shop.line.succeed('query', 'many', '--limit', '1050');
    expect(table.trimEnd().split('\n')).toHaveLength(1_051);
  });
});
