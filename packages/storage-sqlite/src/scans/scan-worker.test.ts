import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createDelivery } from './scan-worker.ts';

test('runs acts in order, each in another turn of the event loop, also those that are added by an act', async () => {
  const deliver = createDelivery();
  const runs: { name: string; turn: number }[] = [];
  const note = (name: string) => {
    runs.push({ name, turn: performance.nodeTiming.uvMetricsInfo.loopCount });
  };
  deliver(() => {
    note('a');
    deliver(() => note('c'));
  });
  deliver(() => note('b'));
  expect(runs).toEqual([]);
  while (runs.length < 3) await setImmediate();
  expect(runs.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect(new Set(runs.map(({ turn }) => turn)).size).toBe(3);
  deliver(() => note('d'));
  while (runs.length < 4) await setImmediate();
});
