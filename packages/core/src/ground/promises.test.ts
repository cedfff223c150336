import { expect, onTestFinished, test, vi } from 'vitest';
import { CallsInFlight, whenHere } from './promises.ts';

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

test('applies the function at once to a value, and throws its error at once', () => {
  expect(whenHere(1, (value) => value + 1)).toBe(2);
  expect(() =>
    whenHere(1, () => {
      throw new Error('now');
    }),
  ).toThrow('now');
});

test('applies the function later to the value of a promise, whose errors reject', async () => {
  const later = whenHere(Promise.resolve(1), (value) => value + 1);
  expect(later).toBeInstanceOf(Promise);
  expect(await later).toBe(2);
  await expect(whenHere(Promise.reject(new Error('later')), () => 1)).rejects.toThrow('later');
});
