import type { CountRecordsResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecords, createStore, expectRefused, recordsPath } from './arrange.ts';
import { onOneStorage } from './world.ts';

const stored = [
  '2026-01-01T23:59:59.999Z',
  '2026-01-02',
  '2026-01-02T00:00:00.001Z',
  '2026-01-02T12:00:00+05:00',
  '2026-01-02T23:59:59.999Z',
  '2026-01-03',
  '1969-07-20T20:17:40Z',
  '0001-01-01',
  '9999-12-31T23:59:59.999Z',
];

onOneStorage((arrange) => {
  test(
    'matches a date as its whole UTC day and a timestamp as its instant, and every set value by one of before, on and after',
    verifies('filter.datetime', 'filter.dates', 'filter.unset', 'records.values.datetime-forms'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { at: 'datetime' });
      await addRecords(
        a,
        store,
        [...stored, null, null].map((at) => ({ at })),
      );
      const count = async (op: string, value: string) => {
        const { body } = await a.post<CountRecordsResponse>(`${recordsPath(store)}/count`, {
          filters: [{ field: 'at', op, value }],
        });
        return body.count;
      };
      const expected: Record<string, [before: number, on: number, after: number]> = {
        '2026-01-02': [3, 4, 2],
        '2026-01-02T00:00:00Z': [3, 1, 5],
        '2026-01-02T00:00:00': [3, 1, 5],
        '2026-01-02T00:00': [3, 1, 5],
        '2026-01-02 00:00 UTC': [3, 1, 5],
        '2026-01-02t01:00+01': [3, 1, 5],
        '2026-01-02T00:00:00.0019Z': [4, 1, 4],
        '2026-01-02T08:00:00+01:00': [5, 1, 3],
        '2026-01-01': [2, 1, 6],
        '1969-07-20': [1, 1, 7],
        '0001-01-01': [0, 1, 8],
        '9999-12-31': [8, 1, 0],
        '2000-06-15T10:00:00Z': [2, 0, 7],
      };
      for (const [value, numbers] of Object.entries(expected)) {
        expect(
          [await count('before', value), await count('on', value), await count('after', value)],
          value,
        ).toEqual(numbers);
      }
    },
  );

  test(
    'returns 400 for a value that is not a datetime',
    verifies('filter.wrong', 'filter.datetime'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { at: 'datetime' });
      for (const op of ['on', 'before', 'after']) {
        for (const value of [
          '',
          '2026-02-30',
          '2026',
          'today',
          1767225600000,
          null,
          true,
          ['2026-01-02'],
          '2026-01-02T24:00:00Z',
        ]) {
          expectRefused(
            await a.post(`${recordsPath(store)}/search`, { filters: [{ field: 'at', op, value }] }),
            ['filters[0].value'],
          );
        }
      }
      for (const op of ['eq', 'ne', 'gt', 'lt', 'contains']) {
        expectRefused(
          await a.post(`${recordsPath(store)}/search`, {
            filters: [{ field: 'at', op, value: '2026-01-02' }],
          }),
          ['filters[0].op'],
        );
      }
    },
  );
});
