import { UnavailableError } from '../../ground/errors.ts';
import type { CallOptions } from '../../turns/caller.ts';

export interface ReadingLimits {
  /** Maximum milliseconds until the reader requests the next item. */
  readonly idle: number;
  /** Maximum milliseconds from the first item to the last. */
  readonly total: number;
}

/**
 * Returns the items of a source that holds a scarce resource while it is read (a snapshot of the database). Closes the
 * source if the reader requests nothing for too long or takes too long in total; its next request then rejects with
 * `UnavailableError`. An aborted signal closes the source at once.
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
    // `return` ends a source that waits between two items; the signal ends one that is producing the next.
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
            () => fail(new UnavailableError('The reader requested nothing for too long.')),
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
