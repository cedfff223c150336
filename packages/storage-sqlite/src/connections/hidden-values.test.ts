import { NEWEST_FIRST } from '@vitrine/core/adapter';
import { expect, test } from 'vitest';
import { firstStatement } from '../../../../test/sqlite/query-plans.ts';
import { hideValues } from './hidden-values.ts';

test('the planner reads no value of a limit or an equality', () => {
  const { text } = firstStatement('findRecords', {
    storeId: 's',
    storeNumber: 1,
    expiredUpTo: 5,
    shape: 't0',
    where: {
      all: [
        { column: 't0', op: 'eq', value: 'x' },
        { column: 'n0', op: 'gte', value: 1 },
        { column: 't1', op: 'in', values: ['y', 'z'] },
      ],
    },
    order: NEWEST_FIRST,
    after: null,
    limit: 10,
    maxBytes: null,
    batch: 11,
    isWide: false,
  });
  const lines = text.split('\n').map((line) => line.trim());
  const compared = lines.filter((line) => /^(WHERE|AND|LIMIT) .*\?/.test(line));
  expect(compared).toEqual([
    'WHERE t0 = ?',
    'AND n0 >= ?',
    'AND t1 IN (?, ?)',
    'AND updated_at > ?',
    'LIMIT ?',
  ]);
  const hidden = text.replace('t0 = ?', 't0 = +?').replace('LIMIT ?', 'LIMIT +?');
  expect(hideValues(text)).toBe(hidden);
});
