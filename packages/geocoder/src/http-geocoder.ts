import { isIP } from 'node:net';
import { type GeocodeMatch, type Geocoder, GeocoderBusyError } from '@vitrine/core';
import { StatedCountries } from './address/stated-countries.ts';
import { type Asking, askProvider, NoSuchAddress } from './http/ask-provider.ts';
import { chooseResult, type ProviderResult, readResults } from './http/provider-results.ts';
import type { Provider } from './http/providers.ts';

const TIME_LIMIT_MS = 10_000;

export interface HttpGeocoderOptions {
  readonly name: string;
  readonly provider: Provider;
  readonly key: string;
  /** Null: the provider's own. */
  readonly searchUrl: string | null;
  readonly userAgent: string;
  readonly callsPerSecond: number;
  readonly fetch: typeof fetch;
}

/**
 * A geocoder over a provider of node-geocoder, which is loaded with the first address. An answer is waited for 10 s. A
 * result in another country than the address states, or one that its provider trusts less than half, counts as none.
 * `openGeocoder` makes it from settings.
 */
export function httpGeocoder(options: HttpGeocoderOptions): Geocoder {
  const { name, callsPerSecond, provider, userAgent, searchUrl, fetch } = options;
  const countries = new StatedCountries();
  return {
    name,
    callsPerSecond,
    async geocode(address, { signal }) {
      // The library refuses them, some providers place them.
      if (address.trim() === '' || isIP(address.trim()) !== 0) return null;
      const ends = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
      const { notFoundIsNoMatch } = provider;
      try {
        const asking = { fetch, userAgent, signal: ends, searchUrl, notFoundIsNoMatch };
        const results = await ask(options, address, asking);
        return choose(address, results);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NoSuchAddress) return null;
        if (error instanceof GeocoderBusyError) throw error;
        throw new GeocoderBusyError('The geocoder gave an answer that can not be read.', null, {
          cause: error,
        });
      }
    },
  };

  function choose(address: string, results: readonly ProviderResult[]): GeocodeMatch | null {
    return chooseResult(
      results.filter(({ country }) => country === null || !countries.contradict(address, country)),
    );
  }
}

/**
 * The library formats answers inside callbacks, and what it throws there, over an answer of another form, would end the
 * process. So it gets an HTTP adapter that hands such an error back as the call's failure. Settles when `signal` aborts.
 */
async function ask(
  { provider, key }: HttpGeocoderOptions,
  address: string,
  asking: Asking,
): Promise<ProviderResult[]> {
  const { default: factory } = await import('node-geocoder/lib/geocoderfactory.js');
  const { signal } = asking;
  const { promise, resolve, reject } = Promise.withResolvers<ProviderResult[]>();
  let raw: unknown = null;
  const adapter = {
    supportsHttps: () => true,
    get(url: string, params: Readonly<Record<string, unknown>>, callback: Callback) {
      askProvider(url, params, asking)
        .then((answer) => {
          raw = answer;
          callback(null, answer);
        })
        .catch(reject);
    },
  };
  const late = () => reject(new GeocoderBusyError('The geocoder did not answer in time.'));
  signal.addEventListener('abort', late, { once: true });
  try {
    const library = factory._getGeocoder(provider.library, adapter, provider.settings(key));
    library.geocode(address, (error, results) => {
      if (error) reject(error);
      else resolve(readResults(results, raw, provider.library));
    });
  } catch (error) {
    reject(error);
  }
  return promise;
}

type Callback = (error: unknown, answer?: unknown) => void;
