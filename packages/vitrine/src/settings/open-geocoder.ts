import type { Geocoder } from '@vitrine/core';
import { ConfigError } from './config.ts';
import { SETTINGS, type ServeConfig } from './settings.ts';

type GeocoderConfig = Pick<ServeConfig, 'geocoder' | 'geocoderKey' | 'geocoderContact' | 'geocoderRate'>;

/**
 * Returns the geocoder that the settings name. The offline geocoder and its data are loaded at the first address,
 * because many servers have no map.
 *
 * @throws ConfigError if the settings are invalid for the geocoder.
 */
export async function openConfiguredGeocoder(config: GeocoderConfig): Promise<Geocoder> {
  if (config.geocoder === OFFLINE) return lazyOfflineGeocoder();
  const { GeocoderSettingError, openGeocoder } = await import('@vitrine/geocoder');
  try {
    return openGeocoder(config.geocoder, {
      key: config.geocoderKey,
      contact: config.geocoderContact,
      callsPerSecond: config.geocoderRate,
    });
  } catch (error) {
    if (!(error instanceof GeocoderSettingError)) throw error;
    const { variable, flag } = SETTINGS.geocoder;
    throw new ConfigError(`${variable} (${flag}): ${error.message}`, { cause: error });
  }
}

export const OFFLINE = 'offline';

/** Returns the offline geocoder. Its data is loaded with the first address. */
export function lazyOfflineGeocoder(): Geocoder {
  let loading: Promise<Geocoder> | null = null;
  return {
    name: OFFLINE,
    callsPerSecond: null,
    async geocode(address, options) {
      loading ??= import('@vitrine/geocoder').then(({ offlineGeocoder }) => offlineGeocoder());
      return (await loading).geocode(address, options);
    },
  };
}
