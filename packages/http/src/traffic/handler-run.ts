import { UnavailableError, type VitrineError } from '@vitrine/core';
import { ItemList, ListItem, type MaybePromise } from '@vitrine/core/server';
import { clientLeft } from '../ground/protocol-error.ts';
import type { Hold } from './byte-budget.ts';
import { type DeadlineCounts, type Sweep, Watched } from './deadlines.ts';

/** The sender of a request. */
interface Client {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Something that a request holds: bytes or a turn. */
type Kept = Pick<Hold, 'end'>;

/** The run of a handler for one request. */
export class HandlerRun extends ListItem {
  readonly #client: Client;
  readonly #limit: number;
  #onStop: ((reason: VitrineError) => void) | null = null;
  #endsAt: number;
  #controller: AbortController | null = null;
  #reason: VitrineError | null = null;
  #holds: Kept[] | null = null;
  #reservation: Hold | null = null;

  constructor(client: Client, startedAt: number, limit: number) {
    super();
    this.#client = client;
    this.#limit = limit;
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

  /** Keeps counted bytes, or a turn, until the handler has ended, even if its result is dropped. */
  keep(hold: Kept): void {
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

  /** Releases what is kept. To be called when the handler has ended. */
  end(): void {
    for (const hold of this.#holds ?? []) hold.end();
    this.takeReservation()?.end();
  }

  /** Calls a function when the request is stopped. */
  onStop(stopped: (reason: VitrineError) => void): void {
    this.#onStop = stopped;
  }

  isLate(now: number): boolean {
    return now > this.#endsAt && !this.isStopped;
  }

  /** Ends the request with this error and aborts the signal. Only the first call has an effect. */
  stop(reason: VitrineError): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#onStop?.(reason);
  }

  get isStopped(): boolean {
    return this.#reason !== null;
  }
}

/** Runs handlers under a deadline. */
export interface HandlerRunner {
  /**
   * Returns what `handle` returns. A promise is rejected with an `UnavailableError` when the working time is over, even if
   * the handler continues. Passes a later result to `drop` and ignores a later error.
   */
  run<Result>(
    client: Client,
    startedAt: number,
    handle: (run: HandlerRun) => MaybePromise<Result>,
    drop: (result: Result) => void,
  ): MaybePromise<Result>;
  /** Ends all runs in flight with this error. */
  stopAll(reason: VitrineError): void;
}

const RETRY_AFTER_SECONDS = 5;

/** Stops late runs. It is in the sweep while there are runs. */
class LateRuns extends Watched {
  readonly #running: ItemList<HandlerRun>;
  readonly #sweep: Sweep;
  readonly #deadlines: DeadlineCounts;

  constructor(running: ItemList<HandlerRun>, sweep: Sweep, deadlines: DeadlineCounts) {
    super();
    this.#running = running;
    this.#sweep = sweep;
    this.#deadlines = deadlines;
  }

  check(now: number): void {
    if (this.#running.length === 0) this.#sweep.delete(this);
    this.#running.visit((run) => {
      if (!run.isLate(now)) return;
      this.#deadlines.add('run');
      run.stop(
        new UnavailableError('The request took too long.', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
      );
    });
  }
}

export function handlerRunner(sweep: Sweep, deadlines: DeadlineCounts, limit: number): HandlerRunner {
  const running = new ItemList<HandlerRun>();
  const lateRuns = new LateRuns(running, sweep, deadlines);

  function waitFor<Result>(
    run: HandlerRun,
    pending: Promise<Result>,
    drop: (result: Result) => void,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      run.onStop(reject);
      running.add(run);
      sweep.add(lateRuns);
      const end = () => {
        running.delete(run);
        run.end();
      };
      pending.then(
        (result) => {
          end();
          if (run.isStopped) drop(result);
          else resolve(result);
        },
        (error) => {
          end();
          reject(error);
        },
      );
    });
  }

  return {
    run(client, startedAt, handle, drop) {
      const run = new HandlerRun(client, startedAt, limit);
      let isPending = false;
      try {
        const result = handle(run);
        isPending = result instanceof Promise;
        return result instanceof Promise ? waitFor(run, result, drop) : result;
      } finally {
        if (!isPending) run.end();
      }
    },
    stopAll(reason) {
      running.visit((run) => run.stop(reason));
    },
  };
}
