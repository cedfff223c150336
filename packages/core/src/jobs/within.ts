import type { Millis } from '../storage/index.ts';

/** A piece of work took longer than it may. */
class TooLateError extends Error {
  override readonly name = 'TooLateError';
}

/**
 * The result of the work, if it comes within the time and before the signal aborts. The work itself goes on: its later result is
 * dropped, and so is its later error.
 * @throws TooLateError when the time is over or the signal aborts.
 */
export async function within<Result>(
  work: Promise<Result>,
  most: Millis,
  signal: AbortSignal,
): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const end = () => reject(new TooLateError('The work was stopped before it ended.'));
  const timer = setTimeout(() => reject(new TooLateError(`The work took longer than ${most} ms.`)), most);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}
