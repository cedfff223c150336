import type { Media } from '@vitrine/core';
import { FetchError, unreachable } from './fetch-error.ts';
import { type FetchTurns, fetchTurns } from './fetch-turns.ts';

const TIME_LIMIT = 10_000;

/** Returns the file at a URL. Its errors other than `FetchError` are not shown to clients. */
type Download = (url: string, signal: AbortSignal) => Promise<Uint8Array>;

export interface FontFetcher extends Pick<FetchTurns, 'metrics' | 'close'> {
  readonly fetchFont: Media['fetchFont'];
}

/**
 * Creates a fetcher of fonts from public addresses (docs/rules.md#fonts-from-a-url). A `FetchError` of `download` gives the
 * reason of the refusal.
 */
export function fontFetcher(download: Download, timeLimit = TIME_LIMIT): FontFetcher {
  const { run, metrics, close } = fetchTurns({
    queue: 'font-fetches',
    atOnce: 16,
    perAccount: 4,
    waiting: 64,
    waitMax: 10_000,
    refusal: 'Too many fonts are being fetched.',
    timeLimit,
  });
  return {
    fetchFont: (url, caller) =>
      run<Awaited<ReturnType<Media['fetchFont']>>>(
        caller,
        (signal) => download(url, signal),
        (error) => ({ refused: (error instanceof FetchError ? error : unreachable()).message }),
      ),
    metrics,
    close,
  };
}
