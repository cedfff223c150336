import type { Caller, Metric } from '@vitrine/core';
import { createTurns } from '@vitrine/core/server';
import { closedError } from '../closed-error.ts';

interface FetchTurnsOptions {
  /** The name of the queue in metrics. */
  readonly queue: string;
  /** Concurrent downloads, and those of one account. */
  readonly atOnce: number;
  readonly perAccount: number;
  /** Maximum number of waiting calls, and milliseconds that each waits. */
  readonly waiting: number;
  readonly waitMax: number;
  /** Why a call is refused that can't wait. */
  readonly refusal: string;
  /** Timeout of a download in milliseconds, from the look-up to the last byte, with all redirects. */
  readonly timeLimit: number;
}

/** Downloads in turns between accounts, because each may wait for a foreign server. */
export interface FetchTurns {
  /**
   * Runs a download in a turn of the caller. Returns the result of `onFailure` for its errors.
   * @throws the reason of the caller's signal and of `close`, and what `Turns.take` throws.
   */
  run<Result>(
    caller: Caller,
    download: (signal: AbortSignal) => Promise<Result>,
    onFailure: (error: unknown) => Result,
  ): Promise<Result>;
  /** The metrics of the queue. */
  metrics(): Metric[];
  /** Aborts all downloads. They and later calls throw. */
  close(): void;
}

export function fetchTurns({ timeLimit, ...options }: FetchTurnsOptions): FetchTurns {
  const turns = createTurns(options);
  const closing = new AbortController();

  return {
    run: (caller, download, onFailure) =>
      turns.run(caller, async () => {
        const aborts = [closing.signal, ...(caller.signal === undefined ? [] : [caller.signal])];
        try {
          return await download(AbortSignal.any([...aborts, AbortSignal.timeout(timeLimit)]));
        } catch (error) {
          for (const abort of aborts) abort.throwIfAborted();
          return onFailure(error);
        }
      }),
    metrics: turns.metrics,
    close() {
      const reason = closedError();
      turns.close(reason);
      closing.abort(reason);
    },
  };
}
