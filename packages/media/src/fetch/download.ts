import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Network, sendChecked } from './checked-request.ts';
import { FetchError, unreachable } from './fetch-error.ts';

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface DownloadOptions {
  readonly network: Network;
  readonly signal: AbortSignal;
  /** Returns whether a URL may be requested: the given one, and that of each redirect. Default: all. */
  readonly mayVisit?: ((url: URL) => boolean) | undefined;
  /** Headers of each request in addition to its own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Requests a URL, through up to 3 redirects, and reads the response, which is none of them.
 *
 * @throws FetchError if the URL or an address is not allowed. Also throws the errors of Node if the server does not
 * respond, the reason of the signal, and what `read` throws.
 */
export async function download<Result>(
  given: string,
  { network, signal, mayVisit = () => true, headers = {} }: DownloadOptions,
  read: (response: IncomingMessage) => Promise<Result>,
): Promise<Result> {
  let url = readUrl(given);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    if (!mayVisit(url)) throw unreachable();
    const response = await sendChecked(url, network, signal, { method: 'GET', headers, body: '' });
    try {
      const { location } = response.headers;
      if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return await read(response);
      url = readUrl(location, url);
    } finally {
      response.destroy();
    }
  }
  throw unreachable();
}

function readUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new FetchError('This is not an absolute http or https URL.');
  return url;
}

/** Returns the decoded body of a response. @throws FetchError with `tooLarge` after `maxBytes`. */
export async function readBody(
  response: IncomingMessage,
  maxBytes: number,
  tooLarge: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  };
  const bounded = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let length = 0;
    for await (const chunk of source) {
      length += chunk.length;
      if (length > maxBytes) throw new FetchError(tooLarge);
      yield chunk;
    }
  };
  const decoder = decoderOf(response.headers['content-encoding']);
  if (decoder === null) await pipeline(response, bounded, collect, { signal });
  else await pipeline(response, bounded, decoder, bounded, collect, { signal });
  return Buffer.concat(chunks);
}

/**
 * Returns the decoder of a content encoding, for servers that ignore `accept-encoding: identity`. Null: none is needed.
 */
function decoderOf(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw unreachable();
  }
}
