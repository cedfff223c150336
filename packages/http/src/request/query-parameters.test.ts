import { ValidationError } from '@vitrine/core';
import { expect, test } from 'vitest';
import { readQuery } from './query-parameters.ts';

const names = new Set(['q', 'limit']);
const read = (query: string) => readQuery(`http://localhost/v2/stores${query}`, names);

test('decodes declared parameters, ignores others, and uses the first of equal ones', () => {
  expect(read('')).toEqual({});
  expect(read('?q=a+b%2Bc%26%C3%A9&x=1&q=2')).toEqual({ q: 'a b+c&é' });
  expect(read('?limit&q=a=b#q=c')).toEqual({ limit: '', q: 'a=b' });
  expect(read('?__proto__=1&constructor=2&%71=x')).toEqual({ q: 'x' });
});

test('returns an error with every declared parameter that has an invalid escape', () => {
  const error = read('?q=%zz&limit=%E0%A4&x=%');
  expect(error).toBeInstanceOf(ValidationError);
  expect((error as ValidationError).issues.map(({ path }) => path)).toEqual(['q', 'limit']);
});
