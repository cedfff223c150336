import { expect, test } from 'vitest';
import { endOf, formatLeft, wallTimeIn } from './target-moment.ts';

const at = (text: string) => Date.parse(text);
const shown = (end: number | null) => (end === null ? null : new Date(end).toISOString());

test.each([
  [
    'a date in summer',
    { kind: 'date', date: '2030-07-01T09:00:00', timeZone: 'America/New_York' },
    '2030-07-01T13:00:00.000Z',
  ],
  [
    'a gap of the clocks',
    { kind: 'date', date: '2026-03-29T02:30:00', timeZone: 'Europe/Vienna' },
    '2026-03-29T01:30:00.000Z',
  ],
  [
    'an hour that occurs twice',
    { kind: 'date', date: '2026-10-25T02:30:00', timeZone: 'Europe/Vienna' },
    '2026-10-25T00:30:00.000Z',
  ],
  [
    'later today',
    { kind: 'recurring', every: 'day', at: '20:00', timeZone: 'Europe/Vienna' },
    '2026-11-23T19:00:00.000Z',
  ],
  [
    'tomorrow',
    { kind: 'recurring', every: 'day', at: '09:00', timeZone: 'Europe/Vienna' },
    '2026-11-24T08:00:00.000Z',
  ],
  [
    'next Friday',
    { kind: 'recurring', every: 'week', weekday: 5, at: '00:00', timeZone: 'UTC' },
    '2026-11-27T00:00:00.000Z',
  ],
  [
    'the last day of a month',
    { kind: 'recurring', every: 'month', day: 31, at: '12:00', timeZone: 'UTC' },
    '2026-11-30T12:00:00.000Z',
  ],
  ['no end', { kind: 'evergreen', duration: 'PT48H' }, null],
] as const)('%s', (_name, target, expected) => {
  expect(shown(endOf(target, at('2026-11-23T12:00:00Z')))).toBe(expected);
});

test('lengths of time', () => {
  expect(formatLeft(86_400_000 + 7_200_000 + 5_000)).toBe('1 day 2 hours');
  expect(formatLeft(59_999)).toBe('59 seconds');
});

test('an instant is another day and time on clocks elsewhere', () => {
  const instant = at('2026-11-30T19:00:00Z');
  expect(wallTimeIn('America/New_York', instant)).toBe('Mon, Nov 30, 2:00 PM');
  expect(wallTimeIn('Asia/Tokyo', instant)).toBe('Tue, Dec 1, 4:00 AM');
});
