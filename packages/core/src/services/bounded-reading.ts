import { UnavailableError } from '../errors.ts';
import type { CallOptions } from '../turns/caller.ts';

export interface ReadingLimits {
  /** Milliseconds in which the reader has to take the next item. */
  readonly idle: number;
  /** Milliseconds from the first item to the last. */
  readonly total: number;
}

/**
 * The items of a source that holds something scarce while it is read (a moment of the database). A reader that takes nothing
 * for too long, or too long in all, frees it, and gets `UnavailableError` when it comes back; the signal frees it at once.
 */
export function boundReading<Item>(
  open: (signal: AbortSignal) => AsyncIterable<Item>,
  { idle, total }: ReadingLimits,
  { signal }: CallOptions,
): AsyncIterableIterator<Item> {
  const ending = new AbortController();
  const items = open(ending.signal)[Symbol.asyncIterator]();
  let idleTimer: NodeJS.Timeout | undefined;
  const totalTimer = setTimeout(() => fail(new UnavailableError('Reading took too long.')), total);
  totalTimer.unref();
  const leave = () => fail(signal?.reason);
  signal?.addEventListener('abort', leave, { once: true });

  function forget(): void {
    clearTimeout(idleTimer);
    clearTimeout(totalTimer);
    signal?.removeEventListener('abort', leave);
  }

  function fail(reason: unknown): void {
    forget();
    ending.abort(reason);
    // This ends a source that waits between two items; the signal ends one that is on its way to the next.
    void Promise.resolve(items.return?.()).catch(() => undefined);
  }

  if (signal?.aborted) leave();
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      clearTimeout(idleTimer);
      ending.signal.throwIfAborted();
      try {
        const step = await items.next();
        ending.signal.throwIfAborted();
        if (step.done) {
          forget();
        } else {
          idleTimer = setTimeout(
            () => fail(new UnavailableError('The reader took nothing for too long.')),
            idle,
          );
          idleTimer.unref();
        }
        return step;
      } catch (error) {
        forget();
        throw error;
      }
    },
    async return() {
      forget();
      await items.return?.();
      return { done: true, value: undefined };
    },
  };
}
