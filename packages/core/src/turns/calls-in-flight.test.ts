import { expect, onTestFinished, test, vi } from 'vitest';
import { CallsInFlight } from './calls-in-flight.ts';

test('waits until all calls have settled, including failed ones', async () => {
  const running = new CallsInFlight();
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
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const running = new CallsInFlight();
  void running.track(new Promise(() => {}));
  let isSettled = false;
  const settled = running.settled(1_000).then(() => {
    isSettled = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isSettled).toBe(true);
  await settled;
});
