import { UnavailableError, type VitrineError } from '@vitrine/core';
import { ItemList, ListItem } from '@vitrine/core/storage';
import { clientLeft } from '../request/protocol-error.ts';
import type { Hold } from './byte-budget.ts';
import type { DeadlineCounts } from './deadline-counts.ts';
import { type Sweep, Watched } from './sweep.ts';

/** The sender of a request. */
interface Client {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The work on one request. */
export class Work extends ListItem {
  readonly #client: Client;
  readonly #limit: number;
  readonly #onStop: (reason: VitrineError) => void;
  #endsAt: number;
  #controller: AbortController | null = null;
  #reason: VitrineError | null = null;
  #holds: Hold[] | null = null;
  #reservation: Hold | null = null;

  constructor(client: Client, startedAt: number, limit: number, onStop: (reason: VitrineError) => void) {
    super();
    this.#client = client;
    this.#limit = limit;
    this.#onStop = onStop;
    this.#endsAt = startedAt + limit;
  }

  /** Created on first use, because most requests end before anything could abort them. */
  get signal(): AbortSignal {
    if (this.#controller === null) {
      const controller = new AbortController();
      const { signal: left } = this.#client;
      const leave = () => controller.abort(clientLeft());
      if (this.#reason !== null) controller.abort(this.#reason);
      else if (left.aborted) leave();
      else left.addEventListener('abort', leave, { once: true });
      this.#controller = controller;
    }
    return this.#controller.signal;
  }

  /** Runs `wait` outside of the working time, which starts again afterwards. */
  async pause<Result>(wait: () => Promise<Result>): Promise<Result> {
    this.#endsAt = Number.POSITIVE_INFINITY;
    try {
      return await wait();
    } finally {
      this.#endsAt = performance.now() + this.#limit;
    }
  }

  /** Keeps bytes counted until the handler has ended, even if its result is dropped. */
  keep(hold: Hold): void {
    this.#holds ??= [];
    this.#holds.push(hold);
  }

  /** Counts bytes of the response before they exist. */
  reserve(hold: Hold): void {
    this.#reservation?.end();
    this.#reservation = hold;
  }

  /** Returns the reservation, which the caller has to end. */
  takeReservation(): Hold | null {
    const reservation = this.#reservation;
    this.#reservation = null;
    return reservation;
  }

  /** Releases all counted bytes. To be called when the handler has ended. */
  end(): void {
    for (const hold of this.#holds ?? []) hold.end();
    this.takeReservation()?.end();
  }

  isLate(now: number): boolean {
    return now > this.#endsAt && !this.isStopped;
  }

  /** Ends the request with this error and aborts the signal. Only the first call has an effect. */
  stop(reason: VitrineError): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#onStop(reason);
  }

  get isStopped(): boolean {
    return this.#reason !== null;
  }
}

/** Runs handlers under a deadline. */
export interface WorkRunner {
  /**
   * Settles as `handle` does, or rejects with an `UnavailableError` when the working time is over, even if the handler
   * continues. Passes a later result to `drop` and ignores a later error.
   */
  run<Result>(
    client: Client,
    startedAt: number,
    handle: (work: Work) => Promise<Result>,
    drop: (result: Result) => void,
  ): Promise<Result>;
  /** Ends all work in flight with this error. */
  stopAll(reason: VitrineError): void;
}

const RETRY_AFTER_SECONDS = 5;

/** Stops late work. It is in the sweep while there is work. */
class LateWork extends Watched {
  readonly #running: ItemList<Work>;
  readonly #sweep: Sweep;
  readonly #deadlines: DeadlineCounts;

  constructor(running: ItemList<Work>, sweep: Sweep, deadlines: DeadlineCounts) {
    super();
    this.#running = running;
    this.#sweep = sweep;
    this.#deadlines = deadlines;
  }

  check(now: number): void {
    if (this.#running.length === 0) this.#sweep.delete(this);
    this.#running.visit((work) => {
      if (!work.isLate(now)) return;
      this.#deadlines.add('work');
      work.stop(
        new UnavailableError('The request took too long.', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
      );
    });
  }
}

export function workRunner(sweep: Sweep, deadlines: DeadlineCounts, limit: number): WorkRunner {
  const running = new ItemList<Work>();
  const lateWork = new LateWork(running, sweep, deadlines);

  return {
    run: (client, startedAt, handle, drop) =>
      new Promise((resolve, reject) => {
        const work = new Work(client, startedAt, limit, reject);
        running.add(work);
        sweep.add(lateWork);
        const end = () => {
          running.delete(work);
          work.end();
        };
        handle(work).then(
          (result) => {
            end();
            if (work.isStopped) drop(result);
            else resolve(result);
          },
          (error) => {
            end();
            reject(error);
          },
        );
      }),
    stopAll(reason) {
      running.visit((work) => work.stop(reason));
    },
  };
}
