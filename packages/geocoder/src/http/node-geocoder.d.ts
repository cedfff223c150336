/** The internal function of the library that creates a provider with a given HTTP adapter. */
declare module 'node-geocoder/lib/geocoderfactory.js' {
  type Callback = (error: unknown, result?: unknown) => void;

  interface HttpAdapter {
    supportsHttps(): boolean;
    get(url: string, params: Readonly<Record<string, unknown>>, callback: Callback): void;
  }

  interface Provider {
    /** May throw synchronously. */
    geocode(address: string, callback: Callback): void;
  }

  const factory: {
    /** @throws Error for an unknown provider or a missing setting. */
    _getGeocoder(name: string, adapter: HttpAdapter, settings: Readonly<Record<string, unknown>>): Provider;
  };
  export default factory;
}
