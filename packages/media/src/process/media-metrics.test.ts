import { afterAll, expect, test } from 'vitest';
import { createMedia } from '../create-media.ts';
import { SAMPLE_DESIGN, sampleScene } from '../timer/drawing/sample-scenes.ts';

const media = createMedia();
afterAll(() => media.close());

const metricOf = (name: string, labels: object) =>
  media
    .metrics?.()
    .find((metric) => metric.name === name && JSON.stringify(metric.labels) === JSON.stringify(labels))
    ?.value;

test('the metrics count running processes, waiting jobs and cached timers', async () => {
  expect(metricOf('vitrine_media_processes', { kind: 'font' })).toBe(0);
  await media.builtinSample(1);
  expect(metricOf('vitrine_media_processes', { kind: 'font' })).toBe(1);
  expect(metricOf('vitrine_media_waiting', { kind: 'font' })).toBe(0);
  expect(metricOf('vitrine_media_processes_lost_total', { kind: 'font', reason: 'crash' })).toBe(0);
  for (let opening = 0; opening < 3; opening++) {
    await media.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 30 }, { account: 'a' });
  }
  expect(metricOf('vitrine_timer_cache_reads_total', { result: 'miss' })).toBe(1);
  expect(metricOf('vitrine_timer_cache_reads_total', { result: 'hit' })).toBe(2);
  expect(metricOf('vitrine_timer_cache_bytes', { cache: 'gifs' })).toBeGreaterThan(1_000);
  expect(metricOf('vitrine_timer_cache_bytes', { cache: 'scenes' })).toBeGreaterThan(300 * 80);
  expect(metricOf('vitrine_media_hardening', { kind: 'font', measure: 'permissions' })).toBe(1);
  expect(metricOf('vitrine_turns_waiting', { queue: 'timers' })).toBe(0);
});
