import { describe, expect, test } from 'vitest';
import { readDuration, showDuration } from './duration.ts';

const DAY = 86_400;

describe('readDuration', () => {
  test.for([
    ['P30D', 30 * DAY],
    ['P1Y', 365 * DAY],
    ['P1M', 30 * DAY],
    ['P4W', 28 * DAY],
    ['PT12H', DAY / 2],
    ['P1DT1H1M1S', DAY + 3_661],
    ['PT0S', 0],
    ['P007D', 7 * DAY],
  ] as const)('reads %s', ([text, length]) => {
    expect(readDuration(text)).toBe(length);
  });

  test.for([
    ...['', 'P', 'PT', 'P1', '30D', 'p30d', 'P-1D', '-P1D', 'P1.5D', 'P1DT', 'P1W1D', 'P1D1Y', 'P1H', 'P1D '],
    ...['P٣D', 'P9999999D'],
  ])('refuses %j', (text) => {
    expect(readDuration(text)).toBeNull();
  });
});

describe('showDuration', () => {
  test.for(['P30D', 'PT12H', 'P1DT1H1M1S', 'PT59M', 'PT1S', 'PT0S', 'P1DT1S'])('shows %s', (text) => {
    expect(showDuration(readDuration(text) ?? Number.NaN)).toBe(text);
  });

  test('shows every duration of whole seconds as one that reads as long', () => {
    for (let seconds = 0; seconds < 3 * DAY; seconds += 997) {
      expect(readDuration(showDuration(seconds))).toBe(seconds);
    }
  });
});
