import { expect, test } from 'vitest';
import { readTarget } from './target.ts';
import { countdownOf } from './targeted-design.ts';

const NOW = Date.parse('2026-11-21T12:00:00.400Z');
const pathOf = (member: string) => member;

test('countdownOf rounds up, and returns 0 from the target on', () => {
  const target = { local: '2026-11-21T12:00:10', timeZone: 'UTC', instant: NOW + 10_000 };
  for (const [passed, left] of [
    [0, 10],
    [1, 10],
    [999, 10],
    [1_000, 9],
    [9_000, 1],
    [9_999, 1],
    [10_000, 0],
    [10_001, 0],
    [1e12, 0],
    [-500, 11],
  ] as const)
    expect(countdownOf({ design: { target: { kind: 'date' }, frames: 60 }, target }, NOW + passed)).toEqual({
      secondsLeft: left,
    });
});

test('readTarget truncates fractions, so a target is at a whole second in every zone', () => {
  for (const date of ['2026-12-01T00:00:00.999Z', '1900-01-01T00:00:00.5', undefined]) {
    for (const timeZone of ['UTC', 'Europe/Amsterdam', 'Africa/Monrovia']) {
      const read = readTarget({ date, timeZone }, NOW, pathOf);
      if (!read.ok) throw new Error(`Rejected: ${date} ${timeZone}`);
      expect(read.target.instant % 1_000 === 0).toBe(true);
      expect(read.target.local).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);
    }
  }
});

test('readTarget accepts only dates whose year has four digits in every zone', () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
    for (const date of ['0001-01-02', '9999-12-30', '9999-12-30T23:59:59', '0001-01-02T00:00:00Z']) {
      const read = readTarget({ date, timeZone }, NOW, pathOf);
      expect(read.ok && read.target.local, `${date} ${timeZone}`).toMatch(
        /^(0001-01-0[12]|9999-12-(30|31))T/,
      );
    }
    for (const date of ['0000-12-31', '9999-12-31']) {
      expect(readTarget({ date, timeZone }, NOW, pathOf)).toMatchObject({
        ok: false,
        issues: [{ path: 'date' }],
      });
    }
  }
});
