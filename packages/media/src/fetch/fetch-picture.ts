import type { Media } from '@vitrine/core';
import type { FetchedPicture, PictureRequest } from '@vitrine/core/server';
import type { DownloadedPicture } from './download-picture.ts';
import { FetchError } from './fetch-error.ts';
import { type FetchTurns, fetchTurns } from './fetch-turns.ts';

const TIME_LIMIT = 3_000;

/** Its errors other than `FetchError` are failures of the host. */
type Download = (request: PictureRequest, signal: AbortSignal) => Promise<DownloadedPicture>;

export interface PictureFetcher extends Pick<FetchTurns, 'metrics' | 'close'> {
  readonly fetchPicture: Media['fetchPicture'];
}

/** Creates a fetcher of pictures from public addresses (docs/rules.md#remote-pictures). */
export function pictureFetcher(
  download: Download,
  readImage: Media['readImage'],
  timeLimit = TIME_LIMIT,
): PictureFetcher {
  const { run, metrics, close } = fetchTurns({
    queue: 'picture-fetches',
    atOnce: 32,
    perAccount: 8,
    waiting: 128,
    // A mail waits for its picture, so that a later turn helps nobody.
    waitMax: 3_000,
    refusal: 'Too many pictures are being fetched.',
    timeLimit,
  });

  return {
    async fetchPicture(request, caller): Promise<FetchedPicture> {
      const file = await run<DownloadedPicture | null>(
        caller,
        (signal) => download(request, signal),
        (error) => (error instanceof FetchError ? 'none' : null),
      );
      if (file === null) return { result: 'host_failed' };
      if (typeof file === 'string') return { result: file };
      const picture = await readImage(file.bytes, caller);
      if ('refused' in picture) return { result: 'none' };
      const { etag, lastModified } = file;
      return { result: 'picture', picture, etag, lastModified };
    },
    metrics,
    close,
  };
}
