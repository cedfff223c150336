import { expect, test } from 'vitest';
import { prepared } from './prepared-text.ts';
import { visualOrder } from './text-order.ts';

/** Returns a text in visual order. The letters of a word that is drawn as one piece stay in reading order. */
async function ordered(text: string): Promise<string> {
  return visualOrder(await prepared(text))
    .map((piece) => piece.text)
    .join('');
}

test('keeps left-to-right text', async () => {
  for (const text of ['', 'DAYS', '12 days (left)', 'ДНИ', '日']) expect(await ordered(text)).toBe(text);
});

test('reverses right-to-left words', async () => {
  expect(await ordered('שעה אחת')).toBe('אחת שעה');
});

test('numbers in right-to-left text keep their order, left of the text before them', async () => {
  expect(await ordered('עוד 12 ימים')).toBe('ימים 12 עוד');
  expect(await ordered('בעוד 12:30')).toBe('12:30 בעוד');
});

test('keeps a Hebrew word at its place in an English line', async () => {
  expect(await ordered('ends ימים now')).toBe('ends ימים now');
});

test('mirrors brackets in right-to-left text', async () => {
  expect(await ordered('ימים (שעות)')).toBe('(שעות) ימים');
});

test('words of Arabic are pieces, in order from right to left', async () => {
  const pieces = visualOrder(await prepared('باقي 3 أيام!')).map(({ text }) => text);
  expect(pieces).toEqual(['!', 'أيام', ' ', '3', ' ', 'باقي']);
});

test('an embedded English phrase keeps its order in Hebrew text', async () => {
  expect(await ordered('מבצע Black Friday עכשיו')).toBe('עכשיו Black Friday מבצע');
});
