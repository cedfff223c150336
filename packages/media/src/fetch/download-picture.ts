import type { PictureRequest } from '@vitrine/core/server';
import type { Network } from './checked-request.ts';
import { download, readBody } from './download.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/** A file from the network with its validators, `unchanged`, or that the server has no such file. */
export type DownloadedPicture =
  | { readonly bytes: Uint8Array; readonly etag: string | null; readonly lastModified: string | null }
  | 'unchanged'
  | 'none';

/**
 * Downloads the picture at a URL, through up to 3 redirects to allowed hosts.
 *
 * @throws FetchError if a URL or an address is not allowed, or the file has more than 5 MB. Also throws the errors of Node
 * and of a server that fails, and the reason of the signal.
 */
export function downloadPicture(
  { url, mayVisit, etag, lastModified }: PictureRequest,
  network: Network,
  signal: AbortSignal,
): Promise<DownloadedPicture> {
  const headers = {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
  const options = { network, signal, headers, mayVisit: ({ hostname }: URL) => mayVisit(hostname) };
  return download(url, options, async (response): Promise<DownloadedPicture> => {
    const { statusCode = 0 } = response;
    if (statusCode === 304) return 'unchanged';
    if (statusCode >= 500 || statusCode === 429) throw new Error(`The server responded with ${statusCode}.`);
    if (statusCode !== 200) return 'none';
    const bytes = await readBody(response, MAX_BYTES, 'The picture is larger than 5 MB.', signal);
    const validators = response.headers;
    return { bytes, etag: validators.etag ?? null, lastModified: validators['last-modified'] ?? null };
  });
}
