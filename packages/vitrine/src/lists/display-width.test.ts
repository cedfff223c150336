import { expect, test } from 'vitest';
import { displayWidth, truncate } from './display-width.ts';

test.each([
  ['abc', 3],
  ['Zürich', 6],
  ['e\u0301', 1],
  ['東京', 4],
  ['서울', 4],
  ['ｶﾅ', 2],
  ['👩‍👩‍👧', 2],
  ['🇦🇹', 2],
  ['❤️', 2],
  ['©', 1],
  ['ירושלים', 7],
  ['a\u200bb', 2],
  ['', 0],
])('counts the columns of %j', (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

test('truncates to whole graphemes with an ellipsis', () => {
  expect(truncate('abcdef', 6)).toBe('abcdef');
  expect(truncate('abcdef', 5)).toBe('abcd…');
  expect(truncate('東京都', 5)).toBe('東京…');
  expect(truncate('東京都', 4)).toBe('東…');
  expect(truncate('e\u0301e\u0301e\u0301', 2)).toBe('e\u0301…');
  expect(truncate('abc', 1)).toBe('…');
  expect(truncate('abc', 0)).toBe('');
});
