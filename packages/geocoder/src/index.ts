export { offlineGeocoder } from './offline-geocoder.ts';
export { type GeocoderOptions, GeocoderSettingError, openGeocoder } from './open-geocoder.ts';
