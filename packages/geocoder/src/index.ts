export { offlineGeocoder } from './offline-geocoder.ts';
