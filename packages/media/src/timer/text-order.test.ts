import { expect, test } from 'vitest';
import { visualOrder } from './text-order.ts';

test('text from left to right stays as it is', () => {
  for (const text of ['', 'DAYS', '12 days (left)', 'ДНИ', '日']) expect(visualOrder(text)).toBe(text);
});

test('letters from right to left are drawn from the last to the first', () => {
  expect(visualOrder('ימים')).toBe('םימי');
  expect(visualOrder('שעה אחת')).toBe('תחא העש');
});

test('numbers inside keep their order, and stand left of what comes before them', () => {
  expect(visualOrder('עוד 12 ימים')).toBe('םימי 12 דוע');
});

test('a Hebrew word in an English line is turned by itself', () => {
  expect(visualOrder('ends ימים now')).toBe('ends םימי now');
});

test('brackets open towards what they hold', () => {
  expect(visualOrder('ימים (שעות)')).toBe('(תועש) םימי');
});
