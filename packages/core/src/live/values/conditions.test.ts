import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import type { LiveCondition } from '../../contracts/live/live-rules.ts';
import { type ConditionInput, holds } from './conditions.ts';
import { liveClientOf } from './live-client.ts';
import type { SourceValue } from './source-data.ts';

const VALUES: Readonly<Record<string, string | SourceValue>> = {
  qty: '12',
  name: 'Jana',
  empty: ' ',
  'product.stock': { type: 'number', shown: 0, stored: 0 },
  'product.name': { type: 'string', shown: 'Boots', stored: 'Boots' },
  'product.isNew': { type: 'boolean', shown: true, stored: 1 },
  'product.ends': {
    type: 'datetime',
    shown: '2026-07-01T10:00:00.000Z',
    stored: Date.parse('2026-07-01T10:00Z'),
  },
};

function isTrue(condition: LiveCondition, change: Partial<ConditionInput> = {}): boolean {
  return holds(condition, {
    timeZone: 'Europe/Vienna',
    at: Date.parse('2026-07-06T07:00:00Z'),
    client: 'gmail',
    findValue: (name) => VALUES[name] ?? null,
    ...change,
  });
}

describe('conditions of rules', () => {
  test.each<[string, string, unknown, boolean]>([
    ['product.stock', 'lte', 0, true],
    ['product.stock', 'gt', 0, false],
    ['product.stock', 'in', [1, 0], true],
    ['product.name', 'contains', 'OOT', true],
    ['product.name', 'eq', 'boots', false],
    ['product.isNew', 'eq', true, true],
    ['product.ends', 'before', '2026-07-02', true],
    ['product.ends', 'on', '2026-07-01', true],
    ['qty', 'gt', 3, true],
    ['qty', 'eq', 12, true],
    ['qty', 'eq', '12', true],
    ['qty', 'startsWith', '1', true],
    ['name', 'gt', 3, false],
    ['name', 'eq', 0, false],
    ['name', 'ne', 'Tom', true],
    ['name', 'notEmpty', undefined, true],
    ['missing', 'empty', undefined, true],
    ['missing', 'notEmpty', undefined, false],
    ['missing', 'ne', 'x', false],
    ['product.missing', 'empty', undefined, true],
    ['product.stock', 'empty', undefined, false],
    ['product.stock', 'contains', '0', false],
    ['qty', 'constructor', 1, false],
  ])('%s %s %j is %s', verifies('live.rules.values'), (field, op, value, expected) => {
    expect(isTrue({ field, op, value })).toBe(expected);
  });

  // Monday, 6 July 2026, in Vienna two hours ahead of UTC.
  test.each<[LiveCondition, string, boolean]>([
    [{ weekdays: [1], from: '09:00', to: '12:00' }, '2026-07-06T07:00:00Z', true],
    [{ weekdays: [1], from: '09:00', to: '12:00' }, '2026-07-06T06:59:59Z', false],
    [{ weekdays: [1], from: '09:00', to: '12:00' }, '2026-07-06T10:00:00Z', false],
    [{ weekdays: [1] }, '2026-07-05T22:00:00Z', true],
    [{ weekdays: [7] }, '2026-07-05T22:00:00Z', false],
    [{ weekdays: [1], from: '22:00', to: '02:00' }, '2026-07-06T23:59:00Z', true],
    [{ weekdays: [1], from: '22:00', to: '02:00' }, '2026-07-07T00:00:00Z', false],
    [{ weekdays: [7], from: '22:00', to: '02:00' }, '2026-07-05T23:00:00Z', true],
    [{ weekdays: [1], from: '22:00', to: '02:00' }, '2026-07-05T23:00:00Z', false],
    // The clocks go back at 03:00 on this Sunday: 02:30 comes twice.
    [{ weekdays: [7], from: '02:00', to: '03:00' }, '2026-10-25T00:30:00Z', true],
    [{ weekdays: [7], from: '02:00', to: '03:00' }, '2026-10-25T01:30:00Z', true],
    [{ weekdays: [7], from: '02:00', to: '03:00' }, '2026-10-25T02:00:00Z', false],
    [{ after: '2026-07-06T09:00' }, '2026-07-06T07:00:00Z', true],
    [{ after: '2026-07-06T09:00' }, '2026-07-06T06:59:59Z', false],
    [{ before: '2026-07-06' }, '2026-07-05T21:59:59Z', true],
    [{ before: '2026-07-06' }, '2026-07-05T22:00:00Z', false],
    [{ after: '2026-07-01T00:00:00Z', before: '2026-07-02T00:00:00Z' }, '2026-07-01T12:00:00Z', true],
  ])('%j at %s is %s', verifies('live.rules.time'), (condition, at, expected) => {
    expect(isTrue(condition, { at: Date.parse(at) })).toBe(expected);
  });

  test.each([
    ['Mozilla/5.0', 'apple-privacy'],
    ['Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', 'gmail'],
    ['YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', 'yahoo'],
    ['Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'outlook'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148', 'mobile'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 'desktop'],
    ['curl/8', 'other'],
    ['', 'other'],
  ])('the User-Agent %j is of the client %s', verifies('live.rules.client'), (userAgent, client) => {
    expect(liveClientOf(userAgent)).toBe(client);
  });

  test('one reader is always in the same share', verifies('live.rules.percent'), () => {
    const readers = Array.from({ length: 2_000 }, (_, number) => `reader-${number}@example.com`);
    const inShare = (percent: number) =>
      readers.filter((reader) => isTrue({ percent, by: 'reader' }, { findValue: () => reader }));
    expect(inShare(0)).toEqual([]);
    expect(inShare(100)).toEqual(readers);
    const [tenth, half] = [inShare(10), inShare(50)];
    expect(tenth.length).toBeGreaterThan(140);
    expect(tenth.length).toBeLessThan(260);
    expect(half).toEqual(expect.arrayContaining(tenth));
    expect(isTrue({ percent: 100, by: 'missing' })).toBe(false);
  });
});
