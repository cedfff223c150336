import { expect, test } from 'vitest';
import { formatDuration } from './format-duration.ts';
import { labelText, metricValue } from './metric-values.ts';

const metrics = [
  { name: 'reads', labels: { result: 'hit', kind: 'a' }, value: 3 },
  { name: 'reads', labels: { result: 'hit', kind: 'b' }, value: 4 },
  { name: 'reads', labels: { result: 'miss', kind: 'a' }, value: 5 },
];

test('a metric is the sum of what has the labels, and null if the server does not measure it', () => {
  expect(metricValue(metrics, 'reads', { result: 'hit' })).toBe(7);
  expect(metricValue(metrics, 'reads')).toBe(12);
  expect(metricValue(metrics, 'reads', { result: 'late' })).toBe(null);
  expect(metricValue(metrics, 'writes')).toBe(null);
  expect(labelText({ result: 'hit', kind: 'a' })).toBe('result=hit kind=a');
});

test('a duration has its two largest units', () => {
  expect([0, 59, 60, 3_599, 3_600, 90_061, 864_000].map(formatDuration)).toEqual([
    '0 s',
    '59 s',
    '1 min 0 s',
    '59 min 59 s',
    '1 h 0 min',
    '1 d 1 h',
    '10 d 0 h',
  ]);
});
