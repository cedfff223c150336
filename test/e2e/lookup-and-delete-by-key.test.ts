import type { BatchDeleteRecordsResponse, StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  addRecords,
  createStore,
  expectProblem,
  expectRefused,
  notFound,
  recordPath,
  recordsPath,
  walk,
} from './arrange.ts';
import { onOneStorage } from './world.ts';

onOneStorage((arrange) => {
  test(
    'requires every unique property in lookup and delete-by-key, and ignores other known ones',
    verifies(
      'operation.lookup',
      'operation.delete-by-key',
      'records.key.every-unique',
      'records.key.others-ignored',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, {
        shop: 'unique number',
        sku: 'unique string',
        name: 'string',
        price: 'number',
      });
      const record = await addRecord(a, store, { shop: 1, sku: 'a', name: 'x' });
      const { status, body } = await a.post(`${recordsPath(store)}/lookup`, {
        sku: 'a',
        shop: 1,
        name: 'other',
        price: 'no number',
      });
      expect({ status, body }).toEqual({ status: 200, body: record });
      for (const operation of ['lookup', 'delete-by-key']) {
        const path = `${recordsPath(store)}/${operation}`;
        expectRefused(await a.post(path, { sku: 'a' }), ['shop']);
        expectRefused(await a.post(path, { sku: null, name: 'x' }), ['sku', 'shop']);
        expectRefused(await a.post(path), ['sku', 'shop']);
        expectRefused(await a.post(path, { sku: 5, shop: '1' }), ['sku', 'shop']);
        expectProblem(
          await a.post(`/v2/stores/nowhere/records/${operation}`, { sku: 'a', shop: 1 }),
          ...notFound,
        );
      }
      expect(await walk(a, store)).toEqual([record]);
    },
  );

  test('returns 400 in a store without unique properties', verifies('records.key.no-unique'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { name: 'string' });
    await addRecord(a, store, { name: 'x' });
    for (const operation of ['lookup', 'delete-by-key']) {
      expectProblem(
        await a.post(`${recordsPath(store)}/${operation}`, { name: 'x' }),
        400,
        'validation_failed',
      );
      expectProblem(await a.post(`${recordsPath(store)}/${operation}`), 400, 'validation_failed');
    }
    expect(await walk(a, store)).toHaveLength(1);
  });

  test(
    'returns 404 from lookup and already_deleted from delete-by-key if there is no record',
    verifies(
      'records.lookup.missing',
      'records.delete-by-key.response',
      'records.delete.response',
      'errors.idempotent-deletes',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      await addRecord(a, store, { sku: 'a' });
      const deleteByKey = () => a.post(`${recordsPath(store)}/delete-by-key`, { sku: 'a' });
      const [first, second] = [await deleteByKey(), await deleteByKey()];
      expect({ status: first.status, body: first.body }).toEqual({
        status: 200,
        body: { id: 'a', status: 'deleted' },
      });
      expect({ status: second.status, body: second.body }).toEqual({
        status: 200,
        body: { id: 'a', status: 'already_deleted' },
      });
      expectProblem(await a.post(`${recordsPath(store)}/lookup`, { sku: 'a' }), ...notFound);
      expectProblem(await a.get(recordPath(store, 'a')), ...notFound);
      const again = await a.delete(recordPath(store, 'a'));
      expect({ status: again.status, body: again.body }).toEqual({
        status: 200,
        body: { id: 'a', status: 'already_deleted' },
      });
      await addRecord(a, store, { sku: 'a' });
      expect((await a.delete(recordPath(store, 'a'))).body).toEqual({ id: 'a', status: 'deleted' });
    },
  );

  test(
    'returns one row for each distinct id of a batch delete, already_deleted for unknown ids',
    verifies('operation.batch-delete', 'records.batch-delete.response', 'records.batch-delete.repeated'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      await addRecords(
        a,
        store,
        ['a', 'b', 'c'].map((sku) => ({ sku })),
      );
      const ids = ['b', 'nobody', 'a', 'b', 'nobody', '', '\ud800', 'x\0'];
      const { status, body } = await a.post<BatchDeleteRecordsResponse>(
        `${recordsPath(store)}/batch-delete`,
        { ids: ids.slice(0, 6) },
      );
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          results: [
            { id: 'b', status: 'deleted' },
            { id: 'nobody', status: 'already_deleted' },
            { id: 'a', status: 'deleted' },
            { id: '', status: 'already_deleted' },
          ],
          deleted: 2,
          alreadyDeleted: 2,
        },
      });
      expect((await a.post(`${recordsPath(store)}/batch-delete`, { ids: ids.slice(6) })).status).toBeLessThan(
        500,
      );
      expect((await walk(a, store)).map(({ id }) => id)).toEqual(['c']);
    },
  );

  test('refuses over 100 ids and deletes nothing', verifies('records.batch-delete.limit'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    await addRecord(a, store, { sku: 's0' });
    const ids = Array.from({ length: 101 }, (_, index) => `s${index}`);
    const path = `${recordsPath(store)}/batch-delete`;
    expectRefused(await a.post(path, { ids }), ['ids']);
    expectRefused(await a.post(path), ['ids']);
    expectRefused(await a.post(path, { ids: 's0' }), ['ids']);
    expectRefused(await a.post(path, { ids: ['s0', 5, null] }), ['ids[1]', 'ids[2]']);
    expect(await walk(a, store)).toHaveLength(1);
    expect((await a.post(path, { ids: [] })).body).toEqual({ results: [], deleted: 0, alreadyDeleted: 0 });
    expect((await a.post(path, { ids: ids.slice(0, 100) })).body).toMatchObject({
      deleted: 1,
      alreadyDeleted: 99,
    });
  });

  test(
    'validates an upsert without writing: returns the record after the merge and what would happen',
    verifies('records.validate.upsert'),
    async () => {
      const { a, advance } = await arrange();
      const properties = {
        sku: 'unique string',
        name: 'required string',
        price: 'number',
        at: 'datetime',
      } as const;
      const store = await createStore(a, properties);
      const long = 'x'.repeat(65_536);
      const path = `${recordsPath(store)}/validate`;
      const preview = async (body: object) => {
        const response = await a.post<StoreRecordResponse>(`${path}?mode=upsert`, body);
        expect(response.status, response.text).toBe(200);
        return [response.headers.get('vitrine-outcome'), response.body] as const;
      };
      const before = await addRecord(a, store, { sku: 'a', name: 'x', price: 1.5, at: '2026-01-02' });
      advance(1_000);
      for (const [body, outcome] of [
        [{ sku: 'a', name: 'y' }, 'updated'],
        [{ sku: 'a', price: null }, 'updated'],
        [{ sku: 'a', price: 1.5, at: '2026-01-02T00:00:00Z' }, 'unchanged'],
        [{ sku: 'a' }, 'unchanged'],
        [before, 'unchanged'],
        [{ sku: 'new', name: 'z' }, 'created'],
      ] as const) {
        const [said, shown] = await preview(body);
        expect(said, JSON.stringify(body)).toBe(outcome);
        const expected = await createStore(a, properties);
        await a.post(`${recordsPath(expected)}/batch`, { records: [before, body] });
        const { body: merged } = await a.get<StoreRecordResponse>(recordPath(expected, String(shown.id)));
        const { date_created: created, date_updated: updated, ...values } = shown;
        expect(merged).toMatchObject(values);
        if (outcome === 'updated') {
          expect(created).toBe(before.date_created);
          expect(Date.parse(updated)).toBeGreaterThan(Date.parse(before.date_updated));
        }
        if (outcome === 'unchanged') expect(shown).toEqual(before);
      }
      for (const body of [
        { sku: 'a', name: null },
        { sku: 'a', price: 'x', colour: 1 },
        { sku: 'new', price: 'x' },
        { sku: 'new' },
        { sku: '..', name: 'x' },
        { id: 'b', sku: 'a', name: 'x' },
        {},
        { name: long, sku: 'new', at: 5 },
      ]) {
        const refused = await a.post<{ code: string; errors: object }>(`${path}?mode=upsert`, body);
        const batch = await a.post<{ results: { errors: object }[] }>(`${recordsPath(store)}/batch`, {
          records: [body],
        });
        expect(refused.status, JSON.stringify(body)).toBe(400);
        expect(refused.body).toMatchObject({
          code: 'validation_failed',
          errors: batch.body.results[0]?.errors,
        });
      }
      expect(await walk(a, store)).toEqual([before]);
      const keyless = await createStore(a, { n: 'number' });
      const random = await a.post<StoreRecordResponse>(`${recordsPath(keyless)}/validate?mode=upsert`, {
        n: 1,
      });
      expect([random.headers.get('vitrine-outcome'), random.body]).toMatchObject([
        'created',
        { id: null, n: 1 },
      ]);
      expectRefused(await a.post(`${path}?mode=merge`, { sku: 'a' }), ['mode']);
      expectProblem(await a.post('/v2/stores/nowhere/records/validate?mode=merge', {}), ...notFound);
      for (const query of ['', '?mode=', '?mode=insertOnly']) {
        const existing = await a.post(`${path}${query}`, { sku: 'a', name: 'x' });
        expectProblem(existing, 400, 'record_exists');
        expect(existing.headers.has('vitrine-outcome')).toBe(false);
      }
    },
  );

  test(
    'refuses to preview a merge that would make a record too large',
    verifies('records.validate.upsert'),
    async () => {
      const { a } = await arrange();
      const names = ['p', 'q', 'r', 's', 't'];
      const store = await createStore(a, {
        sku: 'unique string',
        ...Object.fromEntries(names.map((name) => [name, 'string'])),
      });
      const long = 'x'.repeat(60_000);
      await addRecord(a, store, { sku: 'a', p: long, q: long, r: long, s: long });
      const path = `${recordsPath(store)}/validate?mode=upsert`;
      expectRefused(await a.post(path, { sku: 'a', t: long }), ['']);
      expect((await a.post(path, { sku: 'a', t: long, p: null })).status).toBe(200);
    },
  );

  test(
    'validates without writing: returns what add would store, and refuses what add refuses',
    verifies('operation.validate', 'records.validate.same-checks', 'records.validate.id'),
    async () => {
      const { a } = await arrange();
      const keyed = await createStore(a, { sku: 'unique string', price: 'number' });
      const random = await createStore(a, { price: 'number', at: 'datetime' });
      const { status, body } = await a.post<StoreRecordResponse>(`${recordsPath(keyed)}/validate`, {
        sku: 'a',
        price: -0,
      });
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          id: 'a',
          sku: 'a',
          price: 0,
          date_created: expect.any(String),
          date_updated: expect.any(String),
        },
      });
      expect((await a.post(`${recordsPath(random)}/validate`, { at: '2026-01-02' })).body).toMatchObject({
        id: null,
        price: null,
        at: '2026-01-02T00:00:00.000Z',
      });
      expect(await walk(a, keyed)).toEqual([]);
      expect(await walk(a, random)).toEqual([]);
      await addRecord(a, keyed, { sku: 'a' });
      for (const candidate of [
        { sku: 'a' },
        { sku: 'b', price: '5' },
        {},
        { sku: 'b', colour: 1 },
        { sku: '..' },
        { id: 'c', sku: 'b' },
      ]) {
        const [validated, added] = [
          await a.post(`${recordsPath(keyed)}/validate`, candidate),
          await a.post(recordsPath(keyed), candidate),
        ];
        expect(validated.status).toBe(400);
        const { errors, code } = validated.body as { errors: object; code: string };
        expect(added.body).toMatchObject({ errors, code });
      }
      expectProblem(await a.post('/v2/stores/nowhere/records/validate', {}), ...notFound);
    },
  );
});
