import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { accountPrincipal, createVitrine, memoryStorage, type Principal, type Vitrine } from '../../index.ts';

let me: Principal;
let vitrine: Vitrine;
let storage: ReturnType<typeof memoryStorage>;
let storeId: string;

beforeEach(async () => {
  storage = memoryStorage();
  vitrine = await createVitrine({ storage });
  me = accountPrincipal((await vitrine.accounts.create('test')).id);
  const store = await vitrine.stores.create(me, {
    name: 'Products',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'price', type: 'number' },
      { name: 'note', type: 'string' },
    ],
  });
  storeId = store.id;
});

afterEach(() => vitrine.close());

async function now(): Promise<string> {
  return (await vitrine.changes.list(me, storeId)).cursor;
}

const add = (sku: string, price = 1) => vitrine.records.add(me, storeId, { sku, price });

describe('list', () => {
  test('returns nothing but the cursor of now without a cursor', verifies('feed.now'), async () => {
    await add('before');
    const page = await vitrine.changes.list(me, storeId);
    expect(page).toEqual({ items: [], cursor: expect.any(String), limit: 100 });
    await add('after');
    const { items } = await vitrine.changes.list(me, storeId, { since: page.cursor });
    expect(items.map(({ recordId }) => recordId)).toEqual(['after']);
  });

  test('turns the log on once for all that ask at once', verifies('feed.now'), async () => {
    const turnOn = vi.spyOn(storage.changes, 'turnOn');
    const pages = await Promise.all(Array.from({ length: 50 }, () => vitrine.changes.list(me, storeId)));
    expect(new Set(pages.map(({ cursor }) => cursor)).size).toBe(1);
    expect(turnOn).toHaveBeenCalledTimes(1);
  });

  test('has an entry for each change, oldest first', verifies('feed.entries'), async () => {
    const since = await now();
    await add('a');
    await vitrine.records.patch(me, storeId, 'a', { price: 2, note: 'x' });
    await vitrine.records.patch(me, storeId, 'a', { price: 2 });
    await vitrine.records.patch(me, storeId, 'a', {});
    await vitrine.records.delete(me, storeId, 'a');
    await vitrine.stores.update(me, storeId, { description: 'd' });
    await vitrine.stores.addProperty(me, storeId, { name: 'more', type: 'boolean' });
    const { items, cursor } = await vitrine.changes.list(me, storeId, { since });
    expect(items.map(({ type }) => type)).toEqual([
      'record.created',
      'record.updated',
      'record.deleted',
      'store.updated',
      'store.schema',
    ]);
    const [created, updated, deleted] = items;
    expect(created).toEqual({
      position: expect.stringMatching(/^[\w-]{34}$/),
      type: 'record.created',
      recordId: 'a',
      at: expect.stringMatching(/Z$/),
      version: expect.any(Number),
    });
    expect(updated?.changed).toEqual(['price', 'note']);
    expect(deleted).not.toHaveProperty('changed');
    expect(items.map(({ version }) => version)).toEqual(
      items.map(({ version }) => version).toSorted((a, b) => a - b),
    );
    expect(new Set(items.map(({ version }) => version)).size).toBe(items.length);
    expect(cursor).toBe(items.at(-1)?.position);
  });

  test('names changed properties as they are called now', verifies('feed.entries'), async () => {
    const since = await now();
    await add('a');
    await vitrine.records.patch(me, storeId, 'a', { price: 2, note: 'x' });
    await vitrine.stores.renameProperty(me, storeId, 'note', { name: 'remark' });
    await vitrine.stores.deleteProperty(me, storeId, 'price');
    const { items } = await vitrine.changes.list(me, storeId, { since, types: 'record.updated' });
    expect(items[0]?.changed).toEqual(['remark']);
  });

  test('has the record as it is now', verifies('feed.record'), async () => {
    const since = await now();
    await add('a', 1);
    await add('b', 1);
    await vitrine.records.patch(me, storeId, 'a', { price: 2 });
    await vitrine.records.delete(me, storeId, 'b');
    const { items } = await vitrine.changes.list(me, storeId, { since, include: 'record' });
    expect(items.map(({ recordId, record }) => [recordId, record?.price])).toEqual([
      ['a', 2],
      ['b', undefined],
      ['a', 2],
      ['b', undefined],
    ]);
    expect(items[1]).not.toHaveProperty('record');
  });

  test('continues after a cursor and after a position', verifies('feed.paging'), async () => {
    const since = await now();
    for (let index = 0; index < 25; index++) await add(`r${index}`);
    const seen: string[] = [];
    const positions: string[] = [since];
    for (let cursor = since; ; ) {
      const page = await vitrine.changes.list(me, storeId, { since: cursor, limit: 10 });
      seen.push(...page.items.map(({ recordId = '' }) => recordId));
      positions.push(...page.items.map(({ position }) => position));
      if (page.items.length === 0) break;
      ({ cursor } = page);
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `r${index}`));
    expect(positions.toSorted()).toEqual(positions);
    const rest = await vitrine.changes.list(me, storeId, { since: positions[20] ?? '' });
    expect(rest.items.map(({ recordId }) => recordId)).toEqual(['r20', 'r21', 'r22', 'r23', 'r24']);
    const all = await vitrine.changes.list(me, storeId, { since, limit: '5000' });
    expect(all).toMatchObject({ limit: 1_000, items: { length: 25 } });
  });

  test('limits the bytes of the records of a page', verifies('feed.record'), async () => {
    const since = await now();
    const note = 'x'.repeat(60_000);
    for (let index = 0; index < 100; index++)
      await vitrine.records.add(me, storeId, { sku: `r${index}`, note });
    const seen: string[] = [];
    for (let cursor = since; ; ) {
      const page = await vitrine.changes.list(me, storeId, {
        since: cursor,
        include: 'record',
        limit: 1_000,
      });
      expect(JSON.stringify(page).length).toBeLessThan(4.1 * 1024 * 1024);
      seen.push(...page.items.map(({ recordId = '' }) => recordId));
      if (page.items.length === 0) break;
      ({ cursor } = page);
    }
    expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => `r${index}`));
  });

  test('waits for the first change', verifies('feed.wait'), async () => {
    const since = await now();
    const page = vitrine.changes.list(me, storeId, { since, wait: 20 });
    await add('a');
    expect((await page).items.map(({ recordId }) => recordId)).toEqual(['a']);
  });

  test('waits for a change of a wanted type', verifies('feed.wait', 'feed.types'), async () => {
    const since = await now();
    const page = vitrine.changes.list(me, storeId, { since, wait: 20, types: 'record.deleted' });
    await add('a');
    await vitrine.records.delete(me, storeId, 'a');
    expect((await page).items.map(({ type }) => type)).toEqual(['record.deleted']);
  });

  test(
    'returns empty when the time is over, with a cursor that loses nothing',
    verifies('feed.wait'),
    async () => {
      const since = await now();
      const page = await vitrine.changes.list(me, storeId, { since, wait: 1 });
      expect(page.items).toEqual([]);
      await add('a');
      expect((await vitrine.changes.list(me, storeId, { since: page.cursor })).items).toHaveLength(1);
    },
  );

  test('returns what it has when `until` aborts or the Vitrine closes', verifies('feed.wait'), async () => {
    const since = await now();
    const until = new AbortController();
    const page = vitrine.changes.list(me, storeId, { since, wait: 30 }, { until: until.signal });
    const other = vitrine.changes.list(me, storeId, { since, wait: 30 });
    until.abort();
    expect((await page).items).toEqual([]);
    await vitrine.close();
    expect((await other).items).toEqual([]);
  });

  test('selects types and groups of types', verifies('feed.types'), async () => {
    const since = await now();
    await add('a');
    await vitrine.records.delete(me, storeId, 'a');
    await vitrine.stores.update(me, storeId, { name: 'Other' });
    const typesOf = async (types: string) =>
      (await vitrine.changes.list(me, storeId, { since, types })).items.map(({ type }) => type);
    expect(await typesOf('record.*')).toEqual(['record.created', 'record.deleted']);
    expect(await typesOf('record.deleted, store.*')).toEqual(['record.deleted', 'store.updated']);
    expect(await typesOf('records.imported')).toEqual([]);
  });
});

