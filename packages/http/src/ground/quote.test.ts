import { expect, test } from 'vitest';
import { quote } from './quote.ts';

test('untrusted text is quoted on one line and cut', () => {
  expect(quote('a\n"b"')).toBe('"a\\n\\"b\\""');
  expect(quote('😀'.repeat(1_000)).length).toBeLessThan(110);
  expect(quote(`${'a'.repeat(99)}😀`).isWellFormed()).toBe(true);
});
