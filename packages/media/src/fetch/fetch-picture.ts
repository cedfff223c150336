import type { Media, Metric } from '@vitrine/core';
import { createTurns, type FetchedPicture, type PictureRequest } from '@vitrine/core/server';
import { closedError } from '../closed-error.ts';
import type { DownloadedPicture } from './download-picture.ts';
import { FetchError } from './fetch-error.ts';

/** Timeout of a download in milliseconds, from the look-up to the last byte, with all redirects. */
const TIME_LIMIT = 3_000;
const FETCHES = 32;
const FETCHES_PER_ACCOUNT = 8;
const WAITING = 128;
/** A mail waits for its picture, so that a later turn helps nobody. */
const WAIT_MAX = 3_000;

/** Its errors other than `FetchError` are failures of the host. */
type Download = (request: PictureRequest, signal: AbortSignal) => Promise<DownloadedPicture>;

export interface PictureFetcher {
  readonly fetchPicture: Media['fetchPicture'];
  /** The metrics of its queue. */
  metrics(): Metric[];
  /** Aborts all downloads. They and later calls throw. */
  close(): void;
}

/** Creates a fetcher of pictures from public addresses (docs/rules.md#remote-pictures). */
export function pictureFetcher(
  download: Download,
  readImage: Media['readImage'],
  timeLimit = TIME_LIMIT,
): PictureFetcher {
  const turns = createTurns({
    queue: 'picture-fetches',
    atOnce: FETCHES,
    perAccount: FETCHES_PER_ACCOUNT,
    waiting: WAITING,
    waitMax: WAIT_MAX,
    refusal: 'Too many pictures are being fetched.',
  });
  const closing = new AbortController();

  /** Returns null if the host failed. */
  async function tryDownload(
    request: PictureRequest,
    wanted: AbortSignal | undefined,
  ): Promise<DownloadedPicture | null> {
    const aborts = [closing.signal, ...(wanted === undefined ? [] : [wanted])];
    try {
      return await download(request, AbortSignal.any([...aborts, AbortSignal.timeout(timeLimit)]));
    } catch (error) {
      for (const abort of aborts) abort.throwIfAborted();
      return error instanceof FetchError ? 'none' : null;
    }
  }

  return {
    async fetchPicture(request, caller): Promise<FetchedPicture> {
      const file = await turns.run(caller, () => tryDownload(request, caller.signal));
      if (file === null) return { result: 'host_failed' };
      if (typeof file === 'string') return { result: file };
      const picture = await readImage(file.bytes, caller);
      if ('refused' in picture) return { result: 'none' };
      const { etag, lastModified } = file;
      return { result: 'picture', picture, etag, lastModified };
    },
    metrics: turns.metrics,
    close() {
      const reason = closedError();
      turns.close(reason);
      closing.abort(reason);
    },
  };
}
