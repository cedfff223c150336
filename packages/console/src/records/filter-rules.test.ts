import { expect, test } from 'vitest';
import { readFilter } from './filter-rules.ts';
import { columnsOf } from './value-types.ts';

const columns = columnsOf([
  { name: 'title', type: 'string', required: false, unique: false, description: null },
  { name: 'price', type: 'number', required: false, unique: false, description: null },
]);
const [title, price] = columns;

test('a filter without its value is not complete', () => {
  if (title === undefined || price === undefined) throw new Error('no columns');
  expect(readFilter(title, 'contains', ' ')).toBeNull();
  expect(readFilter(title, 'empty', '')).toEqual({ field: 'title', op: 'empty' });
  expect(readFilter(price, 'gt', '12')).toEqual({ field: 'price', op: 'gt', value: 12 });
  expect(readFilter(price, 'in', '1, 2,,')).toEqual({ field: 'price', op: 'in', value: [1, 2] });
  expect(readFilter(title, 'in', ', ')).toBeNull();
});
