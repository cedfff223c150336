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

describe('parseDatetime rejects', () => {
  test.each([
    '',
    '2026',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '2026-01-02 03:04:05',
    '2026-01-02t03:04:05z',
    '2026-01-02T24:00:00Z',
    '2026-01-02T03:04',
    '2026-01-02T03:60:00Z',
    '2026-01-02T23:59:60Z',
    '2026-01-02T03:04:05+0100',
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
