import type { TimerDesign } from '@vitrine/client';
import { expect, test } from 'vitest';
import { differences, showMember } from './differences.ts';

const DESIGN = {
  width: 600,
  headline: { text: null },
  target: { kind: 'date', date: '2030-01-01T00:00:00' },
  digits: { size: 72, box: { color: '#111111', radius: 8, border: null } },
} as unknown as TimerDesign;

test('names each member that differs, with both values', () => {
  const after = {
    ...DESIGN,
    headline: { text: 'Sale' },
    target: { kind: 'evergreen', duration: 'PT1H' },
    digits: { size: 80, box: null },
  } as unknown as TimerDesign;
  expect(differences(DESIGN, after)).toEqual([
    { member: 'headline.text', before: null, after: 'Sale' },
    { member: 'target.kind', before: 'date', after: 'evergreen' },
    { member: 'target.date', before: '2030-01-01T00:00:00', after: null },
    { member: 'target.duration', before: null, after: 'PT1H' },
    { member: 'digits.size', before: 72, after: 80 },
    { member: 'digits.box', before: DESIGN.digits.box, after: null },
  ]);
  expect(differences(DESIGN, DESIGN)).toEqual([]);
});

test('shows values for people', () => {
  expect([showMember(null), showMember(false), showMember('Sale')]).toEqual(['–', 'false', 'Sale']);
  expect(showMember(DESIGN.digits.box)).toBe('color #111111, radius 8');
});
