import { expect, test } from 'vitest';
import { columnsOf } from '../../../records/value-types.ts';
import { effectiveFilters } from './jump-filter.ts';

const columns = columnsOf([
  { name: 'price', type: 'number', required: false, unique: false, description: null },
  { name: 'released', type: 'datetime', required: false, unique: false, description: null },
]);
const view = {
  filters: [],
  match: 'all',
  q: '',
  thenBy: [],
  sortBy: 'price',
  sortDir: 'asc',
  from: null,
} as const;

test('a jump adds a filter in the direction of the order, and includes the value', () => {
  expect(effectiveFilters(view, columns)).toEqual([]);
  expect(effectiveFilters({ ...view, from: '5' }, columns)).toEqual([
    { field: 'price', op: 'gte', value: 5 },
  ]);
  expect(effectiveFilters({ ...view, from: '5', sortDir: 'desc' }, columns)).toEqual([
    { field: 'price', op: 'lte', value: 5 },
  ]);
  expect(effectiveFilters({ ...view, from: '2026-01-02', sortBy: 'released' }, columns)).toEqual([
    { field: 'released', op: 'after', value: '2026-01-01T23:59:59.999Z' },
  ]);
  expect(effectiveFilters({ ...view, from: '31.12.2026', sortBy: 'released' }, columns)).toEqual([
    { field: 'released', op: 'after', value: '2026-12-30T23:59:59.999Z' },
  ]);
});

test('a jump is not possible beside filters of which any may match', () => {
  const filters = [
    { field: 'price', op: 'eq', value: 1 },
    { field: 'price', op: 'eq', value: 2 },
  ];
  expect(effectiveFilters({ ...view, filters, match: 'any', from: '5' }, columns)).toBe(filters);
});
