import type { LocationResponse } from '@vitrine/client';
import { readDegrees } from '../../../../../core/src/geo/angle.ts';
import { readCoordinates } from '../../../../../core/src/geo/coordinates.ts';
import { mapsTexts } from '../../../texts/en/maps/maps.ts';
import type { Point } from '../world/viewport.ts';
import { hasUnusedWords } from './matched-parts.ts';

/** A match of at most this confidence is uncertain. */
const DOUBTFUL = 0.5;

export type Tone = 'good' | 'warn' | 'bad' | 'accent';

export function isWaiting({ geocodeStatus }: LocationResponse): boolean {
  return geocodeStatus === 'queued' || geocodeStatus === 'processing';
}

/** The centres of areas: a pin on one is not where the address is. */
const AREAS = ['postcode', 'city', 'region', 'country'] as const;
type Area = (typeof AREAS)[number];

/** How a location got its place, as the list can be filtered by it. */
export const STATES = ['located', 'area', 'ambiguous', 'waiting', 'failed', 'manual'] as const;
export type LocationState = (typeof STATES)[number];

export function stateOf(location: LocationResponse): LocationState {
  const { geocodeStatus, geocodeError, geocodeConfidence } = location;
  if (geocodeStatus === 'manual' || geocodeStatus === 'failed') return geocodeStatus;
  if (isWaiting(location)) return 'waiting';
  const isDoubtful = geocodeConfidence !== null && geocodeConfidence <= DOUBTFUL;
  if (geocodeError === 'ambiguous' || isDoubtful) return 'ambiguous';
  return areaOf(location) === null ? 'located' : 'area';
}

/** Returns the area whose centre the coordinates are. Null: the place itself was found, or that is unknown. */
function areaOf({ geocodeStatus, geocodePrecision }: LocationResponse): Area | null {
  if (geocodeStatus !== 'located') return null;
  return AREAS.find((area) => area === geocodePrecision) ?? null;
}

/**
 * Returns whether a person should look at the location: its address waits, was not found, is uncertain, or has a street
 * though only its city was found.
 */
export function needsReview(location: LocationResponse): boolean {
  const state = stateOf(location);
  if (state === 'area') return hasUnusedWords(location.address ?? '', location.geocodeMatched);
  return state === 'waiting' || state === 'failed' || state === 'ambiguous';
}

/** Returns what the coordinates of an address are: its house, or only the centre of its city. Null: unknown. */
export function describePrecision({ geocodeStatus, geocodePrecision }: LocationResponse): string | null {
  return geocodeStatus === 'located' && geocodePrecision !== null
    ? mapsTexts.precision[geocodePrecision]
    : null;
}

/** Returns the state in words and its colour. */
export function describeState(location: LocationResponse): { readonly label: string; readonly tone: Tone } {
  const { geocodeStatus, geocodeError } = location;
  const { status, areas } = mapsTexts;
  const area = areaOf(location);
  switch (stateOf(location)) {
    case 'failed':
      return { label: geocodeError === 'unavailable' ? status.unavailable : status.failed, tone: 'bad' };
    case 'waiting':
      return { label: status[geocodeStatus], tone: 'accent' };
    case 'ambiguous':
      return { label: status.ambiguous, tone: 'warn' };
    case 'area':
      return {
        label: area === null ? status.located : areas[area],
        tone: needsReview(location) ? 'warn' : 'good',
      };
    case 'located':
    case 'manual':
      return { label: status[geocodeStatus], tone: 'good' };
  }
}

export function placeOf({ lat, lng }: LocationResponse): Point | null {
  return lat === null || lng === null ? null : { lat, lng };
}

export function titleOf({ name, address, uniqueId }: LocationResponse): string {
  return name ?? address ?? uniqueId ?? mapsTexts.withoutName;
}

const titleOrder = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The order of the list. The server has the newest first, so that the rows of a file would be backwards. */
export function compareTitles(one: LocationResponse, other: LocationResponse): number {
  return titleOrder.compare(titleOf(one), titleOf(other));
}

/** Reads coordinates as people write them, and whole numbers too: here they are nothing else. Null: it is not a point. */
export function readPoint(text: string): Point | null {
  const [lat, lng, ...others] = text.trim().split(/[,;\s]+/);
  const isPair = lat !== undefined && lng !== undefined && others.length === 0;
  const point = isPair ? { lat: readDegrees(lat, 'lat'), lng: readDegrees(lng, 'lng') } : null;
  if (point !== null && point.lat !== null && point.lng !== null) return { lat: point.lat, lng: point.lng };
  const read = readCoordinates(text);
  return read === 'refused' ? null : read;
}

/** Formats a point with five decimals, about a meter. */
export function showPoint({ lat, lng }: Point): string {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return `${round(lat)}, ${round(lng)}`;
}
