import { settledWithin } from './settled-within.ts';

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
