import { describe, expect, test } from 'vitest';
import type { CreateStoreRequest } from '../../contracts/stores/stores.ts';
import { ValidationError } from '../../ground/errors.ts';
import { accountPrincipal, type Principal } from '../../ports/access.ts';
import { encodeCursor } from '../../query/cursor.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine } from '../../vitrine.ts';

type Properties = CreateStoreRequest['properties'];

async function open(properties: Properties, storage = memoryStorage()) {
  const vitrine = await createVitrine({ storage, secret: 'secret of the test' });
  const { id: accountId } = await vitrine.accounts.create('Test');
  const me = accountPrincipal(accountId);
  const { id: storeId } = await vitrine.stores.create(me, { name: 'Products', properties });
  return { vitrine, records: vitrine.records, me, storeId };
}

const keyed: Properties = [
  { name: 'sku', type: 'string', unique: true },
  { name: 'price', type: 'number', required: true },
  { name: 'note', type: 'string' },
];

async function issuesOf(call: Promise<unknown>): Promise<Record<string, string>> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ValidationError))
    throw new Error(`expected a ValidationError, got ${String(error)}`);
  return Object.fromEntries(error.issues.map((issue) => [issue.path, issue.message]));
}

describe('adding a record', () => {
  test('reports all issues at once, each at its property', async () => {
    const { records, me, storeId } = await open(keyed);
    const body = JSON.parse('{"sku":"", "note":5, "__proto__":{"x":1}, "colour":"red"}');
    const issues = await issuesOf(records.add(me, storeId, body));
    expect(Object.keys(issues).sort()).toEqual(['__proto__', 'colour', 'note', 'price', 'sku']);
    expect(issues.colour).toBe('Unknown property. Known: sku, price, note.');
    expect((await records.count(me, storeId)).count).toBe(0);
  });

  test('accepts the body of a response, and rejects another id', async () => {
    const { records, me, storeId } = await open(keyed);
    const added = await records.add(me, storeId, { sku: 'a', price: 1 });
    await records.delete(me, storeId, 'a');
    expect(await records.add(me, storeId, { ...added })).toMatchObject({ id: 'a', price: 1, note: null });
    expect(await issuesOf(records.add(me, storeId, { id: 'b', sku: 'c', price: 1 }))).toHaveProperty('id');
  });

  test('makes random ids in a store without unique properties, and rejects given ones', async () => {
    const { records, me, storeId } = await open([{ name: 'note', type: 'string' }]);
    const { id } = await records.add(me, storeId, {});
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await issuesOf(records.add(me, storeId, { id: 'x' }))).toHaveProperty('id');
    expect(await records.patch(me, storeId, String(id), { id, note: 'n' })).toMatchObject({ id, note: 'n' });
  });

  test('limits the bytes of all text together', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const { records, me, storeId } = await open(names.map((name) => ({ name, type: 'string' as const })));
    const text = 'x'.repeat(65_536);
    const four = { a: text, b: text, c: text, d: text };
    expect(await issuesOf(records.add(me, storeId, { ...four, e: 'y' }))).toHaveProperty(['']);
    const { id } = await records.add(me, storeId, four);
    expect(await issuesOf(records.patch(me, storeId, String(id), { e: 'y' }))).toHaveProperty(['']);
    expect(await records.patch(me, storeId, String(id), { a: null, e: 'y' })).toMatchObject({
      a: null,
      e: 'y',
    });
    expect(await issuesOf(records.add(me, storeId, { a: '😀'.repeat(65_536), b: 'y' }))).toHaveProperty(['']);
  });
});

