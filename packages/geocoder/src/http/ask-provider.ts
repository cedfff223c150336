import { GeocoderBusyError } from '@vitrine/core';
import { readRetryAfter } from './retry-after.ts';

export interface Asking {
  readonly fetch: typeof fetch;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  /** In place of what the library would ask, for a server of the operator's. */
  readonly searchUrl: string | null;
  readonly notFoundIsNoMatch: boolean;
}

/** The provider said that it knows no such address. */
export class NoSuchAddress extends Error {}

/**
 * The JSON that a provider answers with. Its URL holds the key, so no message repeats it.
 *
 * @throws GeocoderBusyError for every other answer, with the time of `Retry-After`; NoSuchAddress.
 */
export async function askProvider(
  url: string,
  params: Readonly<Record<string, unknown>>,
  { fetch, userAgent, signal, searchUrl, notFoundIsNoMatch }: Asking,
): Promise<unknown> {
  const target = new URL(searchUrl ?? url);
  // Some of the library's addresses are plain http, and the key is in the query.
  if (searchUrl === null) target.protocol = 'https:';
  for (const [name, value] of Object.entries(params)) target.searchParams.set(name, String(value));
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  let status: number;
  let retryAfter: string | null;
  let text: string;
  try {
    const response = await fetch(target, { headers, signal });
    status = response.status;
    retryAfter = response.headers.get('retry-after');
    text = await response.text();
  } catch (error) {
    throw new GeocoderBusyError('The geocoder can not be reached.', null, { cause: error });
  }
  if (notFoundIsNoMatch && (status === 404 || status === 422)) throw new NoSuchAddress();
  if (status < 200 || status > 299) {
    throw new GeocoderBusyError(`The geocoder answered with ${status}.`, readRetryAfter(retryAfter));
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GeocoderBusyError('The geocoder answered with something that is not JSON.', null, {
      cause: error,
    });
  }
}
