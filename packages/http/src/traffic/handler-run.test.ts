import { UnavailableError } from '@vitrine/core';
import { expect, test, vi } from 'vitest';
import { byteBudget } from './byte-budget.ts';
import { deadlineCounts, type Watched } from './deadlines.ts';
import { type HandlerRun, handlerRunner } from './handler-run.ts';

const LIMIT = 1_000;

/** Creates a runner with a manual sweep, and a request with a client that leaves on demand. */
function arrange() {
  const watched = new Set<Watched>();
  const sweep = {
    add: (item: Watched) => watched.add(item),
    delete: (item: Watched) => watched.delete(item),
  };
  const deadlines = deadlineCounts();
  const runner = handlerRunner(sweep, deadlines, LIMIT);
  const leaving = new AbortController();
  const request = new Request('http://localhost/', { signal: leaving.signal });
  const startedAt = performance.now();
  return {
    run: async <Result>(
      handle: (run: HandlerRun) => Promise<Result>,
      drop: (result: Result) => void = () => {},
    ) => runner.run(request, startedAt, handle, drop),
    runNow: <Result>(handle: (run: HandlerRun) => Result) =>
      runner.run<Result>(request, startedAt, handle, () => {}),
    watched,
    /** Sweeps as if so many milliseconds had passed since the start. */
    sweepAfter: (milliseconds: number) => {
      for (const item of watched) item.check(startedAt + milliseconds);
    },
    leave: () => leaving.abort('gone'),
    stopAll: runner.stopAll,
    late: () => deadlines.metrics().find(({ labels }) => labels?.stage === 'run')?.value,
  };
}

test('rejects at the deadline if the handler ignores its signal, and drops its late result', async () => {
  const { run, sweepAfter, late } = arrange();
  const { promise, resolve } = Promise.withResolvers<string>();
  const drop = vi.fn();
  const result = run(() => promise, drop);
  sweepAfter(LIMIT - 1);
  sweepAfter(LIMIT + 1);
  await expect(result).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 5 });
  resolve('late');
  await vi.waitFor(() => expect(drop).toHaveBeenCalledWith('late'), { timeout: 10_000 });
  sweepAfter(2 * LIMIT);
  expect(late()).toBe(1);
});

test('aborts the signal at the deadline with the error of the response, even if it is first read later', async () => {
  const { run, sweepAfter } = arrange();
  const { promise } = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const runs: HandlerRun[] = [];
  const result = run((current) => {
    runs.push(current);
    signals.push(current.signal);
    return promise;
  });
  sweepAfter(LIMIT + 1);
  const reason = await result.catch((error: unknown) => error);
  signals.push(...runs.map((one) => one.signal));
  expect(signals.map((signal) => signal.reason === reason && signal.aborted)).toEqual([true, true]);
});

test('aborts the signal when the client leaves, and lets the handler end the request', async () => {
  const { run, leave, late } = arrange();
  const result = run(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  leave();
  await expect(result).rejects.toMatchObject({ code: 'unavailable', status: 499 });
  expect(late()).toBe(0);
});

test('returns an aborted signal if the client has left already', async () => {
  const { run, leave } = arrange();
  leave();
  expect(await run(async ({ signal }) => signal.aborted)).toBe(true);
});

test('does not count the time in which the body arrives', async () => {
  const { run, sweepAfter, late } = arrange();
  const { promise: body, resolve: arrive } = Promise.withResolvers<string>();
  const result = run((current) => current.pause(() => body));
  sweepAfter(100 * LIMIT);
  expect(late()).toBe(0);
  arrive('read');
  expect(await result).toBe('read');
});

test('keeps bytes counted until the handler ends, even if the request has ended', async () => {
  const { run, stopAll } = arrange();
  const { promise, resolve } = Promise.withResolvers<void>();
  const budget = byteBudget('test', 'Too much.', { all: 10, perOwner: 10 });
  const result = run(async (current) => {
    current.keep(budget.hold('a', 10));
    await promise;
  });
  stopAll(new UnavailableError('The server is shutting down.'));
  await expect(result).rejects.toThrow('shutting down');
  expect(() => budget.requireRoom('a')).toThrow('Too much.');
  resolve();
  await vi.waitFor(() => budget.requireRoom('a'), { timeout: 10_000 });
});

test('returns a result that is here at once, releases its bytes, and watches nothing', () => {
  const { runNow, watched } = arrange();
  const budget = byteBudget('test', 'Too much.', { all: 10, perOwner: 10 });
  const hold = (run: HandlerRun) => run.keep(budget.hold('a', 10));
  const result = runNow((current) => {
    hold(current);
    return 'here';
  });
  expect(result).toBe('here');
  expect(() =>
    runNow((current) => {
      hold(current);
      throw new Error('now');
    }),
  ).toThrow('now');
  expect(watched.size).toBe(0);
  budget.requireRoom('a');
});
