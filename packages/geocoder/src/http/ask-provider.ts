import { GeocoderBusyError } from '@vitrine/core';
import { readRetryAfter } from '@vitrine/core/server';

export interface ProviderCall {
  readonly fetch: typeof fetch;
  readonly userAgent: string;
  readonly signal: AbortSignal;
  /** Replaces the URL of the library, for a server of the operator. */
  readonly searchUrl: string | null;
  /** Whether 404 and 422 mean that the provider does not know the address. */
  readonly notFoundIsNoMatch: boolean;
}

/** The provider does not know the address. */
export class NoSuchAddress extends Error {}

/**
 * Returns the JSON of a provider's response. Messages do not contain the URL, because it contains the key.
 *
 * @throws NoSuchAddress if the provider does not know the address.
 * @throws GeocoderBusyError for every other failure, with the time of `Retry-After`.
 */
export async function askProvider(
  url: string,
  params: Readonly<Record<string, unknown>>,
  { fetch, userAgent, signal, searchUrl, notFoundIsNoMatch }: ProviderCall,
): Promise<unknown> {
  const target = new URL(searchUrl ?? url);
  // Some URLs of the library are plain http, and the query contains the key.
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
    throw new GeocoderBusyError('The geocoder cannot be reached.', null, { cause: error });
  }
  if (notFoundIsNoMatch && (status === 404 || status === 422)) throw new NoSuchAddress();
  if (status < 200 || status > 299) {
    throw new GeocoderBusyError(`The geocoder responded with ${status}.`, readRetryAfter(retryAfter));
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GeocoderBusyError('The response of the geocoder is not JSON.', null, {
      cause: error,
    });
  }
}