describe('the only unique property, if it is text', () => {
  const keys = ['b', 'a', 'Ä/1'];

  async function openWithRecords() {
    const storage = memoryStorage();
    const opened = await open(keyed, storage);
    const { records, me, storeId } = opened;
    await records.batchUpsert(me, storeId, { records: keys.map((sku, price) => ({ sku, price })) });
    const store = await storage.stores.get(me.accountId, storeId);
    if (store === null) throw new Error('no store');
    return { ...opened, storage, store };
  }

  test('is stored only as the id, and can be read, filtered and sorted', async () => {
    const { records, me, storeId, storage, store } = await openWithRecords();
    await records.patch(me, storeId, 'a', { sku: 'a', note: 'n' });
    const row = await storage.records.get(store, 'a', 0);
    expect(row).toMatchObject({ id: 'a', values: [null, 1, 'n'] });
    expect(await records.get(me, storeId, 'a')).toMatchObject({ id: 'a', sku: 'a', note: 'n' });
    const found = async (op: string, value = '') => {
      const filters = [{ field: 'sku', op, value }];
      return (await records.search(me, storeId, { filters })).items.map(({ sku }) => sku);
    };
    expect(await found('eq', 'b')).toEqual(['b']);
    expect(await found('ne', 'b')).toEqual(['Ä/1', 'a']);
    expect(await found('startsWith', 'ä')).toEqual(['Ä/1']);
    expect(await found('empty')).toEqual([]);
    expect(await found('notEmpty')).toHaveLength(3);
    const page = await records.list(me, storeId, { sortBy: 'sku', limit: 2 });
    const next = await records.list(me, storeId, { sortBy: 'sku', limit: 2, cursor: String(page.cursor) });
    expect([...page.items, ...next.items].map(({ sku }) => sku)).toEqual(['a', 'b', 'Ä/1']);
  });

  test('uses its slot again after a second unique property was added to the empty store', async () => {
    const { vitrine, records, me, storeId, storage } = await openWithRecords();
    await records.batchDelete(me, storeId, { ids: keys });
    await vitrine.stores.addProperty(me, storeId, { name: 'size', type: 'number', unique: true });
    const { id } = await records.add(me, storeId, { sku: 'a', price: 1, size: 2 });
    const changed = await storage.stores.get(me.accountId, storeId);
    if (changed === null) throw new Error('no store');
    expect((await storage.records.get(changed, String(id), 0))?.values).toEqual(['a', 1, null, 2]);
    expect(await records.lookup(me, storeId, { sku: 'a', size: 2 })).toMatchObject({ id, sku: 'a' });
  });
});

describe('a batch upsert', () => {
  test('creates only complete records, and merges partial ones into existing records', async () => {
    const { records, me, storeId } = await open(keyed);
    const response = await records.batchUpsert(me, storeId, {
      records: [
        { sku: 'a', note: 'n' },
        { sku: 'a', price: 1 },
        { sku: 'a', note: 'n' },
        { sku: 'a', price: null },
      ],
    });
    expect(response).toEqual({
      results: [
        { index: 0, id: 'a', status: 'failed', errors: { price: ['A value is required.'] } },
        { index: 1, id: 'a', status: 'created' },
        { index: 2, id: 'a', status: 'updated' },
        { index: 3, id: 'a', status: 'failed', errors: { price: [expect.stringContaining('required')] } },
      ],
      created: 1,
      updated: 1,
      failed: 2,
    });
    expect(await records.get(me, storeId, 'a')).toMatchObject({ price: 1, note: 'n' });
  });

  test('shows no id for a failed record of a store without keys', async () => {
    const { records, me, storeId } = await open([{ name: 'n', type: 'number', required: true }]);
    const { results } = await records.batchUpsert(me, storeId, { records: [{}, { n: 'x' }, { n: 1 }] });
    expect(results.map(({ id, status }) => [typeof id, status])).toEqual([
      ['object', 'failed'],
      ['object', 'failed'],
      ['string', 'created'],
    ]);
  });
});

