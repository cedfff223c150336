import { expect, test } from 'vitest';
import { PROVIDERS } from './http/providers.ts';
import { GeocoderSettingError, openGeocoder } from './open-geocoder.ts';

const CONTACT = { contact: 'maps@example.com' };

test.for([
  ['', {}, 'Expected offline, nominatim:<base url> or one of'],
  ['nowhere', {}, 'not "nowhere"'],
  ['openstreetmap', CONTACT, 'Expected offline, nominatim:<base url> or one of'],
  ['offline:x', {}, 'Expected offline'],
  ['line\nbreak', {}, 'not "line\\nbreak"'],
  ['nominatim', CONTACT, 'nominatim needs the base URL'],
  ['nominatim:', CONTACT, 'nominatim needs the base URL'],
  ['nominatim:example.com', CONTACT, 'nominatim needs the base URL'],
  ['nominatim:file:///etc', CONTACT, 'nominatim needs the base URL'],
  ['nominatim:https://me:pw@example.com', CONTACT, 'without user name'],
  ['nominatim:https://example.com/?key=1', CONTACT, 'without user name, query'],
  ['nominatim:https://example.com', {}, 'VITRINE_GEOCODER_CONTACT'],
  ['nominatim:https://example.com', { contact: ' ' }, 'VITRINE_GEOCODER_CONTACT'],
  ['nominatim:https://example.com', { contact: 'a@b\r\nX: y' }, 'VITRINE_GEOCODER_CONTACT'],
  ['google', {}, 'google needs a key: set VITRINE_GEOCODER_KEY.'],
  ['google:AIza', {}, 'Expected google alone'],
  ['smartystreets', { key: 'half' }, 'key of two parts'],
  ['google', { key: 'k', callsPerSecond: 0 }, 'VITRINE_GEOCODER_RATE'],
  ['google', { key: 'k', callsPerSecond: Number.NaN }, 'VITRINE_GEOCODER_RATE'],
  ['nominatim:https://nominatim.openstreetmap.org', { ...CONTACT, callsPerSecond: 1 }, '4 calls a minute'],
] as const)('refuses %s with %o in one line', ([setting, options, part]) => {
  const open = () => openGeocoder(setting, options);
  expect(open).toThrow(GeocoderSettingError);
  expect(open).toThrow(part);
  expect(open).toThrow(/^[^\n]+$/);
});

test('an error contains no key', () => {
  expect(() => openGeocoder('smartystreets', { key: 'topsecret' })).toThrow(/^(?!.*topsecret)/);
  expect(() => openGeocoder('google:topsecret')).toThrow(/^(?!.*topsecret)/);
});

test('opens every provider with its required settings', () => {
  for (const [name, { key }] of PROVIDERS) {
    const setting = name === 'nominatim' ? 'nominatim:https://nominatim.example.com/' : name;
    const geocoder = openGeocoder(setting, { ...CONTACT, ...(key === 'none' ? {} : { key: 'id:secret' }) });
    expect(geocoder.name).toBe(setting.replace(/\/$/, ''));
    expect(geocoder.callsPerSecond).toBe(name === 'nominatim' ? 1 : 5);
  }
});

test('the offline geocoder has no rate limit, and the public Nominatim has one of 4 calls a minute', () => {
  expect(openGeocoder('offline')).toMatchObject({ name: 'offline', callsPerSecond: null });
  expect(openGeocoder('nominatim:https://nominatim.openstreetmap.org', CONTACT).callsPerSecond).toBe(4 / 60);
  expect(openGeocoder('google', { key: 'k', callsPerSecond: 50 }).callsPerSecond).toBe(50);
});

test('the library knows every provider', async () => {
  const { default: factory } = await import('node-geocoder/lib/geocoderfactory.js');
  const adapter = { supportsHttps: () => true, get() {} };
  for (const { library, settings } of PROVIDERS.values()) {
    expect(factory._getGeocoder(library, adapter, settings('id:secret')), library).toBeTypeOf('object');
  }
});
