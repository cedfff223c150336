import type { Media, Metric } from '@vitrine/core';
import { createTurns } from '@vitrine/core/server';
import { closedError } from '../closed-error.ts';
import { FetchError, unreachable } from './fetch-error.ts';

/** Timeout of a download in milliseconds, from the look-up to the last byte, with all redirects. */
const TIME_LIMIT = 10_000;
const FETCHES = 16;
const FETCHES_PER_ACCOUNT = 4;
const WAITING = 64;
const WAIT_MAX = 10_000;

/** Returns the file at a URL. Its errors other than `FetchError` are not shown to clients. */
type Download = (url: string, signal: AbortSignal) => Promise<Uint8Array>;

export interface FontFetcher {
  readonly fetchFont: Media['fetchFont'];
  /** The metrics of its queue. */
  metrics(): Metric[];
  /** Aborts all downloads. They and later calls throw. */
  close(): void;
}

/**
 * Creates a fetcher of fonts from public addresses (docs/rules.md#fonts-from-a-url). Each account has a few concurrent
 * downloads, because each may wait up to 10 s for a foreign server. A `FetchError` of `download` gives the reason of the refusal.
 */
export function fontFetcher(download: Download, timeLimit = TIME_LIMIT): FontFetcher {
  const turns = createTurns({
    queue: 'font-fetches',
    atOnce: FETCHES,
    perAccount: FETCHES_PER_ACCOUNT,
    waiting: WAITING,
    waitMax: WAIT_MAX,
    refusal: 'Too many fonts are being fetched.',
  });
  const closing = new AbortController();

  return {
    fetchFont: (url, caller) =>
      turns.run(caller, async () => {
        const aborts = [closing.signal, ...(caller.signal === undefined ? [] : [caller.signal])];
        const signal = AbortSignal.any([...aborts, AbortSignal.timeout(timeLimit)]);
        try {
          return await download(url, signal);
        } catch (error) {
          for (const abort of aborts) abort.throwIfAborted();
          return { refused: (error instanceof FetchError ? error : unreachable()).message };
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
