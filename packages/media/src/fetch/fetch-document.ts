import type { Media } from '@vitrine/core';
import type { FetchedDocument, Refusal } from '@vitrine/core/server';
import { type FetchTurns, fetchTurns } from './fetch-turns.ts';

const TIME_LIMIT = 3_000;

type Download = (url: string, signal: AbortSignal) => Promise<FetchedDocument>;

export interface DocumentFetcher extends Pick<FetchTurns, 'metrics' | 'close'> {
  readonly fetchDocument: NonNullable<Media['fetchDocument']>;
}

/** Creates a fetcher of documents of clients of OAuth from public addresses (docs/rules.md#oauth). */
export function documentFetcher(download: Download, timeLimit = TIME_LIMIT): DocumentFetcher {
  const { run, metrics, close } = fetchTurns({
    queue: 'document-fetches',
    atOnce: 8,
    perAccount: 2,
    waiting: 32,
    waitMax: 3_000,
    refusal: 'Too many documents are being fetched.',
    timeLimit,
  });
  return {
    fetchDocument: (url, caller) =>
      run<FetchedDocument | Refusal>(
        caller,
        (signal) => download(url, signal),
        // All failures are alike, so that strangers can't probe names and addresses.
        () => ({ refused: 'No document of a client could be fetched from this address.' }),
      ),
    metrics,
    close,
  };
}
