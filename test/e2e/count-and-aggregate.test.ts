import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecords, createStore, expectProblem, expectRefused, notFound, recordsPath } from './arrange.ts';
import type { Problem } from './client.ts';
import { onOneStorage } from './world.ts';

onOneStorage((arrange) => {
  test(
    'counts matching records, or all without filters',
    verifies('operation.count', 'count.response', 'aggregate.match'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { n: 'number', text: 'string' });
      await addRecords(
        a,
        store,
        Array.from({ length: 130 }, (_, n) => ({ n, text: n % 2 === 0 ? 'even' : null })),
      );
      const count = async (request?: object) => {
        const { status, body } = await a.post(`${recordsPath(store)}/count`, request);
        expect(status).toBe(200);
        return body;
      };
      expect(await count()).toEqual({ count: 130 });
      expect(await count({})).toEqual({ count: 130 });
      expect(await count({ filters: [] })).toEqual({ count: 130 });
      const filters = [
        { field: 'n', op: 'lt', value: 10 },
        { field: 'text', op: 'eq', value: 'even' },
      ];
      expect(await count({ filters })).toEqual({ count: 5 });
      expect(await count({ filters, match: 'any' })).toEqual({ count: 70 });
      expect(await count({ filters: [{ field: 'n', op: 'gt', value: 1000 }] })).toEqual({ count: 0 });
      expectRefused(
        await a.post(`${recordsPath(store)}/count`, { filters: [{ field: 'n', op: 'like' }], limit: 5 }),
        ['filters[0].op', 'limit'],
      );
      expectProblem(await a.post('/v2/stores/nowhere/records/count'), ...notFound);
    },
  );

  test(
    'returns sum, avg, min and max of a number',
    verifies('operation.aggregate', 'aggregate.response', 'aggregate.match'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { n: 'number', text: 'string', unset: 'number' });
      await addRecords(a, store, [
        { n: 1.5, text: 'x' },
        { n: -4, text: 'x' },
        { n: 10, text: 'y' },
        { n: null, text: 'y' },
        { text: 'z' },
      ]);
      const aggregate = async (op: string, more: object = {}) => {
        const { status, body } = await a.post(`${recordsPath(store)}/aggregate`, { field: 'n', op, ...more });
        expect(status).toBe(200);
        return body;
      };
      expect(await aggregate('sum')).toEqual({ field: 'n', op: 'sum', result: 7.5 });
      expect(await aggregate('avg')).toEqual({ field: 'n', op: 'avg', result: 2.5 });
      expect(await aggregate('min')).toEqual({ field: 'n', op: 'min', result: -4 });
      expect(await aggregate('max')).toEqual({ field: 'n', op: 'max', result: 10 });
      const filters = [
        { field: 'text', op: 'eq', value: 'x' },
        { field: 'n', op: 'gt', value: 0 },
      ];
      expect(await aggregate('sum', { filters })).toMatchObject({ result: 1.5 });
      expect(await aggregate('sum', { filters, match: 'any' })).toMatchObject({ result: 7.5 });
    },
  );

  test(
    'returns null if no record matches or all matching values are unset',
    verifies('aggregate.null'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { n: 'number', unset: 'number' });
      for (const op of ['sum', 'avg', 'min', 'max']) {
        const none = await a.post(`${recordsPath(store)}/aggregate`, { field: 'n', op });
        expect(none.body).toEqual({ field: 'n', op, result: null });
      }
      await addRecords(a, store, [{ n: 0 }, { n: 0 }]);
      for (const op of ['sum', 'avg', 'min', 'max']) {
        expect((await a.post(`${recordsPath(store)}/aggregate`, { field: 'unset', op })).body).toEqual({
          field: 'unset',
          op,
          result: null,
        });
        expect((await a.post(`${recordsPath(store)}/aggregate`, { field: 'n', op })).body).toEqual({
          field: 'n',
          op,
          result: 0,
        });
        const filters = [{ field: 'n', op: 'gt', value: 0 }];
        expect(
          (await a.post(`${recordsPath(store)}/aggregate`, { field: 'n', op, filters })).body,
        ).toMatchObject({ result: null });
      }
    },
  );

  test(
    'returns 400 for a field that is not a number property',
    verifies('aggregate.not-a-number'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, {
        n: 'number',
        text: 'string',
        at: 'datetime',
        flag: 'boolean',
        link: 'url_link',
      });
      for (const field of [
        'text',
        'at',
        'flag',
        'link',
        'id',
        'date_created',
        'N',
        'seq',
        'n0',
        '',
        '*',
        'constructor',
      ]) {
        const response = await a.post<Problem>(`${recordsPath(store)}/aggregate`, { field, op: 'sum' });
        expectRefused(response, ['field']);
        expect(response.body.errors?.field?.[0]).toMatch(/\bn\b/);
      }
      expectRefused(await a.post(`${recordsPath(store)}/aggregate`), ['field', 'op']);
      expectRefused(await a.post(`${recordsPath(store)}/aggregate`, { field: ['n'], op: 'SUM' }), [
        'field',
        'op',
      ]);
      for (const op of ['count', 'sum; --', '', null, 1]) {
        expectRefused(await a.post(`${recordsPath(store)}/aggregate`, { field: 'n', op }), ['op']);
      }
      expectProblem(
        await a.post('/v2/stores/nowhere/records/aggregate', { field: 'n', op: 'sum' }),
        ...notFound,
      );
    },
  );

  test(
    'returns a sum beyond the safe integers without a server error',
    verifies('aggregate.response'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { n: 'number' });
      await addRecords(
        a,
        store,
        Array.from({ length: 3 }, () => ({ n: 9007199254740991 })),
      );
      const { status, body } = await a.post(`${recordsPath(store)}/aggregate`, { field: 'n', op: 'sum' });
      expect({ status, body }).toMatchObject({ status: 200, body: { result: 9007199254740991 * 3 } });
    },
  );
});
