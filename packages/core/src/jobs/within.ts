import type { Millis } from '../storage/index.ts';

/** Work did not end before its timeout or signal. */
class TooLateError extends Error {
  override readonly name = 'TooLateError';
}

/**
 * Returns the result of the work if it settles within the timeout and before the signal aborts. The work itself
 * continues; a later result or error is dropped.
 * @throws TooLateError when the timeout passes or the signal aborts.
 */
export async function within<Result>(
  work: Promise<Result>,
  timeout: Millis,
  signal: AbortSignal,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const end = () => reject(new TooLateError('The work was stopped before it ended.'));
  const timer = setTimeout(
    () => reject(new TooLateError(`The work took longer than ${timeout} ms.`)),
    timeout,
  );
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
