import { expect, test } from 'vitest';
import { lifetimeOf, secondsOf } from './record-lifetime.ts';

test.each([
  ['30', 2_592_000],
  ['1,000', 86_400_000],
  ['0.5', 43_200],
  [' 30 ', 2_592_000],
  ['0', null],
  ['-1', null],
  [' ', null],
  ['', null],
  ['0x10', null],
  ['soon', null],
])('a lifetime of %j days is read as people write numbers', (count, seconds) => {
  expect(secondsOf({ count, unit: 'days' })).toBe(seconds);
});

test('a lifetime is shown in the largest unit that divides it', () => {
  expect(lifetimeOf(43_200)).toEqual({ count: '12', unit: 'hours' });
});
