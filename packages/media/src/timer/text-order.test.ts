import { expect, test } from 'vitest';
import { visualOrder } from './text-order.ts';

test('keeps left-to-right text', () => {
  for (const text of ['', 'DAYS', '12 days (left)', 'ДНИ', '日']) expect(visualOrder(text)).toBe(text);
});

test('reverses right-to-left letters', () => {
  expect(visualOrder('ימים')).toBe('םימי');
  expect(visualOrder('שעה אחת')).toBe('תחא העש');
});

test('numbers in right-to-left text keep their order, left of the text before them', () => {
  expect(visualOrder('עוד 12 ימים')).toBe('םימי 12 דוע');
});

test('reverses only the Hebrew word in an English line', () => {
  expect(visualOrder('ends ימים now')).toBe('ends םימי now');
});

test('mirrors brackets in right-to-left text', () => {
  expect(visualOrder('ימים (שעות)')).toBe('(תועש) םימי');
});
