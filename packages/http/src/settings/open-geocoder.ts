import type { Geocoder } from '@vitrine/core';
import { ConfigError } from './config.ts';
import { SETTINGS, type ServeConfig } from './settings.ts';

type GeocoderConfig = Pick<ServeConfig, 'geocoder' | 'geocoderKey' | 'geocoderContact' | 'geocoderRate'>;

/**
 * The geocoder that the settings name. The default one, and all that it reads, is loaded with the first address: many a
 * server has no map.
 *
 * @throws ConfigError for a setting that no geocoder can be made from.
 */
export async function openConfiguredGeocoder(config: GeocoderConfig): Promise<Geocoder> {
  if (config.geocoder === OFFLINE) return lateOfflineGeocoder();
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

const OFFLINE = 'offline';

function lateOfflineGeocoder(): Geocoder {
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
