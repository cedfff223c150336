import { expect, test } from 'vitest';
import { endsOf, misfitOf, operatorsOf, readFilter, textOfEnds, textOfFilter } from './filter-rules.ts';
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

test('a text that can not be the value is no filter, and says what it must be', () => {
  if (title === undefined || price === undefined) throw new Error('no columns');
  const created = columns.find(({ name }) => name === 'date_created');
  if (created === undefined) throw new Error('no time');
  expect(misfitOf(title, 'eq', 'north')).toBeNull();
  expect(misfitOf(price, 'gt', 'north')).toBe('number');
  expect(misfitOf(price, 'in', '1, two')).toBe('number');
  expect(misfitOf(price, 'gt', '')).toBeNull();
  expect(readFilter(price, 'gt', 'north')).toBeNull();
  expect(misfitOf(created, 'after', 'soon')).toBe('date');
  expect(readFilter(created, 'after', '2026-01-31 09:00')).toEqual({
    field: 'date_created',
    op: 'after',
    value: '2026-01-31 09:00',
  });
  expect(readFilter(created, 'on', '2026-01-31')).toEqual({
    field: 'date_created',
    op: 'on',
    value: '2026-01-31',
  });
});

test('numbers and dates are read as people write them', () => {
  if (price === undefined) throw new Error('no columns');
  const created = columns.find(({ name }) => name === 'date_created');
  if (created === undefined) throw new Error('no time');
  expect(readFilter(price, 'gt', '$1,299.50')).toMatchObject({ value: 1299.5 });
  expect(readFilter(price, 'between', textOfEnds('2,50', '12 %'))).toMatchObject({ value: [2.5, 12] });
  expect(readFilter(created, 'on', '31.12.2026')).toMatchObject({ value: '2026-12-31' });
  expect(readFilter(created, 'after', '4 Mar 2026 1:30 PM')).toMatchObject({ value: '2026-03-04 13:30' });
  // A number of a stored filter is the same in every language.
  expect(readFilter(price, 'eq', '1.234')).toMatchObject({ value: 1.234 });
});

test('a range needs both ends, and days a whole number', () => {
  if (price === undefined) throw new Error('no columns');
  const created = columns.find(({ name }) => name === 'date_created');
  if (created === undefined) throw new Error('no time');
  expect(readFilter(price, 'between', textOfEnds('10', ''))).toBeNull();
  expect(readFilter(price, 'between', textOfEnds('10', 'x'))).toBeNull();
  const between = readFilter(price, 'between', textOfEnds('10 ', ' 20.5'));
  expect(between).toEqual({ field: 'price', op: 'between', value: [10, 20.5] });
  expect(between && textOfFilter(between)).toBe(textOfEnds('10', '20.5'));
  expect(misfitOf(created, 'between', textOfEnds('2026-01-01', 'soon'))).toBe('date');
  expect(readFilter(created, 'last', '7')).toEqual({ field: 'date_created', op: 'last', value: 7 });
  for (const text of ['', '0', '1.5', 'week']) expect(readFilter(created, 'last', text)).toBeNull();
  expect(misfitOf(created, 'last', 'week')).toBe('days');
});

test('the ends of a range stay apart while a decimal is typed into either', () => {
  for (const [from, to] of [
    ['1.', ''],
    ['1.', '.5'],
    ['', '.'],
  ] as const) {
    expect(endsOf(textOfEnds(from, to))).toEqual([from, to]);
  }
});

test('every type can be asked for values that are unset', () => {
  for (const type of ['string', 'number', 'boolean', 'datetime', 'url_image', 'url_link'] as const) {
    expect(operatorsOf(type)).toEqual(expect.arrayContaining(['empty', 'notEmpty']));
  }
});
