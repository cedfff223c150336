import { TimeoutError } from './errors.ts';
import { unlessAborted } from './generated/unless-aborted.ts';

/** Milliseconds from which timers end at once. */
const TIMER_MAX = 2 ** 31;

/** Aborts with the caller's signal, or when the time is over. */
export class Deadline extends AbortController {
  readonly #milliseconds: number;
  readonly #outer: AbortSignal | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param milliseconds 0, or more than timers can wait: no limit.
   * @param outer not aborted yet.
   */
  constructor(milliseconds: number, outer: AbortSignal | undefined) {
    super();
    this.#milliseconds = milliseconds;
    this.#outer = outer;
    outer?.addEventListener('abort', this);
    this.start();
  }

  /** Called when the caller's signal aborts. */
  handleEvent(): void {
    this.abort(this.#outer?.reason);
  }

  /** Starts the time again, after `pause`. */
  start(): void {
    const time = this.#milliseconds;
    const expire = () => this.abort(new TimeoutError('timeout', `No response within ${time} ms.`));
    if (time > 0 && time < TIMER_MAX) this.#timer = setTimeout(expire, time);
  }

  /** Stops the time, but keeps listening to the caller. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  /** Stops everything. To be called when the work has ended. */
  end(): void {
    this.pause();
    this.#outer?.removeEventListener('abort', this);
  }
}

/** Waits. @throws the reason of the signal. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const time = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return unlessAborted(time, signal).finally(() => clearTimeout(timer));
}
