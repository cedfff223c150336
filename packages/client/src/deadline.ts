import { TimeoutError } from './errors.ts';

/** A signal that aborts with the caller's signal, or when the time is over. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Starts the time again, after `pause`. */
  start(): void;
  /** Stops the time, but keeps listening to the caller. */
  pause(): void;
  /** Stops everything. To be called exactly when the work has ended. */
  end(): void;
}

/**
 * @param milliseconds 0: no limit.
 * @param outer not aborted yet.
 */
export function createDeadline(milliseconds: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const abort = (): void => controller.abort(outer?.reason);
  const expire = (): void =>
    controller.abort(new TimeoutError('timeout', `No response within ${milliseconds} ms.`));
  const pause = (): void => clearTimeout(timer);
  const start = (): void => {
    if (milliseconds > 0) timer = setTimeout(expire, milliseconds);
  };
  const end = (): void => {
    pause();
    outer?.removeEventListener('abort', abort);
  };
  outer?.addEventListener('abort', abort);
  start();
  return { signal: controller.signal, start, pause, end };
}

/** Waits. @throws the reason of the signal. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const time = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return unlessAborted(time, signal).finally(() => clearTimeout(timer));
}

/** Settles like the promise, or rejects when the signal aborts. The promise itself goes on. */
export function unlessAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', abort));
  });
}
