import { expect, test } from 'vitest';
import { asJson } from './json-argument.ts';

class Product {
  sku = 'A';
  note = undefined;
  released = new Date(0);
}

class Rows {
  filter = undefined;
  *[Symbol.iterator]() {
    yield { sku: 'A' };
  }
}

test.each([
  ['nothing', undefined],
  ['null', null],
  ['text', 'a'],
  ['bytes in a member', { file: { bytes: new Uint8Array(3) } }],
  ['a signal', { signal: new AbortController().signal }],
  ['an error in place of a body', new Error('unreadable')],
  ['an invalid Date', { at: new Date(Number.NaN) }],
  ['a list with nothing in it', [undefined, [null]]],
  ['a member __proto__', JSON.parse('{"__proto__":{"a":1}}')],
  ['chunks', { chunks: (async function* () {})() }],
  ['an iterable of a class', new Rows()],
])('returns the same argument: %s', (_name, argument) => {
  expect(asJson(argument)).toBe(argument);
});

test('omits undefined members and writes dates as text, at every level', () => {
  const given = {
    a: undefined,
    list: [{ b: undefined, at: new Date(5) }, new Date(0)],
    none: Object.assign(Object.create(null), { c: undefined, d: 1 }),
    text: 't',
  };
  expect(asJson(given)).toStrictEqual({
    list: [{ at: '1970-01-01T00:00:00.005Z' }, '1970-01-01T00:00:00.000Z'],
    none: { d: 1 },
    text: 't',
  });
  expect(given.list[0]).toHaveProperty('b');
});

test('reads an instance of a class as its members', () => {
  expect(asJson(new Product())).toStrictEqual({ sku: 'A', released: '1970-01-01T00:00:00.000Z' });
});

test('keeps a member __proto__ as a member', () => {
  const given = JSON.parse('{"__proto__":{"a":1}}');
  given.b = undefined;
  expect(JSON.stringify(asJson(given))).toBe('{"__proto__":{"a":1}}');
});

test('reads a Date of another realm', async () => {
  const { runInNewContext } = await import('node:vm');
  expect(asJson(runInNewContext('({ at: new Date(0), none: undefined })'))).toStrictEqual({
    at: '1970-01-01T00:00:00.000Z',
  });
});

test('reads an argument of any depth', () => {
  let deep: unknown = new Date(0);
  for (let i = 0; i < 100_000; i++) deep = [deep];
  expect(asJson(deep)).toBe(deep);
});
