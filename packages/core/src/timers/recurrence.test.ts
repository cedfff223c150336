import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import type { TimerDesignTarget } from '../contracts/timers/timer-target.ts';
import { nextOccurrence } from './recurrence.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The changes of clocks: 1 h in New York and Berlin, 30 min on Lord Howe Island, and at midnight in Santiago. */
const ZONES = ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago'] as const;

interface Wall {
  readonly date: string;
  readonly minutes: number;
  readonly weekday: number;
  readonly day: number;
  readonly last: number;
}

/** Returns the wall time of an instant, as `Intl` shows it. Shares no code with the calculation under test. */
function wallReader(timeZone: string): (instant: number) => Wall {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    weekday: 'short',
    hourCycle: 'h23',
  });
  const known = new Map<number, Wall>();
  const read = (instant: number): Wall => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const [year, month, day] = [Number(parts.year), Number(parts.month), Number(parts.day)];
    return {
      date: `${parts.year}-${parts.month}-${parts.day}`,
      minutes: Number(parts.hour) * 60 + Number(parts.minute),
      weekday: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.weekday ?? '') + 1,
      day,
      last: new Date(Date.UTC(year, month, 0)).getUTCDate(),
    };
  };
  return (instant) => {
    const wall = known.get(instant) ?? read(instant);
    known.set(instant, wall);
    return wall;
  };
}

/** Walks over every minute from two days before `now`, and returns the first due one that is not before `now`. */
function walked(target: TimerDesignTarget, now: number, read: (instant: number) => Wall): number {
  const [hours = 0, minutes = 0] = (target.at ?? '00:00').split(':').map(Number);
  const due = hours * 60 + minutes;
  const isDay = ({ weekday, day, last }: Wall) =>
    target.every === 'day' ||
    (target.every === 'week' ? weekday === target.weekday : day === Math.min(target.day ?? 1, last));
  const done = new Set<string>();
  let before: Wall | null = null;
  for (let instant = Math.floor(now / MINUTE) * MINUTE - 2 * DAY; ; instant += MINUTE) {
    const wall = read(instant);
    const days = before === null || before.date === wall.date ? [wall] : [before, wall];
    for (const one of days) {
      if (!isDay(one) || done.has(one.date)) continue;
      const lastShown = before?.date === one.date ? before.minutes : -1;
      const isNow = one === wall && wall.minutes === due;
      // The minute before shows an earlier time, and this one a later time or another day: clocks skipped it.
      const isSkipped = before !== null && lastShown < due && (one !== wall || wall.minutes > due);
      const started = one === wall && before?.date !== one.date && wall.minutes > 0 && wall.minutes > due;
      if (!isNow && !isSkipped && !started) continue;
      done.add(one.date);
      const reached = isNow ? instant : instant + (due - (started ? 0 : lastShown + 1)) * MINUTE;
      if (reached >= now) return reached;
    }
    before = wall;
  }
}

/** The instants at which the offset of a zone changes in 2026 and 2027, to the minute. */
function changesOf(timeZone: string): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offset = (instant: number) =>
    format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value;
  const changes: number[] = [];
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 30 * MINUTE) {
    if (offset(at) !== offset(at + 30 * MINUTE)) changes.push(at + 30 * MINUTE);
  }
  return changes;
}

test.each(ZONES)(
  'a recurring target agrees with a walk over all minutes around changes of the clocks in %s',
  verifies('timers.target.recurring'),
  (timeZone) => {
    const read = wallReader(timeZone);
    const changes = changesOf(timeZone);
    expect(changes).toHaveLength(2);
    for (const change of changes) {
      const wall = read(change - MINUTE);
      for (const at of [
        '00:00',
        '00:30',
        '01:30',
        '01:45',
        '02:00',
        '02:15',
        '02:30',
        '03:00',
        '12:00',
        '23:59',
      ]) {
        const targets: TimerDesignTarget[] = [
          { kind: 'recurring', every: 'day', at, timeZone },
          { kind: 'recurring', every: 'week', at, weekday: wall.weekday, timeZone },
        ];
        for (const target of targets) {
          for (const before of [30 * 60, 5 * 60, 45, 1, 0, -1, -90, -600]) {
            const now = change - before * MINUTE;
            const found = nextOccurrence(target, now);
            const label = `${at} ${target.every} ${before}: ${new Date(found).toISOString()}`;
            expect(found, label).toBe(walked(target, now, read));
          }
        }
      }
    }
  },
);

test('every month takes the last day of a shorter one', verifies('timers.target.recurring'), () => {
  const target = {
    kind: 'recurring',
    every: 'month',
    at: '09:00',
    day: 31,
    timeZone: 'Europe/Berlin',
  } as const;
  const next = (from: string) => new Date(nextOccurrence(target, Date.parse(from))).toISOString();
  expect(next('2026-02-01T00:00:00Z')).toBe('2026-02-28T08:00:00.000Z');
  expect(next('2026-02-28T08:00:00Z')).toBe('2026-02-28T08:00:00.000Z');
  expect(next('2026-02-28T08:00:00.001Z')).toBe('2026-03-31T07:00:00.000Z');
  expect(next('2028-02-05T00:00:00Z')).toBe('2028-02-29T08:00:00.000Z');
  expect(next('2026-12-31T08:00:01Z')).toBe('2027-01-31T08:00:00.000Z');
});

test('every week is on its weekday', verifies('timers.target.recurring'), () => {
  for (let weekday = 1; weekday <= 7; weekday++) {
    const target = {
      kind: 'recurring',
      every: 'week',
      at: '18:30',
      weekday,
      timeZone: 'Asia/Tokyo',
    } as const;
    const next = nextOccurrence(target, Date.parse('2026-11-22T12:00:00Z'));
    expect(wallReader('Asia/Tokyo')(next)).toMatchObject({ weekday, minutes: 18 * 60 + 30 });
  }
});
