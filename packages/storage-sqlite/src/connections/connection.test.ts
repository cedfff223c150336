import { NEWEST_FIRST } from '@vitrine/core/adapter';
import { expect, test } from 'vitest';
import { firstStatement } from '../../../../test/sqlite/query-plans.ts';
import { hideValues, type PreparedStatement, statementCache } from './connection.ts';

test('keeps the most recently used statements, and prepares evicted ones again', () => {
  const prepared: string[] = [];
  const cache = statementCache((text) => {
    prepared.push(text);
    return { text } as unknown as PreparedStatement;
  }, 2);
  const first = cache.get('a');
  cache.get('b');
  expect(cache.get('a')).toBe(first);
  cache.get('c');
  expect(cache.get('a')).toBe(first);
  expect(cache.size).toBe(2);
  cache.get('b');
  expect(prepared).toEqual(['a', 'b', 'c', 'b']);
});

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
