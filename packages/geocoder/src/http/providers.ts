/** How to set up a provider of node-geocoder. */
export interface Provider {
  /** Name of the provider in the library. */
  readonly library: string;
  readonly key: 'required' | 'pair' | 'none';
  /** Returns the settings of the library for the key. */
  readonly settings: (key: string) => Readonly<Record<string, unknown>>;
  /** Whether 404 and 422 mean that it does not know the address. */
  readonly notFoundIsNoMatch: boolean;
}

function withKey(library: string): Provider {
  return { library, key: 'required', settings: (apiKey) => ({ apiKey }), notFoundIsNoMatch: true };
}

function withPair(library: string, first: string, second: string): Provider {
  return {
    library,
    key: 'pair',
    settings(key) {
      const [id = '', ...secret] = key.split(':');
      return { [first]: id, [second]: secret.join(':') };
    },
    notFoundIsNoMatch: true,
  };
}

/**
 * The providers of node-geocoder 4.4 that take addresses and still exist. `nominatim` replaces `openstreetmap` and
 * requires a base URL, because the library would ask the public Nominatim, whose policy forbids this use.
 */
export const PROVIDERS: ReadonlyMap<string, Provider> = new Map(
  Object.entries({
    agol: withPair('agol', 'client_id', 'client_secret'),
    aplace: withKey('aplace'),
    geocodio: withKey('geocodio'),
    // Otherwise Google returns a house in another country for an unknown address.
    google: { ...withKey('google'), settings: (apiKey) => ({ apiKey, excludePartialMatches: true }) },
    here: withKey('here'),
    locationiq: withKey('locationiq'),
    mapbox: withKey('mapbox'),
    mapquest: withKey('mapquest'),
    nominatim: { library: 'openstreetmap', key: 'none', settings: () => ({}), notFoundIsNoMatch: false },
    nominatimmapquest: withKey('nominatimmapquest'),
    opencage: withKey('opencage'),
    opendatafrance: { library: 'opendatafrance', key: 'none', settings: () => ({}), notFoundIsNoMatch: true },
    openmapquest: withKey('openmapquest'),
    pickpoint: withKey('pickpoint'),
    smartystreets: withPair('smartystreets', 'auth_id', 'auth_token'),
    tomtom: withKey('tomtom'),
    virtualearth: withKey('virtualearth'),
    yandex: withKey('yandex'),
  } satisfies Record<string, Provider>),
);
