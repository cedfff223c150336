import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordToJson } from '../../schema/record-json.ts';
import type { RecordRow, StoreRow } from '../../storage/index.ts';
import { fitPage } from './page-size.ts';

const STORE = {
  properties: [
    { name: 'text', type: 'string', slot: 't0' },
    { name: '"quoted"', type: 'number', slot: 'n0' },
  ],
} as unknown as StoreRow;

function rows(count: number, text: string): RecordRow[] {
  return Array.from({ length: count }, (_, i) => ({
    id: `r${i}`,
    seq: i,
    createdAt: 0,
    updatedAt: 0,
    values: [text, i],
  }));
}

test('keeps all rows within the limit', () => {
  const { items, isCut } = fitPage(STORE, rows(10, 'short'), 100_000);
  expect([items.length, isCut]).toEqual([10, false]);
});

test('counts bytes of JSON: six for an escape, one for a letter', () => {
  for (const text of ['\u0001'.repeat(1_000), 'x'.repeat(1_000), 'é'.repeat(1_000)]) {
    const all = rows(20, text);
    const { items, isCut } = fitPage(STORE, all, 15_000);
    const bytes = (count: number) =>
      fitPage(STORE, all.slice(0, count), Number.MAX_SAFE_INTEGER)
        .items.map((item) => Buffer.byteLength(recordToJson(item)) + 1)
        .reduce((sum, each) => sum + each, 0);
    expect(isCut).toBe(true);
    expect(bytes(items.length)).toBeLessThanOrEqual(15_000);
    expect(bytes(items.length + 1)).toBeGreaterThan(15_000);
  }
});

test('keeps a first item that exceeds the limit', () => {
  const { items, isCut } = fitPage(STORE, rows(3, 'x'.repeat(1_000)), 10);
  expect([items.length, isCut]).toEqual([1, true]);
});

test('measures the bytes of the JSON for all names and values', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' });
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"', '\\', '\n', 'é', '😀'),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1 }), fc.array(value), (names, values) => {
      const properties = names.map((each, i) => ({ name: each, type: 'string', slot: `t${i}` }));
      const store = { properties } as unknown as StoreRow;
      const row = { id: 'r', seq: 1, createdAt: 0, updatedAt: 0, values: values as RecordRow['values'] };
      const { items } = fitPage(store, [row], Number.MAX_SAFE_INTEGER);
      const bytes = items.reduce((sum, item) => sum + Buffer.byteLength(recordToJson(item)) + 1, 0);
      const count = (maxBytes: number) => fitPage(store, [row, row], maxBytes).items.length;
      expect(count(2 * bytes)).toBe(2);
      expect(count(2 * bytes - 1)).toBe(1);
    }),
  );
});
