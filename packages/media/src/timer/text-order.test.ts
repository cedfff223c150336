import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';
import { visualOrder } from './text-order.ts';

const ordered = (text: string) => visualOrder(piecesOf(text)).join('');

test('keeps left-to-right text', () => {
  for (const text of ['', 'DAYS', '12 days (left)', 'ДНИ', '日']) expect(ordered(text)).toBe(text);
});

test('reverses right-to-left letters', () => {
  expect(ordered('ימים')).toBe('םימי');
  expect(ordered('שעה אחת')).toBe('תחא העש');
});

test('numbers in right-to-left text keep their order, left of the text before them', () => {
  expect(ordered('עוד 12 ימים')).toBe('םימי 12 דוע');
});

test('reverses only the Hebrew word in an English line', () => {
  expect(ordered('ends ימים now')).toBe('ends םימי now');
});

test('mirrors brackets in right-to-left text', () => {
  expect(ordered('ימים (שעות)')).toBe('(תועש) םימי');
});
