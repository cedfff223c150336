import { settledWithin } from './settled-within.ts';

/** Counts work in flight, so that a shutdown can wait for it. Allocates nothing that outlives the work. */
export class RunningWork {
  #count = 0;
  #onIdle: (() => void) | null = null;
  #idle: Promise<void> | null = null;

  /** Counts the work until it settles. Returns the same promise. */
  track<Result>(work: Promise<Result>): Promise<Result> {
    this.#count++;
    const end = () => {
      this.#count--;
      if (this.#count > 0) return;
      this.#onIdle?.();
      this.#onIdle = null;
      this.#idle = null;
    };
    work.then(end, end);
    return work;
  }

  /** Waits until no work is in flight, for at most this many milliseconds. Never rejects. */
  async settled(milliseconds: number): Promise<void> {
    if (this.#count === 0) return;
    this.#idle ??= new Promise((resolve) => {
      this.#onIdle = resolve;
    });
    await settledWithin([this.#idle], milliseconds);
  }
}
