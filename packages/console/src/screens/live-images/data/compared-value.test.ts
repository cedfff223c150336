import { expect, test } from 'vitest';
import { comparedWith, liveOperators, readCompared } from './compared-value.ts';

test('reads numbers and dates as people write them, lists with blanks, and leaves tags as they are', () => {
  expect(readCompared('9.5', 'lte', 'number')).toBe(9.5);
  expect(readCompared('9.', 'lte', 'number')).toBe(9);
  expect(readCompared('$1,299.50', 'eq', 'number')).toBe(1299.5);
  expect(readCompared('31.12.2026', 'on', 'datetime')).toBe('2026-12-31');
  expect(readCompared('no', 'eq', 'boolean')).toBe(false);
  expect(readCompared('New York, Austin, ', 'in', 'string')).toEqual(['New York', 'Austin']);
  expect(readCompared('1, {{ a | default: "x, y" }}', 'in', 'number')).toEqual([
    1,
    '{{ a | default: "x, y" }}',
  ]);
  expect(readCompared('{{ price }}', 'gt', 'number')).toBe('{{ price }}');
});

test('a text that means nothing for the operator is no value', () => {
  const unread = [
    readCompared('', 'eq', 'number'),
    readCompared('soon', 'on', 'datetime'),
    readCompared('1, x', 'in', 'number'),
    readCompared(' , ', 'in', 'string'),
    readCompared('', 'contains', 'string'),
    readCompared('perhaps', 'eq', 'boolean'),
  ];
  expect(unread).toEqual(unread.map(() => undefined));
  expect(readCompared('', 'eq', 'string')).toBe('');
});

test('a comparison with another operator or type keeps a value that can be one, or begins with one that the server takes', () => {
  expect(comparedWith('9.5', 'gt', 'number')).toEqual({ value: 9.5 });
  expect(comparedWith(['a', 'b'], 'eq', 'string')).toEqual({ value: 'a' });
  expect(comparedWith('a', 'in', 'string')).toEqual({ value: ['a'] });
  expect(comparedWith('a', 'in', 'number')).toEqual({ value: [0] });
  expect(comparedWith('a', 'eq', 'boolean')).toEqual({ value: true });
  expect(comparedWith('a', 'on', 'datetime')).toEqual({
    value: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
  expect(comparedWith('a', 'empty', 'string')).toEqual({});
  expect(liveOperators('datetime')).toEqual(['on', 'before', 'after', 'empty', 'notEmpty']);
});
