import { expect, test } from 'vitest';
import { createSharedCalls } from './shared-calls.ts';

/** Shared calls whose runs the test ends, with the signal of each run. */
function arrange() {
  const share = createSharedCalls<string>();
  const runs: { signal: AbortSignal; end: (result: string) => void; fail: (error: Error) => void }[] = [];
  return {
    runs,
    ask: (key: string, signal?: AbortSignal) =>
      share(key, signal, (given) => new Promise((end, fail) => runs.push({ signal: given, end, fail }))),
  };
}

test('concurrent callers of a key share one run; other keys have their own', async () => {
  const { runs, ask } = arrange();
  const asked = [ask('a'), ask('a', new AbortController().signal), ask('b')];
  expect(runs).toHaveLength(2);
  runs[0]?.end('first');
  runs[1]?.end('second');
  expect(await Promise.all(asked)).toEqual(['first', 'first', 'second']);
  void ask('a');
  expect(runs).toHaveLength(3);
});

test('an error rejects all callers and is not cached', async () => {
  const { runs, ask } = arrange();
  const asked = Promise.allSettled([ask('a'), ask('a')]);
  runs[0]?.fail(new Error('no'));
  expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = ask('a');
  runs[1]?.end('yes');
  expect(await again).toBe('yes');
});

test('the run continues for the remaining callers when the caller that started it leaves', async () => {
  const { runs, ask } = arrange();
  const first = new AbortController();
  const [left, stayed] = [ask('a', first.signal), ask('a', new AbortController().signal)];
  first.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(runs[0]?.signal.aborted).toBe(false);
  runs[0]?.end('result');
  expect(await stayed).toBe('result');
});

test('the signal of a run aborts when the last caller leaves, and the next caller starts a new run', async () => {
  const { runs, ask } = arrange();
  const callers = [new AbortController(), new AbortController()];
  const asked = Promise.allSettled(callers.map(({ signal }) => ask('a', signal)));
  for (const caller of callers) caller.abort(new Error('gone'));
  await asked;
  expect(runs[0]?.signal.aborted).toBe(true);
  const again = ask('a');
  runs[0]?.fail(new Error('ended late'));
  await Promise.resolve();
  expect(runs).toHaveLength(2);
  runs[1]?.end('second');
  expect(await again).toBe('second');
});

test('an aborted caller starts no run, and a caller without a signal never leaves', async () => {
  const { runs, ask } = arrange();
  await expect(ask('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  expect(runs).toHaveLength(0);
  const leaving = new AbortController();
  const left = ask('a', leaving.signal);
  const stayed = ask('a');
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect(runs[0]?.signal.aborted).toBe(false);
  runs[0]?.end('result');
  expect(await stayed).toBe('result');
});
