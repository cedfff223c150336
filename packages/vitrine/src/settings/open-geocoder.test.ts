import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { ConfigError } from './config.ts';
import { openConfiguredGeocoder } from './open-geocoder.ts';

const NOTHING = { geocoderKey: undefined, geocoderContact: undefined, geocoderRate: undefined };
const signal = new AbortController().signal;

describe('the configured geocoder', () => {
  test(
    'is by default the offline geocoder, which finds postcodes and cities',
    verifies('geocode.offline', 'run.geocoder'),
    async () => {
      const geocoder = await openConfiguredGeocoder({ ...NOTHING, geocoder: 'offline' });
      expect([geocoder.name, geocoder.callsPerSecond]).toEqual(['offline', null]);
      expect(await geocoder.geocode('Washington, DC 20500', { signal })).toMatchObject({
        precision: 'postcode',
      });
    },
  );

  test('can be a Nominatim server with contact and rate', verifies('geocode.providers'), async () => {
    const geocoder = await openConfiguredGeocoder({
      ...NOTHING,
      geocoder: 'nominatim:https://nominatim.example.com',
      geocoderContact: 'ops@example.com',
      geocoderRate: 2,
    });
    expect(geocoder.name).toBe('nominatim:https://nominatim.example.com');
    expect(geocoder.callsPerSecond).toBe(2);
  });

  test.each([
    'nowhere',
    'nominatim:https://nominatim.example.com',
    'nominatim:ftp://example.com',
    'opencage',
    'nominatim',
  ])(
    'is refused in one line that names the setting: %s',
    verifies('geocode.providers', 'run.bad-value'),
    async (geocoder) => {
      const failure = await openConfiguredGeocoder({ ...NOTHING, geocoder }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ConfigError);
      expect(String(failure)).toMatch(/^ConfigError: VITRINE_GEOCODER \(--geocoder\): [^\n]+$/);
    },
  );
});
