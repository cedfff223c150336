import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open();
  await shop.createStore([
    { name: 'sku', type: 'string', unique: true },
    { name: 'price', type: 'number', required: true },
    { name: 'open', type: 'boolean' },
    { name: 'a=b', type: 'string' },
  ]);
});
afterAll(() => shop.close());

const records = (command: string, ...args: string[]) => shop.line.run('records', command, 'test', ...args);

async function succeed(command: string, ...args: string[]): Promise<Record<string, unknown>> {
  return JSON.parse(await shop.line.succeed('records', command, 'test', ...args, '--json'));
}

describe('records add, validate and patch', () => {
  test('read values with the types of the store', verifies('cli.records'), async () => {
    const values = ['--set', 'sku=A-1', '--set', 'price=9.50', '--set', 'open=TRUE', '--set', 'a=b=c=d'];
    const expected = { id: 'A-1', sku: 'A-1', price: 9.5, open: true, 'a=b': 'c=d' };
    expect(await succeed('validate', ...values)).toMatchObject(expected);
    expect(await records('get', 'A-1')).toMatchObject({ code: 1, out: '' });
    expect(await succeed('add', ...values)).toMatchObject(expected);
    const again = await records('add', ...values);
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.err).toBe(
      'error: sku: A record with the id "A-1" exists; change it with "vitrine records patch".\n',
    );
    expect(await records('validate', ...values)).toMatchObject({ code: 1 });
    const preview = await records('validate', ...values, '--set', 'price=8', '--mode', 'upsert');
    expect(preview).toMatchObject({ code: 0, out: expect.stringMatching(/^price {9}8$/m) });
    expect(preview.err).toContain('It would be updated.');

    const out = await shop.line.succeed(
      'records',
      'patch',
      'test',
      'A-1',
      '--set',
      'price=8',
      '--unset',
      'open',
    );
    expect(out).toMatch(/^price {9}8$/m);
    expect(out).toMatch(/^open {10}-$/m);
    expect(await succeed('patch', '--key', 'sku=A-1', '--set', 'a=b=')).toMatchObject({
      price: 8,
      'a=b': '',
    });
  });

  test('read values from a file, which flags override', verifies('cli.records'), async () => {
    const file = shop.line.write('record.json', '{"sku": "F-1", "price": 1, "open": false}');
    expect(await succeed('add', '--from', file, '--set', 'price=2', '--unset', 'open')).toMatchObject({
      sku: 'F-1',
      price: 2,
      open: null,
    });
  });

  test('writes only to the record that has the etag', verifies('cli.records'), async () => {
    await succeed('add', '--set', 'sku=E-1', '--set', 'price=1');
    const etag = /^etag +(".+")$/m.exec(await shop.line.succeed('records', 'get', 'test', 'E-1'))?.[1] ?? '';
    await succeed('patch', 'E-1', '--set', 'price=2', '--if-match', etag);
    const stale = await records('patch', 'E-1', '--set', 'price=3', '--if-match', etag);
    expect(stale).toMatchObject({ code: 1, out: '' });
    expect(stale.err).toMatch(/^error: The record has changed/);
    expect(await records('delete', 'E-1', '--yes', '--if-match', etag)).toMatchObject({ code: 1, out: '' });
    expect(await succeed('get', 'E-1')).toMatchObject({ price: 2 });
    expect(await records('delete', 'E-1', '--yes', '--if-match', '*')).toMatchObject({ out: '1 deleted\n' });
    expect(await records('delete', 'E-1', 'E-2', '--yes', '--if-match', '*')).toMatchObject({ code: 64 });
  });

  test('say what is wrong', async () => {
    const errorOf = async (command: string, ...args: string[]) => {
      const { code, out, err } = await records(command, ...args);
      expect(out).toBe('');
      expect(err).toMatch(/^error: .*\n$/);
      return `${code} ${err}`;
    };
    expect(await errorOf('add')).toMatch(/^64 .*--set <property=value>, or --from/);
    expect(await errorOf('add', '--set', 'skv=1')).toMatch(/^64 .*--set: .*Did you mean "sku"\?/);
    expect(await errorOf('patch', 'A-1', '--unset', 'prize')).toMatch(
      /^64 .*--unset: .*Did you mean "price"\?/,
    );
    expect(await errorOf('patch', '--set', 'price=1')).toMatch(/^64 .*--key/);
    expect(await errorOf('patch', 'A-9', '--set', 'price=1')).toMatch(/^1 .*No such record/);
    expect(await errorOf('add', '--set', 'sku=X', '--set', 'price=much')).toMatch(/^1 .*price: /);
    expect(await errorOf('add', '--set', 'sku=X')).toMatch(/^1 .*price: /);
    expect(await errorOf('add', '--from', shop.line.write('list.json', '[]'))).toMatch(
      /^65 .*vitrine import/,
    );
  });
});

describe('records count and aggregate', () => {
  test('compute one number over the matching records', verifies('cli.records'), async () => {
    const numbers = await shop.vitrine.stores.create(shop.principal, {
      name: 'numbers',
      properties: [{ name: 'n', type: 'number' }],
    });
    await shop.vitrine.records.batchUpsert(shop.principal, numbers.id, {
      records: [{ n: 1 }, { n: 2.5 }, { n: 4 }, {}],
    });
    const run = (...args: string[]) => shop.line.succeed('records', ...args);
    expect(await run('count', 'numbers')).toBe('4\n');
    expect(await run('count', 'numbers', '--filter', 'n:gt:1')).toBe('2\n');
    expect(await run('count', 'numbers', '--filter', 'n:eq:1', '--filter', 'n:eq:4', '--match', 'any')).toBe(
      '2\n',
    );
    expect(JSON.parse(await run('count', 'numbers', '--json'))).toEqual({ count: 4 });
    expect(await run('aggregate', 'numbers', 'sum', 'n')).toBe('7.5\n');
    expect(await run('aggregate', 'numbers', 'max', 'n', '--filter', 'n:lt:4')).toBe('2.5\n');
    expect(await run('aggregate', 'numbers', 'avg', 'n', '--filter', 'n:gt:9')).toBe('-\n');
    const json = await run('aggregate', 'numbers', 'min', 'n', '--json');
    expect(JSON.parse(json)).toEqual({ field: 'n', op: 'min', result: 1 });
    expect(await shop.line.run('records', 'aggregate', 'numbers', 'median', 'n')).toMatchObject({ code: 64 });
    expect(await shop.line.run('records', 'aggregate', 'numbers', 'sum', 'm')).toMatchObject({ code: 1 });
  });
});