describe('query', () => {
  test(
    'has created and updated records that match now, and every deletion',
    verifies('feed.filters'),
    async () => {
      const since = await now();
      await add('cheap', 1);
      await add('dear', 100);
      await add('gone', 1);
      await add('rises', 1);
      await vitrine.records.patch(me, storeId, 'rises', { price: 50 });
      await vitrine.records.delete(me, storeId, 'gone');
      await vitrine.records.delete(me, storeId, 'dear');
      const filters = [{ field: 'price', op: 'lt', value: 10 }];
      const { items } = await vitrine.changes.query(me, storeId, { since, filters });
      expect(items.map(({ type, recordId }) => `${type} ${recordId}`)).toEqual([
        'record.created cheap',
        'record.deleted gone',
        'record.deleted dear',
      ]);
      const all = await vitrine.changes.query(me, storeId, { since });
      expect(all.items).toHaveLength(7);
    },
  );

  test('waits for a record that matches', verifies('feed.filters', 'feed.wait'), async () => {
    const since = await now();
    const filters = [{ field: 'price', op: 'gt', value: 10 }];
    const page = vitrine.changes.query(me, storeId, { since, filters, wait: 20, include: 'record' });
    await add('cheap', 1);
    await add('dear', 11);
    expect((await page).items.map(({ record }) => record?.sku)).toEqual(['dear']);
  });

  test('refuses filters as a search does', verifies('feed.bad-input'), async () => {
    const filters = [{ field: 'none', op: 'eq', value: 1 }];
    await expect(vitrine.changes.query(me, storeId, { filters, wait: -1 })).rejects.toMatchObject({
      issues: [{ path: 'wait' }, { path: 'filters[0].field' }],
    });
  });
});