describe('a patch', () => {
  test('accepts unique values only if they are equal', async () => {
    const { records, me, storeId } = await open([
      { name: 'day', type: 'datetime', unique: true },
      { name: 'size', type: 'number', unique: true },
      { name: 'note', type: 'string' },
    ]);
    const { id } = await records.add(me, storeId, { day: '2026-01-02', size: 1 });
    const body = { day: '2026-01-02T01:00:00+01:00', size: 1, note: 'n' };
    expect(await records.patch(me, storeId, String(id), body)).toMatchObject({ note: 'n' });
    expect(
      Object.keys(await issuesOf(records.patch(me, storeId, String(id), { day: '2026-01-03' }))),
    ).toEqual(['day']);
    expect(Object.keys(await issuesOf(records.patch(me, storeId, String(id), { size: null })))).toEqual([
      'size',
    ]);
  });

  test('of a missing record throws `not_found`, even if the body is invalid', async () => {
    const { records, me, storeId } = await open(keyed);
    for (const body of [{ price: 'x' }, [] as never, 5 as never, {}, { note: 'n' }]) {
      await expect(records.patch(me, storeId, 'missing', body)).rejects.toMatchObject({ code: 'not_found' });
    }
  });
});

describe('lookup by key', () => {
  test('ignores other known properties, valid or not, and names missing ones', async () => {
    const { records, me, storeId } = await open(keyed);
    await records.add(me, storeId, { sku: 'a', price: 1 });
    expect(await records.lookup(me, storeId, { sku: 'a', price: 'no number' })).toMatchObject({ id: 'a' });
    expect(Object.keys(await issuesOf(records.lookup(me, storeId, { price: 1, bogus: 2 })))).toEqual([
      'bogus',
      'sku',
    ]);
  });
});

test('paging by long texts loses no record if others are deleted between pages', async () => {
  const { records, me, storeId } = await open([
    { name: 'k', type: 'string', unique: true },
    { name: 'long', type: 'string' },
  ]);
  const prefix = 'x'.repeat(5_000);
  for (let i = 0; i < 9; i++) await records.add(me, storeId, { k: String(i), long: prefix + i });
  for (const sortDir of ['asc', 'desc'] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await records.list(me, storeId, {
        sortBy: 'long',
        sortDir,
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.items.map((item) => String(item.k)));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(sortDir === 'asc' ? [...'012345678'] : [...'876543210']);
  }
  const first = await records.list(me, storeId, { sortBy: 'long', limit: 3 });
  await records.delete(me, storeId, '2');
  const rest = await records.list(me, storeId, { sortBy: 'long', cursor: String(first.cursor) });
  expect(rest.items.map((item) => item.k)).toEqual(expect.arrayContaining([...'345678']));
});

test('a store principal can access only its store, and cannot change the schema', async () => {
  const { vitrine, me, storeId } = await open(keyed);
  const other = await vitrine.stores.create(me, { name: 'Other', properties: keyed });
  const principal: Principal = { kind: 'store', accountId: me.accountId, storeId, key: null };
  await expect(vitrine.records.count(principal, storeId)).resolves.toEqual({ count: 0 });
  await expect(vitrine.records.count(principal, other.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(vitrine.stores.delete(principal, other.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect(vitrine.stores.delete(principal, storeId)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(vitrine.stores.update(principal, storeId, 5 as never)).rejects.toMatchObject({
    code: 'forbidden',
  });
  expect((await vitrine.stores.list(principal)).items.map((store) => store.id)).toEqual([storeId]);
});

test('an ascending order by date refuses cursors from before its ties changed; others continue', async () => {
  const { records, me, storeId } = await open(keyed);
  for (const sku of ['a', 'b', 'c']) await records.add(me, storeId, { sku, price: 1 });
  const cursorOf = (column: string, direction: string) => {
    const scope = [me.accountId, 'ListStoreRecords', storeId, column, direction];
    return encodeCursor(['secret of the test'], scope, { value: Number.MAX_SAFE_INTEGER, seq: 1 });
  };
  for (const sortBy of ['date_created', 'date_updated']) {
    const column = sortBy === 'date_created' ? 'created_at' : 'updated_at';
    const ascending = { sortBy, sortDir: 'asc', cursor: cursorOf(column, 'asc') } as const;
    expect(await issuesOf(records.list(me, storeId, ascending))).toHaveProperty('cursor');
    const descending = { sortBy, sortDir: 'desc', cursor: cursorOf(column, 'desc') } as const;
    expect((await records.list(me, storeId, descending)).items).toHaveLength(3);
  }
});
