import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Shop } from '../../test/command-line.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

async function addRecords(count: number): Promise<string> {
  const storeId = await shop.createStore([
    { name: 'code', type: 'string', unique: true },
    { name: '7', type: 'number', unique: true },
    { name: 'note', type: 'string' },
  ]);
  await shop.vitrine.records.batchUpsert(shop.principal, storeId, {
    records: Array.from({ length: count }, (_, i) => ({
      code: `c${i}`,
      7: i,
      ...(i === 1 ? { note: 'x=y' } : {}),
    })),
  });
  return storeId;
}

async function remaining(storeId: string): Promise<unknown[]> {
  return (await shop.records(storeId)).map(({ code }) => code);
}

describe('records list', () => {
  test('prints the properties as columns, numbers to the right, unset values as a dash', async () => {
    await addRecords(11);
    const lines = (await shop.line.succeed('records', 'list', 'test', '--sort', '7')).split('\n');
    expect(lines[0]).toMatch(/^id +code {3}7 {2}note {2}date_created +date_updated$/);
    expect(lines[2]).toMatch(/^\S+ {2}c1 {5}1 {2}x=y {3}\S+Z {2}\S+Z$/);
    expect(lines[11]).toMatch(/^\S+ {2}c10 {3}10 {2}- {5}\S+Z {2}\S+Z$/);
  });

  test('reads pages to the end or to the limit, in the given order', async () => {
    await addRecords(100);
    const storeId = await addRecords(0);
    for (let at = 0; at < 250; at += 50) {
      await shop.vitrine.records.batchUpsert(shop.principal, storeId, {
        records: Array.from({ length: 50 }, (_, i) => ({ code: 'c', 7: at + i })),
      });
    }
    const list = ['records', 'list', storeId, '--json'];
    const all: Record<string, unknown>[] = JSON.parse(await shop.line.succeed(...list));
    expect(new Set(all.map((record) => record['7'])).size).toBe(250);
    const out = await shop.line.succeed(...list, '--sort', '7', '--direction', 'desc', '--limit', '120');
    const sorted: Record<string, unknown>[] = JSON.parse(out);
    expect(sorted.map((record) => record['7'])).toEqual(Array.from({ length: 120 }, (_, i) => 249 - i));
    // The members keep the order of the store, where JavaScript would put the name "7" first.
    expect(out.split('\n')[1]).toMatch(/^\{"id":"[^"]+","code":"c","7":249,/);
  });

  test('names an unknown property', async () => {
    await addRecords(1);
    const { code, err } = await shop.line.run('records', 'list', 'test', '--sort', 'none');
    expect(code).toBe(1);
    expect(err).toMatch(/^error: --sort: /);
  });
});

describe('records get', () => {
  test('finds a record by its id and by its key', async () => {
    const storeId = await addRecords(3);
    const key = ['--key', 'code=c1', '--key', '7=1'];
    const out = await shop.line.succeed('records', 'get', 'test', ...key);
    expect(out).toMatch(/^code {10}c1$/m);
    expect(out).toMatch(/^note {10}x=y$/m);
    const record = JSON.parse(await shop.line.succeed('records', 'get', storeId, ...key, '--json'));
    expect(record).toMatchObject({ code: 'c1', 7: 1, note: 'x=y' });
    expect(await shop.line.succeed('records', 'get', storeId, record.id)).toBe(out);
  });

  test('refuses wrong keys', async () => {
    await addRecords(1);
    for (const [args, code, message] of [
      [[], 64, /either a record id or the values of its key/],
      [['c0', '--key', 'code=c0'], 64, /either a record id/],
      [['--key', 'coed=c0'], 64, /not "coed=c0"\. Did you mean "code"\?/],
      [['--key', 'code'], 64, /<property=value>/],
      [['--key', 'code=c9', '--key', '7=9'], 1, /No such record/],
      [['--key', 'code=c0', '--key', '7=x'], 1, /7/],
      [['none'], 1, /No such record/],
    ] as const) {
      const outcome = await shop.line.run('records', 'get', 'test', ...args);
      expect({ args, code: outcome.code }).toEqual({ args, code });
      expect(outcome.err).toMatch(message);
    }
  });
});

describe('records delete', () => {
  test('deletes after a confirmation, by ids or by key, and counts missing records', async () => {
    const storeId = await addRecords(5);
    const { items } = await shop.vitrine.records.list(shop.principal, storeId);
    const idOf = (code: string): string => String(items.find((record) => record.code === code)?.id);
    const ids = [idOf('c0'), idOf('c3'), idOf('c0')];
    const asked = await shop.line.run('records', 'delete', 'test', ...ids);
    expect(asked.code).toBe(64);
    expect(asked.err).toContain(`This deletes 2 records of 5 in store ${storeId} "test" permanently.`);
    expect(await remaining(storeId)).toHaveLength(5);

    expect(await shop.line.succeed('records', 'delete', 'test', ...ids, '--yes')).toBe('2 deleted\n');
    const key = ['--key', 'code=c4', '--key', '7=4'];
    expect(await shop.line.succeed('records', 'delete', 'test', ...key, '--yes')).toBe('1 deleted\n');
    expect(await remaining(storeId)).toEqual(['c1', 'c2']);
    expect(await shop.line.run('records', 'delete', 'test', idOf('c1'), idOf('c0'), '--yes')).toMatchObject({
      code: 1,
      out: '1 deleted, 1 did not exist\n',
    });
    expect((await shop.line.run('records', 'delete', 'test', idOf('c2'), ...key, '--yes')).code).toBe(64);
    expect((await shop.line.run('records', 'delete', 'test', '--yes')).code).toBe(64);
    expect(await remaining(storeId)).toEqual(['c2']);
  });
});
