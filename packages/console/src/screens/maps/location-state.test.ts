import { expect, test } from 'vitest';
import { readPoint } from './location-state.ts';

test.for<readonly [string, { lat: number; lng: number } | null]>([
  ['48.2082, 16.3738', { lat: 48.2082, lng: 16.3738 }],
  ['48 16', { lat: 48, lng: 16 }],
  ['0, 0', { lat: 0, lng: 0 }],
  ['48,2082; 16,3738', { lat: 48.2082, lng: 16.3738 }],
  ['33.86S, 151.21E', { lat: -33.86, lng: 151.21 }],
  ['95, 16', null],
  ['48', null],
  ['Vienna', null],
])('the coordinates %s of a person are read', ([text, point]) => {
  expect(readPoint(text)).toEqual(point);
});
