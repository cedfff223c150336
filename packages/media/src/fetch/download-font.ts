import type { Network } from './checked-request.ts';
import { download, readBody } from './download.ts';
import { FetchError, unreachable } from './fetch-error.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Downloads the font at a URL, through up to 3 redirects.
 *
 * @throws FetchError if the URL or an address is not allowed, the server sends no file, or it has more than 10 MB. Also throws
 * the errors of Node if the server does not respond, and the reason of the signal.
 */
export function downloadFont(url: string, network: Network, signal: AbortSignal): Promise<Uint8Array> {
  return download(url, { network, signal }, async (response) => {
    if (response.statusCode !== 200) throw unreachable();
    return refuseStylesheet(
      await readBody(response, MAX_BYTES, 'The file at this URL is larger than 10 MB.', signal),
    );
  });
}

/** Font services give the URL of a stylesheet, which contains that of the font file. */
function refuseStylesheet(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 65_536)).toString(
    'latin1',
  );
  if (!start.includes('@font-face') || start.includes('\0')) return bytes;
  throw new FetchError('This URL leads to a stylesheet; give the URL of the font file in its "src".');
}
