import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pack, unpack } from './packed-lists.ts';

/** Returns the data on the other side of a thread. */
const crossed = (data: unknown) => unpack(structuredClone(pack(data)));

const listOf = (length: number, element: (at: number) => object) =>
  Array.from({ length }, (_, at) => element(at));

const records = listOf(20, (at) => ({
  id: `r${at}`,
  shape: 't0,n0',
  values: [`text ${at}`, at],
  complete: at !== 7,
  place: { row: at, errors: '{}' },
}));

test('a list of objects crosses as one column for each member, and equal values once', () => {
  const args = { guard: { storeId: 's', version: 3 }, batch: { records } };
  expect(pack(args)).toEqual({
    guard: { storeId: 's', version: 3 },
    batch: {
      records: {
        packedLength: 20,
        columns: [
          { name: 'id', values: records.map((_, at) => `r${at}`), value: null },
          { name: 'shape', values: null, value: 't0,n0' },
          { name: 'values', values: records.map((_, at) => [`text ${at}`, at]), value: null },
          { name: 'complete', values: records.map((_, at) => at !== 7), value: null },
          {
            name: 'place',
            values: {
              packedLength: 20,
              columns: [
                { name: 'row', values: records.map((_, at) => at), value: null },
                { name: 'errors', values: null, value: '{}' },
              ],
            },
            value: null,
          },
        ],
      },
    },
  });
  expect(crossed(args)).toEqual(args);
});

test.each([
  ['a short list', listOf(3, (at) => ({ at }))],
  ['a list of objects with different members', listOf(20, (at) => (at === 9 ? { at, more: 1 } : { at }))],
  ['a list of values', listOf(20, (at) => [at])],
  ['a list that has no object at one place', [...listOf(20, (at) => ({ at })), null]],
  ['bytes', new Uint8Array(20)],
])('%s crosses as it is', (_, list) => {
  expect(pack({ list })).toEqual({ list });
  expect(crossed({ list })).toEqual({ list });
});

test('arguments without a list are not copied', () => {
  const args = { guard: { storeId: 's' }, record: { id: 'r', values: ['x'] } };
  expect(pack(args)).toBe(args);
  expect(unpack(args)).toBe(args);
});

test('all plain data arrives as it was sent', () => {
  const value = fc.oneof(fc.string(), fc.double(), fc.constantFrom(null, undefined, true), fc.uint8Array());
  const element = fc.record({
    a: value,
    b: fc.array(value),
    c: fc.record({ d: value, e: fc.constant('x') }),
  });
  const list = fc.oneof(fc.array(element, { maxLength: 20 }), fc.array(fc.oneof(element, value)));
  fc.assert(
    fc.property(fc.record({ list, nested: fc.record({ list, value }), value }), (args) => {
      expect(crossed(args)).toStrictEqual(structuredClone(args));
    }),
  );
});
