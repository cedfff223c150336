import { expect, test } from 'vitest';
import { sentFilters } from './sent-filters.ts';

const NOW = Date.UTC(2026, 2, 10, 15);

test('a range of numbers has both ends', () => {
  const filters = [{ field: 'price', op: 'between', value: [10, 20.5] }];
  expect(sentFilters(filters, 'all', NOW)).toEqual({
    filters: [
      { field: 'price', op: 'gte', value: 10 },
      { field: 'price', op: 'lte', value: 20.5 },
    ],
    match: 'all',
  });
});

test('a range of days has the first and the last one, and one of moments both of them', () => {
  const between = (value: readonly string[]) =>
    sentFilters([{ field: 'at', op: 'between', value }], 'all', NOW).filters?.map((filter) => filter.value);
  expect(between(['2026-03-01', '2028-02-28'])).toEqual(['2026-02-28', '2028-02-29']);
  expect(between(['2026-03-01 09:00', '2026-03-01T11:00:00+02:00'])).toEqual([
    '2026-03-01T08:59:59.999Z',
    '2026-03-01T09:00:00.001Z',
  ]);
  expect(between(['2026-02-30', 'never'])).toEqual(['2026-02-30', 'never']);
});

test('the last days end today', () => {
  expect(sentFilters([{ field: 'at', op: 'last', value: 7 }], 'any', NOW)).toEqual({
    filters: [
      { field: 'at', op: 'after', value: '2026-03-03' },
      { field: 'at', op: 'before', value: '2026-03-11' },
    ],
    match: 'all',
  });
});

test('other filters are sent as they are, and none without filters', () => {
  const filters = [{ field: 'at', op: 'empty' }];
  expect(sentFilters(filters, 'any', NOW)).toEqual({ filters, match: 'any' });
  expect(sentFilters([], 'any', NOW)).toEqual({});
});
