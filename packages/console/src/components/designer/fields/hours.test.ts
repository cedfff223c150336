import { expect, test } from 'vitest';
import { hoursOf } from './hours.ts';

test('reads durations in whole hours', () => {
  expect([hoursOf('PT48H'), hoursOf('P2DT12H'), hoursOf('PT90M')]).toEqual([48, 60, null]);
});
