import type { RecordGroup, SummarizeRecordsResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { HARD_SUMS } from '../../packages/core/src/conformance/queries/hard-sums.ts';
import { verifies } from '../requirements.ts';
import { addRecords, createStore, expectProblem, expectRefused, notFound, recordsPath } from './arrange.ts';
import type { Client, Problem } from './client.ts';
import { onOneStorage } from './world.ts';

const COUNT = [{ op: 'count' }];

async function summarize(
  client: Client,
  store: { id: string },
  request: object,
): Promise<SummarizeRecordsResponse> {
  const { status, body } = await client.post<SummarizeRecordsResponse>(
    `${recordsPath(store)}/summarize`,
    request,
  );
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** Returns the groups as `key → count`, for keys of one field. */
function countsOf(groups: readonly RecordGroup[]): unknown[] {
  return groups.map(({ key, count }) => [...Object.values(key), count]);
}

onOneStorage((arrange) => {
  test(
    'groups records and names each measure by its operation and field, or as the request does',
    verifies('operation.summarize', 'summarize.measures', 'summarize.names', 'summarize.keys'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, {
        city: 'string',
        price: 'number',
        sold: 'datetime',
        on: 'boolean',
      });
      await addRecords(a, store, [
        { city: 'Oslo', price: 1.5, sold: '2026-01-02', on: true },
        { city: 'Oslo', price: 4, sold: '2025-01-02T03:04:05.678Z', on: false },
        { city: 'Rome', on: true },
        { price: 7, on: true },
      ]);
      const measures = [
        { op: 'count' },
        { op: 'count', field: 'price' },
        { op: 'sum', field: 'price' },
        { op: 'avg', field: 'price', as: 'mean' },
        { op: 'min', field: 'sold' },
        { op: 'max', field: 'price' },
        { op: 'countDistinct', field: 'on' },
      ];
      expect(await summarize(a, store, { groupBy: [{ field: 'city' }], measures })).toEqual({
        groups: [
          {
            key: { city: 'Oslo' },
            values: {
              count: 2,
              count_price: 2,
              sum_price: 5.5,
              mean: 2.75,
              min_sold: '2025-01-02T03:04:05.678Z',
              max_price: 4,
              countDistinct_on: 2,
            },
            count: 2,
          },
          {
            key: { city: 'Rome' },
            values: {
              count: 1,
              count_price: 0,
              sum_price: null,
              mean: null,
              min_sold: null,
              max_price: null,
              countDistinct_on: 1,
            },
            count: 1,
          },
          {
            key: { city: null },
            values: {
              count: 1,
              count_price: 1,
              sum_price: 7,
              mean: 7,
              min_sold: null,
              max_price: 7,
              countDistinct_on: 1,
            },
            count: 1,
          },
        ],
        limit: 1000,
        truncated: false,
      });
      const { groups } = await summarize(a, store, {
        groupBy: [{ field: 'on' }, { field: 'sold' }],
        measures: COUNT,
      });
      expect(groups.map(({ key, count }) => [key, count])).toEqual([
        [{ on: true, sold: null }, 2],
        [{ on: false, sold: '2025-01-02T03:04:05.678Z' }, 1],
        [{ on: true, sold: '2026-01-02T00:00:00.000Z' }, 1],
      ]);
    },
  );

  test(
    'summarizes all matching records as one group without groupBy',
    verifies('summarize.whole', 'summarize.filters'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { n: 'number', text: 'string' });
      await addRecords(a, store, [{ n: 1, text: 'x' }, { n: 2, text: 'y' }, { n: 4 }]);
      const measures = [{ op: 'sum', field: 'n' }];
      const one = async (request: object) => (await summarize(a, store, { measures, ...request })).groups;
      expect(await one({})).toEqual([{ key: {}, values: { sum_n: 7 }, count: 3 }]);
      const filters = [
        { field: 'text', op: 'eq', value: 'x' },
        { field: 'n', op: 'gt', value: 3 },
      ];
      expect(await one({ filters })).toEqual([{ key: {}, values: { sum_n: null }, count: 0 }]);
      expect(await one({ filters, match: 'any' })).toEqual([{ key: {}, values: { sum_n: 5 }, count: 2 }]);
      expect(await one({ filters, groupBy: [{ field: 'text' }] })).toEqual([]);
    },
  );

  test(
    'computes ranks and times between two datetimes, compares measures, and groups texts without their case',
    verifies(
      'summarize.ranks',
      'summarize.elapsed',
      'summarize.length',
      'summarize.having',
      'summarize.case',
    ),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, {
        status: 'string',
        price: 'number',
        opened: 'datetime',
        closed: 'datetime',
      });
      await addRecords(a, store, [
        { status: 'Open', price: 1, opened: '2026-01-01' },
        { status: 'open', price: 5 },
        { status: 'DONE', price: 3, opened: '2026-01-01', closed: '2026-01-02T12:00:00Z' },
        { status: 'done', price: 2, opened: '2026-01-01', closed: '2026-01-01T06:00:00Z' },
        { status: 'Done', opened: '2026-01-01', closed: '2026-01-03' },
        { price: 9 },
      ]);
      const dateDiff = { from: 'opened', to: 'closed', unit: 'hour' };
      const request = {
        groupBy: [{ field: 'status', caseInsensitive: true }],
        measures: [
          { op: 'median', field: 'price' },
          { op: 'p90', field: 'price' },
          { op: 'avg', field: { dateDiff } },
          { op: 'median', field: { dateDiff: { ...dateDiff, unit: 'day' } }, as: 'days' },
          { op: 'max', field: { length: 'status' } },
        ],
        sortBy: 'status',
      };
      const [done, open] = [
        [{ status: 'done' }, { median_price: 2, p90_price: 3, avg_dateDiff: 30, days: 1.5, max_length: 4 }],
        [
          { status: 'open' },
          { median_price: 1, p90_price: 5, avg_dateDiff: null, days: null, max_length: 4 },
        ],
      ];
      const none = [
        { status: null },
        { median_price: 9, p90_price: 9, avg_dateDiff: null, days: null, max_length: null },
      ];
      const found = async (more: object) =>
        (await summarize(a, store, { ...request, ...more })).groups.map(({ key, values }) => [key, values]);
      expect(await found({})).toEqual([done, open, none]);
      const having = (measure: string, op: string, value: unknown) => ({ having: [{ measure, op, value }] });
      expect(await found(having('count', 'gt', 1))).toEqual([done, open]);
      expect(await found(having('count', 'eq', '3'))).toEqual([done]);
      expect(await found(having('avg_dateDiff', 'lte', 30))).toEqual([done]);
      expect(await found(having('days', 'ne', 1.5))).toEqual([open, none]);
      const times = {
        measures: [{ op: 'max', field: 'closed' }],
        having: [{ measure: 'max_closed', op: 'gte', value: '2026-01-03' }],
      };
      expect((await summarize(a, store, times)).groups).toHaveLength(1);
      const later = { ...times, having: [{ measure: 'max_closed', op: 'gt', value: '2026-01-03' }] };
      expect(await summarize(a, store, later)).toMatchObject({ groups: [], truncated: false });
      const refusals: [object, ...string[]][] = [
        [{ measures: [{ op: 'median', field: 'status' }] }, 'measures[0].field'],
        [{ measures: [{ op: 'p95', field: 'opened' }] }, 'measures[0].field'],
        [{ measures: [{ op: 'median' }] }, 'measures[0].field'],
        [{ measures: [{ op: 'p50', field: 'price' }] }, 'measures[0].op'],
        [{ measures: [{ op: 'count', field: { dateDiff } }] }, 'measures[0].field'],
        [{ measures: [{ op: 'max', field: { length: 'price' } }] }, 'measures[0].field.length'],
        [{ measures: [{ op: 'max', field: { length: 'titel' } }] }, 'measures[0].field.length'],
        [{ measures: [{ op: 'countDistinct', field: { length: 'status' } }] }, 'measures[0].field'],
        [
          { measures: [{ op: 'avg', field: { dateDiff: { ...dateDiff, from: 'price' } } }] },
          'measures[0].field.dateDiff.from',
        ],
        [
          { measures: [{ op: 'avg', field: { dateDiff: { ...dateDiff, to: 'ended' } } }] },
          'measures[0].field.dateDiff.to',
        ],
        [
          { measures: [{ op: 'avg', field: { dateDiff: { ...dateDiff, unit: 'week' } } }] },
          'measures[0].field',
        ],
        [{ measures: [{ op: 'avg', field: { price: 1 } }] }, 'measures[0].field'],
        [{ groupBy: [{ field: 'price', caseInsensitive: true }] }, 'groupBy[0].caseInsensitive'],
        [{ groupBy: [{ field: 'status', caseInsensitive: 'yes' }] }, 'groupBy[0].caseInsensitive'],
        [having('total', 'gt', 1), 'having[0].measure'],
        [having('count', 'like', 1), 'having[0].op'],
        [having('count', 'gt', 'many'), 'having[0].value'],
        [having('count', 'gt', null), 'having[0].value'],
        [{ ...times, having: [{ measure: 'max_closed', op: 'gt', value: 5 }] }, 'having[0].value'],
        [{ having: Array.from({ length: 9 }, () => ({ measure: 'count', op: 'gt', value: 1 })) }, 'having'],
        [{ having: 'count > 1' }, 'having'],
      ];
      for (const [wrong, ...paths] of refusals) {
        const body = { measures: COUNT, ...wrong };
        expectRefused(await a.post(`${recordsPath(store)}/summarize`, body), paths);
      }
    },
  );

  test(
    'groups instants by weekday and by hour of the day, as clocks of the zone show them',
    verifies('summarize.clock-parts', 'summarize.as'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { at: 'datetime' });
      await addRecords(a, store, [{ at: '2026-01-05T23:30:00Z' }, { at: '2026-03-29T01:30:00Z' }, {}]);
      const keys = async (bucket: string, timeZone?: string) => {
        const groupBy = [{ field: 'at', bucket, ...(timeZone === undefined ? {} : { timeZone }) }];
        const { groups } = await summarize(a, store, { groupBy, measures: COUNT, sortBy: 'at' });
        return groups.map(({ key }) => key.at);
      };
      expect(await keys('weekday')).toEqual([1, 7, null]);
      expect(await keys('weekday', 'Europe/Berlin')).toEqual([2, 7, null]);
      expect(await keys('hourOfDay')).toEqual([1, 23, null]);
      expect(await keys('hourOfDay', 'Europe/Berlin')).toEqual([0, 3, null]);
      const groupBy = [
        { field: 'at', bucket: 'weekday', as: 'day' },
        { field: 'at', bucket: 'hourOfDay', as: 'hour' },
      ];
      const both = { groupBy, measures: COUNT, sortBy: 'hour', sortDir: 'desc' };
      const { groups } = await summarize(a, store, both);
      expect(groups.map(({ key }) => key)).toEqual([
        { day: 1, hour: 23 },
        { day: 7, hour: 1 },
        { day: null, hour: null },
      ]);
    },
  );

  test(
    'shows buckets of time as their first instant with the offset of the zone',
    verifies('summarize.time-buckets', 'summarize.clock-changes'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { at: 'datetime' });
      await addRecords(a, store, [
        { at: '2026-03-29T00:30:00Z' },
        { at: '2026-03-29T01:30:00Z' },
        { at: '2026-10-25T00:30:00Z' },
        { at: '2026-10-25T01:30:00Z' },
        { at: '2026-12-31T23:30:00Z' },
      ]);
      const starts = async (bucket: string, timeZone?: string) => {
        const groupBy = [{ field: 'at', bucket, ...(timeZone === undefined ? {} : { timeZone }) }];
        return countsOf((await summarize(a, store, { groupBy, measures: COUNT, sortBy: 'at' })).groups);
      };
      expect(await starts('year')).toEqual([['2026-01-01T00:00:00+00:00', 5]]);
      expect(await starts('year', 'Europe/Berlin')).toEqual([
        ['2026-01-01T00:00:00+01:00', 4],
        ['2027-01-01T00:00:00+01:00', 1],
      ]);
      expect(await starts('day', 'europe/berlin')).toEqual([
        ['2026-03-29T00:00:00+01:00', 2],
        ['2026-10-25T00:00:00+02:00', 2],
        ['2027-01-01T00:00:00+01:00', 1],
      ]);
      expect(await starts('hour', 'Europe/Berlin')).toEqual([
        ['2026-03-29T01:00:00+01:00', 1],
        ['2026-03-29T03:00:00+02:00', 1],
        ['2026-10-25T02:00:00+02:00', 1],
        ['2026-10-25T02:00:00+01:00', 1],
        ['2027-01-01T00:00:00+01:00', 1],
      ]);
      expect(await starts('month', 'America/New_York')).toEqual([
        ['2026-03-01T00:00:00-05:00', 2],
        ['2026-10-01T00:00:00-04:00', 2],
        ['2026-12-01T00:00:00-05:00', 1],
      ]);
      expect(await starts('week', 'Asia/Kolkata')).toEqual([
        ['2026-03-23T00:00:00+05:30', 2],
        ['2026-10-19T00:00:00+05:30', 2],
        ['2026-12-28T00:00:00+05:30', 1],
      ]);
      expect(await starts('quarter', 'Australia/Lord_Howe')).toEqual([
        ['2026-01-01T00:00:00+11:00', 2],
        ['2026-10-01T00:00:00+10:30', 2],
        ['2027-01-01T00:00:00+11:00', 1],
      ]);
    },
  );

  test('shows buckets of numbers as their lower end', verifies('summarize.number-buckets'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { n: 'number' });
    await addRecords(a, store, [{ n: 0.3 }, { n: 0.39 }, { n: -0.05 }, { n: 12 }, {}]);
    const starts = async (width: number) => {
      const groupBy = [{ field: 'n', bucket: { width } }];
      return countsOf((await summarize(a, store, { groupBy, measures: COUNT, sortBy: 'n' })).groups);
    };
    expect(await starts(0.1)).toEqual([
      [-0.1, 1],
      [0.3, 2],
      [12, 1],
      [null, 1],
    ]);
    expect(await starts(10)).toEqual([
      [-10, 1],
      [0, 2],
      [10, 1],
      [null, 1],
    ]);
  });

  test(
    'returns the first groups in order and says whether there are more',
    verifies('summarize.order', 'summarize.limit'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { name: 'string', n: 'number' });
      const numbers = Array.from({ length: 1_100 }, (_, i) => ({
        name: `k${String(i % 1_050).padStart(4, '0')}`,
        n: i,
      }));
      await addRecords(a, store, numbers);
      const groupBy = [{ field: 'name' }];
      const all = await summarize(a, store, { groupBy, measures: COUNT, limit: 5_000 });
      expect(all).toMatchObject({ limit: 1_000, truncated: true });
      expect(all.groups).toHaveLength(1_000);
      expect(countsOf(all.groups).slice(49, 51)).toEqual([
        ['k0049', 2],
        ['k0050', 1],
      ]);
      const measures = [{ op: 'max', field: 'n', as: 'most' }];
      const top = await summarize(a, store, { groupBy, measures, sortBy: 'most', limit: 2 });
      expect(top.groups.map(({ values }) => values.most)).toEqual([1_099, 1_098]);
      expect(top).toMatchObject({ limit: 2, truncated: true });
      const least = await summarize(a, store, {
        groupBy,
        measures,
        sortBy: 'most',
        sortDir: 'asc',
        limit: 1,
      });
      expect(countsOf(least.groups)).toEqual([['k0050', 1]]);
      const last = await summarize(a, store, {
        groupBy,
        measures,
        sortBy: 'name',
        sortDir: 'desc',
        limit: 1,
      });
      expect(countsOf(last.groups)).toEqual([['k1049', 1]]);
    },
  );

  test(
    'returns fewer groups than the limit when they exceed 4 MiB',
    verifies('summarize.limit'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { text: 'string' });
      const texts = Array.from({ length: 100 }, (_, i) => ({ text: String(i).padEnd(60_000, 'ä') }));
      for (let i = 0; i < texts.length; i += 20) await addRecords(a, store, texts.slice(i, i + 20));
      const { groups, truncated } = await summarize(a, store, {
        groupBy: [{ field: 'text' }],
        measures: COUNT,
      });
      expect(truncated).toBe(true);
      expect(groups).toHaveLength(34);
    },
  );

  test(
    'names the valid fields, buckets, zones and measures when the request has others',
    verifies('summarize.wrong', 'summarize.keys', 'summarize.names', 'summarize.measures'),
    async () => {
      const { a, b } = await arrange();
      const store = await createStore(a, { city: 'string', n: 'number', at: 'datetime', on: 'boolean' });
      const path = `${recordsPath(store)}/summarize`;
      const messages = async (request: object) => {
        const response = await a.post<Problem>(path, { measures: COUNT, ...request });
        expect(response.status).toBe(400);
        return response.body.errors;
      };
      expect(await messages({ groupBy: [{ field: 'cty' }] })).toEqual({
        'groupBy[0].field': [expect.stringContaining('Known: city, n, at, on, id, date_created')],
      });
      expect(await messages({ groupBy: [{ field: 'n' }, { field: 'n', bucket: { width: 2 } }] })).toEqual({
        'groupBy[1].field': ['Name each field once.'],
      });
      const twice = [
        { field: 'n', as: 'x' },
        { field: 'city', as: 'x' },
      ];
      expect(await messages({ groupBy: twice })).toEqual({
        'groupBy[1].as': ['Another part of the key has the name "x".'],
      });
      for (const groupBy of [
        { field: 'city', bucket: 'day' },
        { field: 'n', bucket: 'day' },
        { field: 'at', bucket: { width: 5 } },
        { field: 'at', bucket: 'minute' },
        { field: 'on', bucket: { width: 1 } },
      ]) {
        expect(Object.keys((await messages({ groupBy: [groupBy] })) ?? {})).toEqual(['groupBy[0].bucket']);
      }
      for (const timeZone of ['Mars/Olympus', '+01:00', ' ']) {
        expect(await messages({ groupBy: [{ field: 'at', bucket: 'day', timeZone }] })).toEqual({
          'groupBy[0].timeZone': [expect.stringContaining('Europe/Berlin')],
        });
      }
      expectRefused(await a.post(path, { measures: COUNT, groupBy: [{ field: 'at', timeZone: 'UTC' }] }), [
        'groupBy[0].timeZone',
      ]);
      for (const width of [0, -1, 1e-10]) {
        const response = await a.post(path, {
          measures: COUNT,
          groupBy: [{ field: 'n', bucket: { width } }],
        });
        expect(response.status).toBe(400);
      }
      expect(
        await messages({
          measures: [
            { op: 'sum', field: 'city' },
            { op: 'avg', field: 'at' },
            { op: 'min', field: 'on' },
            { op: 'max' },
            { op: 'countDistinct', field: 'nothing' },
            { op: 'count', as: 'x' },
            { op: 'count', field: 'n', as: 'x' },
          ],
        }),
      ).toEqual({
        'measures[0].field': ['"city" is a string; sum takes a number.'],
        'measures[1].field': ['"at" is a datetime; avg takes a number.'],
        'measures[2].field': ['"on" is a boolean; min takes a number or a datetime.'],
        'measures[3].field': ['Required for max.'],
        'measures[4].field': [expect.stringContaining('Known: city')],
        'measures[6].as': [expect.stringContaining('"x"')],
      });
      expect(await messages({ sortBy: 'cty', groupBy: [{ field: 'city' }] })).toEqual({
        sortBy: ['Neither a measure nor a field of groupBy. Did you mean "city"? Known: count, city.'],
      });
      expectRefused(await a.post(path, { measures: [] }), ['measures']);
      expectRefused(await a.post(path, {}), ['measures']);
      const nine = Array.from({ length: 9 }, (_, i) => ({ op: 'count', as: `m${i}` }));
      expectRefused(await a.post(path, { measures: nine }), ['measures']);
      const three = ['city', 'n', 'at'].map((field) => ({ field }));
      expectRefused(await a.post(path, { measures: COUNT, groupBy: three }), ['groupBy']);
      expectRefused(
        await a.post(path, { measures: [{ op: 'mode' }], filters: [{ field: 'n', op: 'like' }], limit: 0 }),
        ['measures[0].op', 'filters[0].op', 'limit'],
      );
      expectProblem(await b.post(path, { measures: COUNT }), ...notFound);
    },
  );

  test('returns values under names that are special in JavaScript', verifies('summarize.names'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { n: 'number' });
    await addRecords(a, store, [{ n: 1 }]);
    const names = ['__proto__', 'constructor', 'toString'];
    const measures = names.map((as) => ({ op: 'count', as }));
    const { groups } = await summarize(a, store, { measures });
    expect(JSON.stringify(groups)).toBe(
      '[{"key":{},"values":{"__proto__":1,"constructor":1,"toString":1},"count":1}]',
    );
  });

  test('is as exact as an aggregate', verifies('summarize.exactness'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { n: 'number', text: 'string' });
    await addRecords(
      a,
      store,
      HARD_SUMS.filter(({ values }) => values.length < 10).flatMap(({ values, sum }) =>
        values.map((n) => ({ n, text: `${sum} of ${values}` })),
      ),
    );
    for (const op of ['sum', 'avg', 'min', 'max']) {
      const measures = [{ op, field: 'n', as: 'value' }];
      const { groups } = await summarize(a, store, { groupBy: [{ field: 'text' }], measures });
      for (const { key, values, count } of groups) {
        const filters = [{ field: 'text', op: 'eq', value: key.text }];
        const { body } = await a.post<{ result: number }>(`${recordsPath(store)}/aggregate`, {
          field: 'n',
          op,
          filters,
        });
        expect(values.value, String(key.text)).toBe(body.result);
        const sum = Number.parseFloat(String(key.text));
        if (op === 'sum') expect(body.result, String(key.text)).toBe(sum);
        if (op === 'avg') expect(body.result, String(key.text)).toBe(sum / count + 0);
      }
    }
  });
});
