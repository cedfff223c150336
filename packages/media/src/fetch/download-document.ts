import type { FetchedDocument } from '@vitrine/core/server';
import { type Network, sendChecked } from './checked-request.ts';
import { readBody } from './download.ts';
import { unreachable } from './fetch-error.ts';

const MAX_BYTES = 20 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Downloads the JSON document at an https URL, without redirects.
 *
 * @throws FetchError if an address is not allowed, the server sends no JSON, or more than 20 KB. Also throws TypeError for
 * text that is not UTF-8, the errors of Node if the server does not respond, and the reason of the signal.
 */
export async function downloadDocument(
  given: string,
  { network, allowsHttp }: { readonly network: Network; readonly allowsHttp: boolean },
  signal: AbortSignal,
): Promise<FetchedDocument> {
  const url = URL.parse(given);
  if (url === null || !(url.protocol === 'https:' || allowsHttp)) throw unreachable();
  const content = { method: 'GET', headers: { accept: 'application/json' }, body: '' } as const;
  const response = await sendChecked(url, network, signal, content);
  try {
    const { 'content-type': type = '', 'cache-control': caching = '' } = response.headers;
    if (response.statusCode !== 200 || !JSON_TYPE.test(type)) throw unreachable();
    const bytes = await readBody(response, MAX_BYTES, 'The document is larger than 20 KB.', signal);
    return { text: strictUtf8.decode(bytes), maxAge: readMaxAge(caching) };
  } finally {
    response.destroy();
  }
}

/** Returns the milliseconds for which a response may be cached. Null: it does not say. */
function readMaxAge(caching: string): number | null {
  if (/\bno-(?:store|cache)\b/i.test(caching)) return 0;
  const seconds = /\bmax-age\s*=\s*"?(\d{1,9})/i.exec(caching)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}
