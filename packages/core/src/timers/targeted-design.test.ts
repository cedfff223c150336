import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { parseDuration } from '../values/duration.ts';
import { evergreenEnd } from './targeted-design.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const HOUR = 3_600_000;
const DURATION = 48 * HOUR;

test('reads durations of weeks to seconds, up to 90 days', verifies('timers.target.evergreen'), () => {
  expect(['PT48H', 'P2DT12H', 'P1W', 'PT90M', 'PT1S', 'P90D', 'P1DT1H1M1S'].map(parseDuration)).toEqual(
    [48, 60, 168, 1.5, 1 / 3_600, 2_160, 25 + 61 / 3_600].map((hours) => Math.round(hours * HOUR)),
  );
  for (const invalid of [
    '',
    'P',
    'PT',
    'P1Y',
    'P1M',
    'PT0S',
    'P91D',
    '48H',
    'PT1.5H',
    '-PT1H',
    'P1D2H',
    'pt1h',
    'P1DT',
  ])
    expect(parseDuration(invalid), invalid).toBeNull();
});

test('an evergreen countdown begins at its start', verifies('timers.target.evergreen'), () => {
  const left = (start: string | null) => (evergreenEnd(DURATION, start, NOW) - NOW) / HOUR;
  expect(left('2026-11-22T11:00:00Z')).toBe(47);
  expect(left('2026-11-22T13:00:00+02:00')).toBe(47);
  expect(left('2026-11-22T13:00:00 02:00')).toBe(47);
  expect(left('2026-11-22')).toBe(36);
  expect(left(String(NOW / 1_000 - 7_200))).toBe(46);
  expect(left('2026-11-10T12:00:00Z')).toBeLessThan(0);
});

test('a start that is missing or unreadable counts as now', verifies('timers.target.evergreen'), () => {
  for (const start of [null, '', '{{send_time}}', '*|DATE|*', 'yesterday', '2026-02-30', '-5', '1.5', '0x10'])
    expect(evergreenEnd(DURATION, start, NOW), String(start)).toBe(NOW + DURATION);
});

test('a start in the future or older than 90 days has ended', verifies('timers.target.evergreen'), () => {
  for (const start of ['2026-11-22T13:00:00Z', '2099-01-01', '2026-08-20T00:00:00Z', '0', '99999999999'])
    expect(evergreenEnd(DURATION, start, NOW), start).toBeLessThanOrEqual(NOW);
  // The clock of the mail tool may be fast by a few seconds.
  expect(evergreenEnd(DURATION, '2026-11-22T12:00:30Z', NOW)).toBe(NOW + DURATION);
});
