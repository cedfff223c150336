/** The part of the library that makes a provider over an HTTP adapter of the caller's. */
declare module 'node-geocoder/lib/geocoderfactory.js' {
  type Callback = (error: unknown, result?: unknown) => void;

  interface HttpAdapter {
    supportsHttps(): boolean;
    get(url: string, params: Readonly<Record<string, unknown>>, callback: Callback): void;
  }

  interface Provider {
    /** May throw at once. */
    geocode(address: string, callback: Callback): void;
  }

  const factory: {
    /** @throws Error for a provider that the library does not know, or that misses a setting. */
    _getGeocoder(name: string, adapter: HttpAdapter, settings: Readonly<Record<string, unknown>>): Provider;
  };
  export default factory;
}
