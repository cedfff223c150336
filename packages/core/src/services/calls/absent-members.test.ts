import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { defineStore } from '../../ground/calls/store-types.ts';
import { accountPrincipal, type Principal } from '../../ports/access.ts';
import { memoryStorage } from '../../storage/memory/index.ts';
import { createVitrine, type Vitrine } from '../../vitrine.ts';

const Prices = defineStore({
  name: 'Prices',
  description: undefined,
  recordTtl: undefined,
  properties: {
    sku: { type: 'string', unique: true, description: undefined },
    price: 'number',
    since: 'datetime',
  },
});

async function arrange(): Promise<{ vitrine: Vitrine; me: Principal }> {
  const vitrine = await createVitrine({ storage: memoryStorage(), media: undefined, secret: undefined });
  return { vitrine, me: accountPrincipal((await vitrine.accounts.create('a')).id) };
}

const SINCE = new Date('2026-01-02T03:04:05.678Z');

test('undefined is absent in records', verifies('library.undefined'), async () => {
  const { vitrine, me } = await arrange();
  const typed = await vitrine.stores.open(me, Prices);
  const { id } = typed;
  expect(await typed.add({ sku: 'a', price: undefined, since: SINCE })).toMatchObject({ price: null });
  expect(await typed.patch('a', { price: 1, since: undefined })).toMatchObject({
    price: 1,
    since: SINCE.toISOString(),
  });
  expect((await typed.batchUpsert([{ sku: 'a', price: undefined }, { sku: 'b' }])).failed).toBe(0);
  expect(
    await vitrine.records.add(me, id, { id: undefined, sku: 'c', price: undefined, none: undefined }),
  ).toMatchObject({ price: null });
  expect(await vitrine.records.patch(me, id, 'a', { price: undefined })).toMatchObject({ price: 1 });
  const merged = await vitrine.records.batchUpsert(me, id, {
    records: [{ sku: 'a', price: undefined, since: undefined }],
  });
  expect(merged).toMatchObject({ updated: 1, failed: 0 });
  expect(await vitrine.records.get(me, id, 'a')).toMatchObject({ price: 1, since: SINCE.toISOString() });
  expect(await vitrine.records.lookup(me, id, { sku: 'a', price: undefined })).toMatchObject({ id: 'a' });
  await expect(vitrine.records.add(me, id, { sku: undefined })).rejects.toMatchObject({
    issues: [{ path: 'sku', message: 'A value is required.' }],
  });
});

test('undefined is absent in requests and their options', verifies('library.undefined'), async () => {
  const { vitrine, me } = await arrange();
  const { id } = await vitrine.stores.open(me, Prices);
  await vitrine.records.add(me, id, { sku: 'a', price: 5 });
  const filters = [
    { field: 'price', op: 'gt', value: 1, note: undefined },
    { field: 'sku', op: 'notEmpty', value: undefined },
  ];
  const none = {
    sortBy: undefined,
    sortDir: undefined,
    limit: undefined,
    cursor: undefined,
    match: undefined,
  };
  const options = { signal: undefined, maxBytes: undefined };
  expect(
    (await vitrine.records.query(me, id, { ...none, filters, total: undefined }, options)).items,
  ).toHaveLength(1);
  expect(
    (await vitrine.records.list(me, id, { limit: undefined, cursor: undefined }, options)).items,
  ).toHaveLength(1);
  expect(
    await vitrine.records.summarize(me, id, {
      groupBy: undefined,
      filters,
      measures: [{ op: 'count', field: undefined }],
      limit: undefined,
    }),
  ).toMatchObject({ groups: [{ count: 1 }] });
  expect(
    (
      await vitrine.records.exportMatching(
        me,
        id,
        { filters, fields: undefined, format: undefined },
        { limit: undefined, signal: undefined },
      )
    ).format,
  ).toBe('json');
  await vitrine.records.patch(me, id, 'a', { price: 6 }, { ifMatch: undefined });
  await vitrine.stores.update(me, id, { name: undefined, description: 'kept', recordTtl: undefined });
  expect(await vitrine.stores.update(me, id, { description: undefined })).toMatchObject({
    description: 'kept',
  });
  const property = { name: 'more', type: 'string', required: undefined, unique: undefined } as const;
  await vitrine.stores.addProperty(me, id, property);
  const key = await vitrine.apiKeys.create(me, {
    name: 'k',
    storeId: undefined,
    expiresAt: undefined,
    readOnly: undefined,
    addresses: undefined,
  });
  expect(key).not.toHaveProperty('expiresAt');
});

test('a Date is its text in records, filters and other requests', verifies('library.dates'), async () => {
  const { vitrine, me } = await arrange();
  const { id } = await vitrine.stores.open(me, Prices);
  await vitrine.records.add(me, id, { sku: 'a', since: SINCE });
  for (const filter of [
    { field: 'since', op: 'on', value: SINCE },
    { field: 'since', op: 'in', value: [new Date(0), SINCE] },
    { field: 'since', op: 'after', value: new Date(0) },
    { field: 'date_created', op: 'before', value: new Date(Date.now() + 60_000) },
  ]) {
    expect(await vitrine.records.count(me, id, { filters: [filter] })).toEqual({ count: 1 });
  }
  const expiresAt = new Date(Date.now() + 60_000);
  expect(await vitrine.apiKeys.create(me, { name: 'k', expiresAt: expiresAt as never })).toMatchObject({
    expiresAt: expiresAt.toISOString(),
  });
});

test('an invalid Date is an issue at its path', verifies('library.dates'), async () => {
  const { vitrine, me } = await arrange();
  const typed = await vitrine.stores.open(me, Prices);
  const { id } = typed;
  const invalid = new Date(Number.NaN);
  const filters = [{ field: 'since', op: 'on', value: invalid } as const];
  const inList = [{ field: 'since', op: 'in', value: [SINCE, invalid] } as const];
  const at = (path: string) => ({ code: 'validation_failed', issues: [{ path }] });
  await expect(typed.add({ sku: 'a', since: invalid })).rejects.toMatchObject(at('since'));
  await expect(vitrine.records.add(me, id, { sku: 'a', since: invalid })).rejects.toMatchObject(at('since'));
  await expect(typed.count({ filters })).rejects.toMatchObject(at('filters[0].value'));
  await expect(
    vitrine.records.search(me, id, { filters: inList.map((one) => ({ ...one, value: [...one.value] })) }),
  ).rejects.toMatchObject(at('filters[0].value[1]'));
  const { results } = await typed.batchUpsert([{ sku: 'a', since: invalid }]);
  expect(results).toMatchObject([
    { status: 'failed', errors: { since: [expect.stringContaining('date-time')] } },
  ]);
  const far = new Date(Date.UTC(20_000, 0, 1));
  await expect(typed.add({ sku: 'a', since: far })).rejects.toMatchObject(at('since'));
});
