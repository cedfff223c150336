import type { LocationResponse } from '@vitrine/client';
import { expect, test } from 'vitest';
import { describeState, needsReview, readPoint, stateOf } from './location-state.ts';

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

const located = (address: string, matched: readonly string[] | null, more: Partial<LocationResponse> = {}) =>
  ({
    address,
    geocodeStatus: 'located',
    geocodeError: null,
    geocodeConfidence: 0.98,
    geocodePrecision: 'city',
    geocodeMatched: matched,
    ...more,
  }) as LocationResponse;

test.each([
  [
    'a street of which only the city was found',
    located('Place de la Concorde, Paris', ['Paris']),
    'Only the city',
  ],
  [
    'a house of which only the postcode was found',
    located('700 Boylston St, Boston 02116', ['02116'], { geocodePrecision: 'postcode' }),
    'Only the postcode',
  ],
  ['a place of which the words are unknown', located('Somewhere', null), 'Only the city'],
])('%s is to be checked, however sure the geocoder is', (_, location, label) => {
  expect(stateOf(location)).toBe('area');
  expect(needsReview(location)).toBe(true);
  expect(describeState(location)).toEqual({ label, tone: 'warn' });
});

test('an address that is only a city says so and needs no check', () => {
  const location = located('Paris, France', ['Paris', 'France']);
  expect(needsReview(location)).toBe(false);
  expect(describeState(location)).toEqual({ label: 'Only the city', tone: 'good' });
});

test('what was found exactly, or placed by hand, is no area', () => {
  expect(stateOf(located('Ring 1, Wien', ['Wien'], { geocodePrecision: 'rooftop' }))).toBe('located');
  expect(stateOf(located('Ring 1, Wien', ['Wien'], { geocodeStatus: 'manual' }))).toBe('manual');
  expect(stateOf(located('Ring 1, Wien', ['Wien'], { geocodeConfidence: 0.3 }))).toBe('ambiguous');
});
