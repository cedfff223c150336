import { expect, test } from 'vitest';
import { RunningWork } from './running-work.ts';

test('waits until all work has settled, including failed work', async () => {
  const running = new RunningWork();
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const tracked = running.track(first.promise);
  running.track(second.promise).catch(() => {});
  let isSettled = false;
  const settled = Promise.all([running.settled(60_000), running.settled(60_000)]).then(() => {
    isSettled = true;
  });
  first.resolve('done');
  expect(await tracked).toBe('done');
  expect(isSettled).toBe(false);
  second.reject(new Error('failed'));
  await settled;
  await running.settled(60_000);
});

test('waits no longer than the timeout', async () => {
  const running = new RunningWork();
  void running.track(new Promise(() => {}));
  await running.settled(10);
});
