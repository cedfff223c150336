import { expect, test } from 'vitest';
import { findExtremes } from './extremes.ts';

const TIMES = { date_created: '2026-01-01T00:00:00.000Z', date_updated: '2026-01-01T00:00:00.000Z' };

const ROWS = [
  { id: 'a', name: 'Tote', price: 5, note: null, photo: 'https://x.example/1', ...TIMES },
  { id: 'b', name: 'Linen shirt', price: 1234.5, note: '', photo: 'https://x.example/2222', ...TIMES },
  { id: 'c', name: '🙂🙂', price: 12, note: null, photo: null, ...TIMES },
];

test('finds the records with the longest and the shortest printed value of each property', () => {
  expect(
    findExtremes(ROWS, [
      { name: 'name', type: 'string' },
      { name: 'price', type: 'number' },
    ]),
  ).toEqual([
    { property: 'name', kind: 'longest', recordId: 'b', text: 'Linen shirt' },
    { property: 'name', kind: 'shortest', recordId: 'c', text: '🙂🙂' },
    { property: 'price', kind: 'longest', recordId: 'b', text: '1234.5' },
    { property: 'price', kind: 'shortest', recordId: 'a', text: '5' },
  ]);
});

test('leaves out what is not printed, and properties without a value', () => {
  expect(
    findExtremes(ROWS, [
      { name: 'note', type: 'string' },
      { name: 'photo', type: 'url_image' },
    ]),
  ).toEqual([]);
  expect(findExtremes([{ id: 'a', name: 'one', ...TIMES }], [{ name: 'name', type: 'string' }])).toHaveLength(
    1,
  );
});
