import { ValidationError } from '@vitrine/core';
import { expect, test } from 'vitest';
import { rawQuery } from './path.ts';
import { readQuery } from './query-parameters.ts';

const names = new Set(['q', 'limit']);
const read = (query: string) => readQuery(rawQuery(`http://localhost/v2/stores${query}`), names);

test('decodes declared parameters, ignores others, and uses the first of equal ones', () => {
  expect(read('')).toEqual({});
  expect(read('?q=a+b%2Bc%26%C3%A9&x=1&q=2')).toEqual({ q: 'a b+c&é' });
  expect(read('?limit&q=a=b#q=c')).toEqual({ limit: '', q: 'a=b' });
  expect(read('?__proto__=1&constructor=2&%71=x')).toEqual({ q: 'x' });
});

test('collects the parameters that begin with a declared prefix', () => {
  const readFields = (query: string) =>
    readQuery(rawQuery(`http://localhost/${query}`), new Set(['q', 'field.']));
  expect(readFields('?field.city=Graz&q=1&field.a.b=%C3%A9&field.city=Wien&other.x=1')).toEqual({
    field: { city: 'Graz', 'a.b': 'é' },
    q: '1',
  });
  const odd = readFields('?field=1&field.=2&field.__proto__=3&__proto__.x=4&q.x=5');
  expect(JSON.stringify(odd)).toBe('{"field":{"":"2","__proto__":"3"}}');
  expect((readFields('?field.city=%zz') as ValidationError).issues).toMatchObject([{ path: 'field.city' }]);
});

test('returns an error with every declared parameter that has an invalid escape', () => {
  const error = read('?q=%zz&limit=%E0%A4&x=%');
  expect(error).toBeInstanceOf(ValidationError);
  expect((error as ValidationError).issues.map(({ path }) => path)).toEqual(['q', 'limit']);
});
