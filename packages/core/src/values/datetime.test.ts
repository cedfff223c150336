import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDatetime, showDatetime } from './datetime.ts';

describe('parseDatetime accepts', () => {
  test.each([
    ['2026-01-02', '2026-01-02T00:00:00.000Z'],
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.6', '2026-01-02T03:04:05.600Z'],
    ['2026-01-02T03:04:05.678999999Z', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02T00:30:00+01:00', '2026-01-01T23:30:00.000Z'],
    ['2026-01-01T23:30:00-05:30', '2026-01-02T05:00:00.000Z'],
    ['2026-01-02T03:04', '2026-01-02T03:04:00.000Z'],
    ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
    ['2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02t03:04:05z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05+0100', '2026-01-02T02:04:05.000Z'],
    ['2026-01-02T03:04-0530', '2026-01-02T08:34:00.000Z'],
    ['2026-01-02 03:04:05+02', '2026-01-02T01:04:05.000Z'],
    ['2026-01-02 03:04:05.678+00', '2026-01-02T03:04:05.678Z'],
    ['2026-01-02 03:04:05 +0100', '2026-01-02T02:04:05.000Z'],
    ['2026-01-02 03:04:05 Z', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02 03:04:05 UTC', '2026-01-02T03:04:05.000Z'],
    ['2026-01-02T03:04:05.5 utc', '2026-01-02T03:04:05.500Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['0000-01-01', '0000-01-01T00:00:00.000Z'],
    ['0050-06-01', '0050-06-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s as %s', (text, iso) => {
    const parsed = parseDatetime(text);
    expect(new Date(parsed?.millis ?? Number.NaN).toISOString()).toBe(iso);
    expect(parsed?.isDateOnly).toBe(text.length === 10);
  });
});

test('parseDatetime returns whether the text states an offset', () => {
  for (const end of ['Z', 'z', ' Z', ' UTC', '+01', '-0130', '+01:00', ' +0100'])
    expect(parseDatetime(`2026-01-02T03:04${end}`)?.hasOffset, end).toBe(true);
  for (const text of ['2026-01-02', '2026-01-02T03:04', '2026-01-02 03:04:05.5'])
    expect(parseDatetime(text)?.hasOffset, text).toBe(false);
});

describe('parseDatetime rejects', () => {
  test.each([
    '',
    '2026',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '2026-01-02  03:04:05',
    '2026-01-02T 03:04:05',
    '2026-01-02 UTC',
    '2026-01-02T03:04:05UTC',
    '2026-01-02T03:04:05  UTC',
    '2026-01-02T03:04:05 ',
    '2026-01-02T03:04:05 GMT',
    '2026-01-02T03:04:05 CET',
    '2026-01-02T03:04:05Z ',
    '2026-01-02T24:00',
    '2026-01-02T24:00:00Z',
    '2026-01-02T03',
    '2026-01-02T03:04:',
    '2026-01-02T03:04.5',
    '2026-01-02T3:04',
    '2026-01-02T03:60:00Z',
    '2026-01-02T23:59:60Z',
    '2026-01-02T03:04:05+1',
    '2026-01-02T03:04:05+010',
    '2026-01-02T03:04:05+01:0',
    '2026-01-02T03:04:05+0160',
    '2026-01-02T03:04:05+01:00:00',
    '2026-01-02T03:04:05+',
    '2026-01-02T03:04:05 02:00',
    '2026-01-02T03:04:05+24:00',
    '2026-01-02T03:04:05,5Z',
    '2026-01-02T03:04:05.Z',
    '2026-01-02Z',
    '2026-W01-1',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '+002026-01-02',
    ' 2026-01-02',
    '2026-01-02\n',
    '２０２６-01-02',
  ])('%j', (text) => {
    expect(parseDatetime(text)).toBeNull();
  });
});

const FORM = new RegExp(
  String.raw`^(\d{4})-(\d{2})-(\d{2})` +
    String.raw`(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?: ?Z| UTC| ?([+-])(\d{2})(?::?(\d{2}))?)?)?$`,
  'i',
);
const CENTURIES = Date.UTC(2400, 0) - Date.UTC(2000, 0);

/** The plain way: a regular expression, and `Date` for the calendar. */
function parsePlainly(text: string): number | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((n) => Number(n ?? 0));
  const [, , , , , , , fraction = '', sign, offsetHour = '0', offsetMinute = '0'] = match;
  const date = new Date(Date.UTC(year + 400, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  if (hour > 23 || minute > 59 || second > 59 || Number(offsetHour) > 23 || Number(offsetMinute) > 59)
    return null;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -60_000 : 60_000);
  const fractionMillis = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const millis = date.setUTCHours(hour, minute, second, fractionMillis) - CENTURIES - offset;
  return millis < Date.parse('0000-01-01') || millis > Date.parse('9999-12-31T23:59:59.999Z') ? null : millis;
}

test('parseDatetime reads texts near its forms as a regular expression does', () => {
  const seed = fc.constantFrom(
    '2020-02-29',
    '2021-02-28T10:20:30Z',
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59.999Z',
    '2020-12-31T10:20:30.1-23:59',
    '2020-01-01T10:20:30.123456',
    '2020-01-01 10:20:30.5 UTC',
    '2020-01-01t10:20-0330',
    '2020-01-01 10:20:30+02',
  );
  const edit = fc.record({
    at: fc.nat(26),
    removed: fc.nat(1),
    added: fc.constantFrom('', ...'0123456789-+:.TtZz x٣'),
  });
  fc.assert(
    fc.property(seed, fc.array(edit, { maxLength: 3 }), (start, edits) => {
      const text = edits.reduce<string>(
        (before, { at, removed, added }) => before.slice(0, at) + added + before.slice(at + removed),
        start,
      );
      expect(parseDatetime(text)?.millis ?? null).toBe(parsePlainly(text));
    }),
    { numRuns: 1_000 },
  );
});

describe('showDatetime returns what Date returns', () => {
  const iso = (millis: number) => new Date(millis).toISOString();

  test.each([
    '0000-01-01T00:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    '1970-01-01T00:00:00.000Z',
    '2024-02-29T23:59:59.001Z',
    '9999-12-31T23:59:59.999Z',
    '+010000-01-01T00:00:00.000Z',
  ])('for %s', (text) => {
    expect(showDatetime(Date.parse(text))).toBe(text);
  });

  test('for any instant, also between two milliseconds', () => {
    const first = Date.parse('0000-01-01T00:00:00.000Z');
    const last = Date.parse('9999-12-31T23:59:59.999Z');
    const instant = fc.oneof(
      fc.integer({ min: first, max: last }),
      fc.double({ min: first, max: last, noNaN: true }),
    );
    fc.assert(
      fc.property(instant, (millis) => {
        expect(showDatetime(millis)).toBe(iso(millis));
      }),
    );
  });
});
