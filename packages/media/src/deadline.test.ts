import { UnavailableError } from '@vitrine/core';
import { expect, test } from 'vitest';
import { waitAtMost, withDeadline } from './deadline.ts';

const late = () => new UnavailableError('late');
const never = () => new Promise<never>(() => {});

test('returns the result or the error of work that is done in time', async () => {
  expect(await withDeadline({ account: 'a' }, 1_000, late, async ({ account }) => account)).toBe('a');
  const failing = withDeadline({ account: 'a' }, 1_000, late, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
});

test('rejects if the work takes too long, and aborts its signal', async () => {
  let given: AbortSignal | undefined;
  const working = withDeadline({ account: 'a' }, 5, late, ({ signal }) => {
    given = signal;
    return never();
  });
  await expect(working).rejects.toThrow('late');
  expect(given?.reason).toBeInstanceOf(UnavailableError);
});

test('rejects with the reason of the caller when it leaves, or has left before', async () => {
  const leaving = new AbortController();
  const working = withDeadline({ account: 'a', signal: leaving.signal }, 10_000, late, never);
  leaving.abort(new Error('gone'));
  await expect(working).rejects.toThrow('gone');
  await expect(withDeadline({ account: 'a', signal: leaving.signal }, 10, late, never)).rejects.toThrow(
    'gone',
  );
});

test('waits for the work or the time limit', async () => {
  const began = performance.now();
  await waitAtMost(10_000, Promise.resolve());
  await waitAtMost(20, never());
  expect(performance.now() - began).toBeLessThan(5_000);
});
