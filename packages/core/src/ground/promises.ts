import { UnavailableError } from './errors.ts';

/**
 * A value, or the promise of one; both can be awaited. What a storage in this process reads at once is no promise, because
 * the waits of a short read cost as much as the read. An error is then thrown at once too.
 */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Returns what `next` makes of the value: at once if the value is here, else as a promise. */
export function whenHere<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Returns the values: at once if all are here, else as a promise. */
export function allWhenHere<Value>(values: readonly MaybePromise<Value>[]): MaybePromise<Value[]> {
  return values.some((value) => value instanceof Promise) ? Promise.all(values) : (values as Value[]);
}

/** Counts calls in flight, so that a shutdown can wait for them. Allocates nothing that outlives a call. */
export class CallsInFlight {
  #count = 0;
  #onIdle: (() => void) | null = null;
  #idle: Promise<void> | null = null;

  /** Counts the call until it settles. Returns the same promise. */
  track<Result>(call: Promise<Result>): Promise<Result> {
    this.#count++;
    const end = () => {
      this.#count--;
      if (this.#count > 0) return;
      this.#onIdle?.();
      this.#onIdle = null;
      this.#idle = null;
    };
    call.then(end, end);
    return call;
  }

  /** Waits until no call is in flight, for at most this many milliseconds. Never rejects. */
  async settled(milliseconds: number): Promise<void> {
    if (this.#count === 0) return;
    this.#idle ??= new Promise((resolve) => {
      this.#onIdle = resolve;
    });
    await settledWithin([this.#idle], milliseconds);
  }
}

/** Waits until all promises have settled, for at most this many milliseconds. Never rejects. */
export async function settledWithin(
  promises: Iterable<Promise<unknown>>,
  milliseconds: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([Promise.allSettled(promises), late]);
  clearTimeout(timer);
}

/**
 * Returns the result of work that goes on after this many milliseconds, none if the number is negative. Null: it came too
 * late. Throws its error.
 *
 * A busy event loop runs timers before it delivers what has come in the meantime, so that the work gets one more turn.
 */
export async function resultWithin<Result>(
  work: Promise<Result>,
  milliseconds: number,
): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => setImmediate(resolve, null), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the result of work that goes on after this many milliseconds. Throws its error.
 * @throws UnavailableError with the message if it comes too late.
 */
export async function requireWithin<Result>(
  work: Promise<Result>,
  milliseconds: number,
  message: string,
): Promise<Result> {
  const found = await resultWithin(
    work.then((result) => ({ result })),
    milliseconds,
  );
  if (found === null) throw new UnavailableError(message);
  return found.result;
}
