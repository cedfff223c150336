import type { StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { fitItems, fitRecord, jsonBytes, RESULT_MAX_BYTES } from './result-size.ts';

function record(values: Record<string, string | null>): StoreRecordResponse {
  return {
    id: 'r',
    ...values,
    date_created: '2026-01-01T00:00:00.000Z',
    date_updated: '2026-01-01T00:00:00.000Z',
  };
}

test('a list that fits stays unchanged', () => {
  const items = Array.from({ length: 50 }, (_, index) => ({ index, text: 'é'.repeat(500) }));
  expect(fitItems(items)).toEqual(items);
});

test('a long list loses its last items, counted in bytes', () => {
  const items = Array.from({ length: 50 }, (_, index) => ({ index, text: '😀'.repeat(2_000) }));
  const fitting = fitItems(items);
  expect(fitting).toEqual(items.slice(0, fitting.length));
  expect(fitting).toHaveLength(12);
  expect(jsonBytes(fitting)).toBeLessThanOrEqual(RESULT_MAX_BYTES);
});

test('a record that fits stays the same object', () => {
  const small = record({ note: 'x'.repeat(65_536) });
  expect(fitRecord(small)).toEqual({ record: small, isCut: false });
});

test('only the long texts of a long record are cut, with a note', () => {
  const long = record({ a: 'x'.repeat(65_536), b: 'y'.repeat(65_536), short: 'whole', unset: null });
  const { record: fitted, isCut } = fitRecord(long);
  expect(isCut).toBe(true);
  expect(fitted).toMatchObject({ id: 'r', short: 'whole', unset: null });
  expect(fitted.a).toBe(`${'x'.repeat(32_768)}… [cut: 65536 characters in all]`);
});

test.each([
  ['control characters, six bytes each', '\u0001'],
  ['emoji, two code units each', '😀'],
  ['quotes', '"'],
])('the longest record fits: %s', (_name, character) => {
  const names = Array.from({ length: 100 }, (_, index) => `${'"'.repeat(60)}${index}`);
  const values = Object.fromEntries(names.map((name) => [name, character.repeat(2_600 / character.length)]));
  const { record: fitted } = fitRecord(record(values));
  expect(jsonBytes(fitted)).toBeLessThanOrEqual(RESULT_MAX_BYTES);
  expect(JSON.stringify(fitted).isWellFormed()).toBe(true);
});
