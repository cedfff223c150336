/** What a provider of node-geocoder is given besides the address. */
export interface Provider {
  /** Under this name the library has it. */
  readonly library: string;
  readonly key: 'required' | 'pair' | 'none';
  /** The library's settings made of the key. */
  readonly settings: (key: string) => Readonly<Record<string, unknown>>;
  /** Answers with 404 or 422 where it knows no such address. */
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
 * The providers of node-geocoder 4.4 that read addresses and still run. `openstreetmap` is not here by that name, since the
 * library then asks the public Nominatim, whose policy does not allow it; `nominatim` demands a base URL.
 */
export const PROVIDERS: ReadonlyMap<string, Provider> = new Map(
  Object.entries({
    agol: withPair('agol', 'client_id', 'client_secret'),
    aplace: withKey('aplace'),
    geocodio: withKey('geocodio'),
    // Without this it answers with a house of another country when it does not know the one asked for.
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
