import { isIP } from 'node:net';
import { type GeocodeMatch, type Geocoder, GeocoderBusyError } from '@vitrine/core';
import { StatedCountries } from './address/names/stated-countries.ts';
import { askProvider, NoSuchAddress, type ProviderCall } from './http/ask-provider.ts';
import { chooseResult, type ProviderResult, readResults } from './http/provider-results.ts';
import type { Provider } from './http/providers.ts';

const TIMEOUT_MS = 10_000;

export interface HttpGeocoderOptions {
  readonly name: string;
  readonly provider: Provider;
  readonly key: string;
  /** Null: the default of the provider. */
  readonly searchUrl: string | null;
  readonly userAgent: string;
  readonly callsPerSecond: number;
  readonly fetch: typeof fetch;
}

/**
 * Creates a geocoder that asks a provider of node-geocoder. Loads the library with the first address. The timeout of a
 * call is 10 s. Skips results in a country other than the one that the address states, and those with a confidence
 * below one half. `openGeocoder` creates one from settings.
 */
export function httpGeocoder(options: HttpGeocoderOptions): Geocoder {
  const { name, callsPerSecond, provider, userAgent, searchUrl, fetch } = options;
  const countries = new StatedCountries();
  return {
    name,
    callsPerSecond,
    async geocode(address, { signal }) {
      // The library refuses IP addresses, and some providers locate them.
      if (address.trim() === '' || isIP(address.trim()) !== 0) return null;
      const aborted = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const { notFoundIsNoMatch } = provider;
      try {
        const call = { fetch, userAgent, signal: aborted, searchUrl, notFoundIsNoMatch };
        const results = await resultsFor(address, options, call);
        return choose(address, results);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NoSuchAddress) return null;
        if (error instanceof GeocoderBusyError) throw error;
        throw new GeocoderBusyError('The response of the geocoder cannot be read.', null, {
          cause: error,
        });
      }
    },
  };

  function choose(address: string, results: readonly ProviderResult[]): GeocodeMatch | null {
    return chooseResult(
      address,
      results.filter(({ country }) => country === null || !countries.contradict(address, country)),
    );
  }
}

/**
 * Returns the results of the provider. Settles when `signal` aborts.
 *
 * The library parses responses in callbacks, so an error that it throws for an unexpected response would crash the
 * process. It therefore gets an HTTP adapter that catches such an error and rejects the call.
 */
async function resultsFor(
  address: string,
  { provider, key }: HttpGeocoderOptions,
  call: ProviderCall,
): Promise<ProviderResult[]> {
  const { default: factory } = await import('node-geocoder/lib/geocoderfactory.js');
  const { signal } = call;
  const { promise, resolve, reject } = Promise.withResolvers<ProviderResult[]>();
  let body: unknown = null;
  const adapter = {
    supportsHttps: () => true,
    get(url: string, params: Readonly<Record<string, unknown>>, callback: Callback) {
      askProvider(url, params, call)
        .then((json) => {
          body = json;
          callback(null, json);
        })
        .catch(reject);
    },
  };
  const late = () => reject(new GeocoderBusyError('The geocoder did not respond in time.'));
  signal.addEventListener('abort', late, { once: true });
  try {
    const library = factory._getGeocoder(provider.library, adapter, provider.settings(key));
    library.geocode(address, (error, results) => {
      if (error) reject(error);
      else resolve(readResults(results, body, provider.library));
    });
  } catch (error) {
    reject(error);
  }
  return promise;
}

type Callback = (error: unknown, response?: unknown) => void;
