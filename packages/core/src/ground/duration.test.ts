import { describe, expect, test } from 'vitest';
import { durationMillis } from './duration.ts';

const DAY = 86_400_000;

describe('durationMillis', () => {
  test.for([
    ['P30D', 30 * DAY],
    ['P1Y', 365 * DAY],
    ['P1M', 30 * DAY],
    ['P4W', 28 * DAY],
    ['PT12H', DAY / 2],
    ['P1DT1H1M1S', DAY + 3_661_000],
    ['PT0S', 0],
    ['P007D', 7 * DAY],
  ] as const)('reads %s', ([text, length]) => {
    expect(durationMillis(text)).toBe(length);
  });

  test.for(['', 'P', 'PT', 'P1', '30D', 'p30d', 'P-1D', '-P1D', 'P1.5D', 'P1DT', 'P1W1D', 'P1D1Y', 'P1H', 'P1D ', 'P٣D'])(
    'refuses %j',
    (text) => {
      expect(durationMillis(text)).toBeNull();
    },
  );
});
