import { expect, test } from 'vitest';
import { freeParameter } from './open-options.ts';

const startIn = (query: string) => freeParameter(query, 'start', (value) => value.startsWith('2026'));

test.each([
  'start=2026-01',
  'a=b&start=2026-01&c=d',
  'utm=1&amp;start=2026-01',
  'utm=1&amp;amp;start=2026-01',
  'utm=1?start=2026-01?utm=2',
  'Start=2026-01',
  'START=2026%2D01',
  'start=&start=2026-01',
  'start&start=2026-01',
  'start={{send_time}}&start=2026-01',
  'start=2026-01&start=2026-02',
  'restart=2026-02&start=2026-01',
])('%s has the value', (query) => {
  expect(startIn(query)).toBe('2026-01');
});

test('a plus sign is a blank, and an invalid escape stays', () => {
  expect(startIn('start=2026-01+00')).toBe('2026-01 00');
  expect(startIn('start=2026%')).toBe('2026%');
});

test.each(['', 'start', 'start=', 'restart=2026', 'starts=2026', 'start=tomorrow', 'x=start=2026'])(
  '%j has no value',
  (query) => {
    expect(startIn(query)).toBeNull();
  },
);
