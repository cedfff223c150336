import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('the order of members, white space and the spelling of numbers make no difference', () => {
  const [a, b] = ['{"b":[1.0,{"y":1,"x":null}],"a":"é"}', ' {"a":"\\u00e9", "b":[1e0,{"x":null,"y":1}] } '];
  expect(canonicalJson(JSON.parse(a))).toBe(canonicalJson(JSON.parse(b)));
  expect(canonicalJson({ a: undefined, b: 1 })).toBe(canonicalJson({ b: 1 }));
});

test('different values have different texts', () => {
  const values = [
    1,
    '1',
    true,
    null,
    [],
    {},
    [[]],
    [{}],
    [1, 2],
    [2, 1],
    [[1], 2],
    { a: 1 },
    { a: '1' },
    { b: 1 },
    '',
  ];
  expect(new Set(values.map(canonicalJson)).size).toBe(values.length);
});

test('the text is JSON of the value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('values that are nested deeply have a text', () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000);
  expect(canonicalJson(JSON.parse(deep))).toBe(deep);
});
