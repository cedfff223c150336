import { describe, expect, test } from 'vitest';
import { requireInt32 } from './int32.ts';

describe('an int32 of a path', () => {
  test('is accepted in its documented form, up to both ends', () => {
    for (const [text, number] of [
      ['0', 0],
      ['-0', 0],
      ['7', 7],
      ['-12', -12],
      ['2147483647', 2147483647],
      ['-2147483648', -2147483648],
    ] as const) {
      expect(requireInt32(text, 'image')).toBe(number);
    }
    expect(requireInt32(42, 'image')).toBe(42);
  });

  test('is `not_found` in any other form or range', () => {
    const wrong = ['', ' ', '07', '-01', '+1', '1.0', '1e3', '0x1', '--1', '-', '1 ', '١', 'one', '1_0'];
    const outside = ['2147483648', '-2147483649', '9'.repeat(400)];
    for (const text of [...wrong, ...outside, 1.5, Number.NaN, 2 ** 31]) {
      expect(() => requireInt32(text, 'image')).toThrow('No such image.');
    }
  });
});
