import { expect, test } from 'vitest';
import { formatNumberOf, plain } from './terminal.ts';

test('escapes characters that control a terminal or break a line', () => {
  expect(plain('a\u001b[31mb\u0007\n\r\t\u007f')).toBe('a\\u001b[31mb\\u0007\\u000a\\u000d\\u0009\\u007f');
  expect(plain('\u009b31m\u0085')).toBe('\\u009b31m\\u0085');
  expect(plain('\u202e\u2066\u200f\u061c')).toBe('\\u202e\\u2066\\u200f\\u061c');
  expect(plain('a\u2028b\u2029\ufeff')).toBe('a\\u2028b\\u2029\\ufeff');
  expect(plain('\u{e0041}\ud800')).toBe('\\udb40\\udc41\\ud800');
});

test('keeps names in any script', () => {
  for (const text of ['Zürich', 'Київ', 'ירושלים', 'القاهرة', '東京', '👩‍👩‍👧', 'e\u0301', 'می‌خواهم']) {
    expect(plain(text)).toBe(text);
  }
});

test('keeps JSON valid with the same value', () => {
  const value = { name: '\u001b\u009b\u202e\u2028 "quoted" \\u001b' };
  expect(JSON.parse(plain(JSON.stringify(value)))).toEqual(value);
});

test('uses the singular for 1 only', () => {
  expect([0, 1, 2, 1_234].map((count) => formatNumberOf(count, 'row'))).toEqual([
    '0 rows',
    '1 row',
    '2 rows',
    '1,234 rows',
  ]);
});
