import type { BatchUpsertRecordsResponse, StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  createStore,
  expectProblem,
  expectRefused,
  notFound,
  recordPath,
  recordsPath,
  walk,
} from './arrange.ts';
import type { Client } from './client.ts';
import { onEveryStorage } from './world.ts';

function upsert(client: Client, store: { id: string }, records: unknown) {
  return client.post<BatchUpsertRecordsResponse>(`${recordsPath(store)}/batch`, { records });
}

onEveryStorage((arrange) => {
  test(
    'returns one result for each record of a batch in request order, and processes each independently',
    verifies(
      'operation.batch-upsert',
      'records.batch.response',
      'records.batch.independent',
      'records.batch.not-an-object',
      'records.batch.failed-id',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', name: 'required string', price: 'number' });
      await addRecord(a, store, { sku: 'old', name: 'old' });
      const { status, body } = await upsert(a, store, [
        { sku: 'new', name: 'new' },
        { sku: 'old', price: 1 },
        { sku: 'bad', name: 'bad', price: '5', colour: 'red' },
        { name: 'keyless' },
        'text',
        null,
        [{ sku: 'nested', name: 'n' }],
        { sku: 'unfinished', price: 2 },
        { sku: 'last', name: 'last' },
      ]);
      expect(status).toBe(200);
      expect(body).toEqual({
        results: [
          { index: 0, id: 'new', status: 'created' },
          { index: 1, id: 'old', status: 'updated' },
          {
            index: 2,
            id: 'bad',
            status: 'failed',
            errors: { price: [expect.any(String)], colour: [expect.any(String)] },
          },
          { index: 3, id: null, status: 'failed', errors: { sku: [expect.any(String)] } },
          { index: 4, id: null, status: 'failed', errors: { '': [expect.any(String)] } },
          { index: 5, id: null, status: 'failed', errors: { '': [expect.any(String)] } },
          { index: 6, id: null, status: 'failed', errors: { '': [expect.any(String)] } },
          { index: 7, id: 'unfinished', status: 'failed', errors: { name: [expect.any(String)] } },
          { index: 8, id: 'last', status: 'created' },
        ],
        created: 2,
        updated: 1,
        failed: 6,
      });
      expect((await walk(a, store)).map(({ id }) => id)).toEqual(['last', 'new', 'old']);
    },
  );

  test(
    'changes the listed values of an existing key, unsets null ones and keeps the rest',
    verifies('records.batch.merge'),
    async () => {
      const { a, advance } = await arrange();
      const store = await createStore(a, {
        sku: 'unique string',
        name: 'required string',
        price: 'number',
        note: 'string',
      });
      const before = await addRecord(a, store, { sku: 'a', name: 'one', price: 1, note: 'n' });
      advance(10);
      expect((await upsert(a, store, [{ sku: 'a', price: 2, note: null }])).body).toMatchObject({
        updated: 1,
      });
      const { body } = await a.get<StoreRecordResponse>(recordPath(store, 'a'));
      expect(body).toEqual({ ...before, price: 2, note: null, date_updated: expect.any(String) });
      expect(body.date_updated > before.date_updated).toBe(true);
      const unset = await upsert(a, store, [{ sku: 'a', name: null, price: 3 }]);
      expect(unset.body).toMatchObject({
        failed: 1,
        results: [{ id: 'a', errors: { name: [expect.any(String)] } }],
      });
      expect((await a.get(recordPath(store, 'a'))).body).toEqual(body);
    },
  );

  test('writes the same key twice in order', verifies('records.batch.same-key'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string', x: 'number', y: 'number' });
    const { body } = await upsert(a, store, [
      { sku: 'a', x: 1, y: 1 },
      { sku: 'b' },
      { sku: 'a', x: 2 },
      { sku: 'a', y: null },
    ]);
    expect(body).toMatchObject({ created: 2, updated: 2 });
    expect(body.results.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'a created',
      'b created',
      'a updated',
      'a updated',
    ]);
    expect((await a.get(recordPath(store, 'a'))).body).toMatchObject({ x: 2, y: null });
  });

  test(
    'refuses 101 records without writing any, writes 100, and accepts none',
    verifies('records.batch.limit', 'records.batch.empty'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique number' });
      const many = Array.from({ length: 101 }, (_, sku) => ({ sku }));
      expectRefused(await upsert(a, store, many), ['records']);
      expect(await walk(a, store)).toEqual([]);
      expect((await upsert(a, store, many.slice(0, 100))).body).toMatchObject({ created: 100, failed: 0 });
      const { status, body } = await upsert(a, store, []);
      expect({ status, body }).toEqual({
        status: 200,
        body: { results: [], created: 0, updated: 0, failed: 0 },
      });
      expect(await walk(a, store, 'limit=100')).toHaveLength(100);
    },
  );

  test('returns 400 for a batch without a list of records', verifies('operation.batch-upsert'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { name: 'string' });
    expectRefused(await a.post(`${recordsPath(store)}/batch`), ['records']);
    for (const records of [null, {}, 'text', 5]) expectRefused(await upsert(a, store, records), ['records']);
    expectRefused(await a.post(`${recordsPath(store)}/batch`, { records: [], upsert: true }), ['upsert']);
    expectProblem(await upsert(a, { id: 'nowhere' }, [{ name: 'x' }]), ...notFound);
  });

  test(
    'only creates records in a store without unique properties',
    verifies('records.id.random-duplicates'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { name: 'string' });
      const { body } = await upsert(a, store, [{ name: 'x' }, { name: 'x' }]);
      expect(body).toMatchObject({ created: 2, updated: 0 });
      const [first, second] = body.results;
      expect((await walk(a, store)).map(({ id }) => id)).toEqual([second?.id, first?.id]);
    },
  );

  test(
    'validates only the listed values of a merge, but a new record completely',
    verifies('records.batch.merge'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', note: 'string' });
      await addRecord(a, store, { sku: 'a' });
      await a.post(`/v2/stores/${store.id}/properties`, { name: 'price', type: 'number', required: true });
      expect((await upsert(a, store, [{ sku: 'a', note: 'still fine' }])).body).toMatchObject({ updated: 1 });
      expect((await upsert(a, store, [{ sku: 'b', note: 'no price' }])).body).toMatchObject({ failed: 1 });
    },
  );
});
