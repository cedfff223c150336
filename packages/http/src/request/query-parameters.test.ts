import { ValidationError } from '@vitrine/core';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { ignoredHeaders, sortQuery, unknownParameters } from './query-parameters.ts';
import { rawQuery } from './web-arrival.ts';

const names = new Set(['q', 'limit']);
const sort = (query: string, declared = names) =>
  sortQuery(rawQuery(`http://localhost/v2/stores${query}`), declared);

test('decodes declared parameters and uses the first of equal ones', () => {
  expect(sort('').declared).toEqual({});
  expect(sort('?q=a+b%2Bc%26%C3%A9&x=1&q=2').declared).toEqual({ q: 'a b+c&é' });
  expect(sort('?limit&q=a=b#q=c').declared).toEqual({ limit: '', q: 'a=b' });
  expect(sort('?__proto__=1&constructor=2&%71=x').declared).toEqual({ q: 'x' });
});

test('names unknown and empty parameters as they were sent, and nothing for an empty pair', () => {
  expect(sort('?limit&&q=&Limit=1&x%20y=1&%zz=1&')).toMatchObject({
    unknown: ['Limit', 'x y', '%zz'],
    empty: ['limit', 'q'],
  });
});

test('collects members with a dot and in brackets', verifies('locations.search.field'), () => {
  const fields = new Set(['q', 'field.']);
  expect(sort('?field.city=Graz&q=1&field.a.b=%C3%A9&field.city=Wien', fields).declared).toEqual({
    field: { city: 'Graz', 'a.b': 'é' },
    q: '1',
  });
  expect(sort('?field[city]=Graz&field%5Ba.b%5D=1&field[[x]]=2&field.city=Wien', fields).declared).toEqual({
    field: { city: 'Graz', 'a.b': '1', '[x]': '2' },
  });
  const odd = sort(
    '?field=1&field.=2&field[__proto__]=3&__proto__.x=4&q.x=5&field[x=6&q[x]=7&Field[x]=8',
    fields,
  );
  expect(JSON.stringify(odd.declared)).toBe('{"field":{"":"2","__proto__":"3"}}');
  expect(odd.unknown).toEqual(['field', '__proto__.x', 'q.x', 'field[x', 'q[x]', 'Field[x]']);
  expect(sort('?field.city=%zz', fields).declared).toMatchObject({ issues: [{ path: 'field.city' }] });
});

test('returns an error with every declared parameter that has an invalid escape', () => {
  const error = sort('?q=%zz&limit=%E0%A4&x=%').declared;
  expect(error).toBeInstanceOf(ValidationError);
  expect((error as ValidationError).issues.map(({ path }) => path)).toEqual(['q', 'limit']);
});

test(
  'an unknown parameter of a write is an issue with the nearest name',
  verifies('http.unknown-parameters.writes'),
  () => {
    const declared = new Set(['mode', 'dryRun']);
    const messagesOf = (query: string, known = declared) =>
      unknownParameters(sort(query, known), known)?.issues.map(({ path, message }) => [path, message]);
    expect(messagesOf('?mode=upsert&dryrun=true&dryRn=1&other=2')).toEqual([
      ['dryrun', 'Unknown parameter. Did you mean dryRun?'],
      ['dryRn', 'Unknown parameter. Did you mean dryRun?'],
      ['other', 'Unknown parameter. Known: mode, dryRun.'],
    ]);
    expect(messagesOf('?dryRun=1', new Set())).toEqual([
      ['dryRun', 'Unknown parameter. This operation has none in its query.'],
    ]);
    expect(messagesOf('?mode=upsert')).toBeUndefined();
  },
);

test('the header of ignored parameters is ASCII and bounded', verifies('http.unknown-parameters'), () => {
  const headerOf = (query: string) => ignoredHeaders(sort(query))['Vitrine-Ignored-Parameters'];
  expect(headerOf('?Limit=1&q=&a%0D%0AX:%201=2&%F0%9F%98%80,=3')).toBe(
    'Limit, a%0D%0AX%3A%201, %F0%9F%98%80%2C, q',
  );
  expect(headerOf('?limit=1')).toBeUndefined();
  const many = Array.from({ length: 5_000 }, (_, index) => `n${index}=1`).join('&');
  expect(headerOf(`?${many}`)?.length).toBeLessThan(2_000);
  expect(headerOf(`?${'%F0%9F%98%80'.repeat(1_000)}`)?.length).toBeLessThan(1_000);
});
