import { expect, test } from 'vitest';
import { instantOf, wallTimeOf, withWallTime } from './zoned-time.ts';

const ZONE = 'Asia/Kolkata';

test('a moment with an offset is shown in the zone, and an edit keeps it an instant', () => {
  expect(wallTimeOf('2026-12-01T10:00:30Z', ZONE)).toBe('2026-12-01T15:30:30');
  expect(wallTimeOf('2026-12-24T18:00:00+01:00', ZONE)).toBe('2026-12-24T22:30');
  expect(wallTimeOf('1796119200', ZONE)).toBe('2026-12-01T15:30');
  expect(withWallTime('2026-12-01T10:00:30Z', '2026-12-02T15:30:30', ZONE)).toBe('2026-12-02T10:00:30Z');
  expect(withWallTime('2026-12-01T10:00Z', '0002-12-01T15:30', ZONE)).toMatch(/^0002-12-01T/);
});

test('a wall time and a day stay what they are', () => {
  expect(wallTimeOf('2026-12-01T09:00:00', ZONE)).toBe('2026-12-01T09:00');
  expect(wallTimeOf('2026-12-01', ZONE)).toBe('2026-12-01T00:00');
  expect(wallTimeOf(undefined, ZONE)).toBe('');
  expect(withWallTime('2026-12-01', '2026-12-02T10:00', ZONE)).toBe('2026-12-02T10:00');
  expect(withWallTime(undefined, '2026-12-02T10:00', ZONE)).toBe('2026-12-02T10:00');
});

test('a year of five digits, as it can be typed, is left to the server', () => {
  expect(withWallTime('2026-12-01T10:00Z', '20261-12-01T15:30', ZONE)).toBe('20261-12-01T15:30');
  expect(instantOf('20261-12-01T15:30', ZONE)).toBeNaN();
});

test('an instant has the seconds of its wall time', () => {
  expect(new Date(instantOf('2026-12-01T15:30:30', ZONE)).toISOString()).toBe('2026-12-01T10:00:30.000Z');
});
