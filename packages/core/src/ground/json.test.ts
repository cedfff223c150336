import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  canonicalJson,
  findJsonExcess,
  JSON_DEPTH_MAX,
  JSON_MEMBERS_MAX,
  JSON_VALUES_MAX,
  parseJsonNumber,
  readFiniteNumber,
} from './json.ts';

test.each([
  ['0', 0],
  ['-12.50', -12.5],
  ['1e3', 1_000],
  ['1E-2', 0.01],
])('reads %j as a number', (text, number) => {
  expect(parseJsonNumber(text)).toBe(number);
});

test.each(['', ' 1', '01', '+1', '.5', '1.', '0x10', 'NaN', 'Infinity', '1,5'])('rejects %j', (text) => {
  expect(parseJsonNumber(text)).toBeNull();
});

test.each<[value: unknown, number: number | null]>([
  [-1.5, -1.5],
  ['1e3', 1_000],
  [-0, 0],
  ['-0.0', 0],
  [Number.NaN, null],
  ['1e999', null],
  ['x', null],
  [[1], null],
  [null, null],
])('reads %j as the finite number %j', (value, number) => {
  expect(readFiniteNumber(value)).toBe(number);
});

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

const isTooDeep = (bytes: Uint8Array) => findJsonExcess(bytes)?.includes('levels') ?? false;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
/** Makes a text large enough to be checked. */
const padded = (text: string) => bytesOf(`["${'x'.repeat(100_000)}",${text}]`);

describe('a large JSON text is too deep', () => {
  test('beyond the limit, in lists and in objects', () => {
    expect(isTooDeep(padded(nested(JSON_DEPTH_MAX - 1)))).toBe(false);
    expect(isTooDeep(padded(nested(JSON_DEPTH_MAX)))).toBe(true);
    const objects = `${'{"a":'.repeat(JSON_DEPTH_MAX)}1${'}'.repeat(JSON_DEPTH_MAX)}`;
    expect(isTooDeep(padded(objects))).toBe(true);
  });

  test('even if its brackets never close', () => {
    expect(isTooDeep(bytesOf('['.repeat(4_000_000)))).toBe(true);
  });

  test.each([
    ['brackets in a string', JSON.stringify('['.repeat(5_000))],
    ['a quote and brackets in a string', JSON.stringify(`"${'['.repeat(5_000)}`)],
    ['backslashes before the end of a string', `${JSON.stringify('\\'.repeat(501))},"${'['.repeat(5_000)}"`],
    ['many lists side by side', `[${'[],'.repeat(5_000)}[]]`],
    ['a string without an end', `"${'['.repeat(5_000)}`],
  ])('but not because of %s', (_, text) => {
    expect(isTooDeep(padded(text))).toBe(false);
  });

  test('because of brackets after a string', () => {
    expect(isTooDeep(padded(`"\\\\",${nested(JSON_DEPTH_MAX)}`))).toBe(true);
    expect(isTooDeep(padded(`"\\"",${nested(JSON_DEPTH_MAX)}`))).toBe(true);
  });
});

test('what a string holds does not count, and what follows it does', () => {
  const text = fc.string({ unit: fc.constantFrom('"', '\\', '[', 'a', '\n', 'ä') });
  fc.assert(
    fc.property(text, (value) => {
      const string = JSON.stringify(value);
      expect(isTooDeep(padded(`${string},${JSON.stringify(value + '['.repeat(2_000))}`))).toBe(false);
      expect(isTooDeep(padded(`${string},${nested(JSON_DEPTH_MAX)}`))).toBe(true);
    }),
  );
});

test('a string of escaped quotes is not searched again from each of them', () => {
  const search = vi.spyOn(Buffer.prototype, 'indexOf');
  expect(findJsonExcess(bytesOf(JSON.stringify('"'.repeat(100_000))))).toBeNull();
  expect(search).toHaveBeenCalledTimes(1);
  search.mockRestore();
});

test('a small JSON text is never too deep', () => {
  expect(isTooDeep(bytesOf(nested(30_000)))).toBe(false);
});

test('the members of all objects in a large JSON text are limited', () => {
  const record = `{${Array.from({ length: 100 }, (_, i) => `"m${i}":"a:b"`).join(',')}}`;
  const list = (records: number) => bytesOf(`[${Array(records).fill(record).join(',')}]`);
  expect(findJsonExcess(list(JSON_MEMBERS_MAX / 100))).toBeNull();
  expect(findJsonExcess(list(JSON_MEMBERS_MAX / 100 + 1))).toContain('members');
});

test.each([
  ['numbers', '0'],
  ['empty objects', '{}'],
  ['lists of lists', '[[[]]]'],
])('the values in a large JSON text are limited: %s', (_, value) => {
  const each = 1 + (value.match(/[[{]/g)?.length ?? 0);
  const list = (values: number) =>
    padded(
      Array(Math.floor(values / each))
        .fill(value)
        .join(','),
    );
  expect(findJsonExcess(list(JSON_VALUES_MAX - 10))).toBeNull();
  expect(findJsonExcess(list(JSON_VALUES_MAX + 10))).toContain('values');
});

test('commas in strings are not counted as values', () => {
  expect(findJsonExcess(padded(JSON.stringify(','.repeat(200_000))))).toBeNull();
});
