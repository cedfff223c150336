import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Network, sendChecked } from './checked-request.ts';
import { FetchError, unreachable } from './fetch-error.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Downloads the file at a URL, through up to 3 redirects.
 *
 * @throws FetchError if the URL or an address is not allowed, the server sends no file, or it has more than 10 MB. Also throws
 * the errors of Node if the server does not respond, and the reason of the signal.
 */
export async function downloadFont(
  given: string,
  network: Network,
  signal: AbortSignal,
): Promise<Uint8Array> {
  let url = readUrl(given);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await sendChecked(url, network, signal);
    try {
      if (response.statusCode === 200) return refuseStylesheet(await readBody(response, signal));
      url = readUrl(locationOf(response), url);
    } finally {
      response.destroy();
    }
  }
  throw unreachable();
}

function locationOf({ statusCode = 0, headers }: IncomingMessage): string {
  if (!REDIRECTS.has(statusCode) || headers.location === undefined) throw unreachable();
  return headers.location;
}

function readUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new FetchError('This is not an absolute http or https URL.');
  return url;
}

async function readBody(response: IncomingMessage, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  };
  const decoder = decoderOf(response.headers['content-encoding']);
  if (decoder === null) await pipeline(response, bounded, collect, { signal });
  else await pipeline(response, bounded, decoder, bounded, collect, { signal });
  return Buffer.concat(chunks);
}

/** Yields the chunks. @throws FetchError after `MAX_BYTES`. */
async function* bounded(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new FetchError('The file at this URL is larger than 10 MB.');
    yield chunk;
  }
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

/** Font services give the URL of a stylesheet, which contains that of the font file. */
function refuseStylesheet(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString(
    'latin1',
  );
  if (!start.includes('@font-face') || start.includes('\0')) return bytes;
  throw new FetchError('This URL leads to a stylesheet; give the URL of the font file in its "src".');
}
