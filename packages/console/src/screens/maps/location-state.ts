import type { LocationResponse } from '@vitrine/client';
import { mapsTexts } from '../../texts/en/maps.ts';
import type { Point } from './viewport.ts';

/** A match of at most this confidence is uncertain. */
const DOUBTFUL = 0.5;

export type Tone = 'good' | 'warn' | 'bad' | 'accent';

export function isWaiting({ geocodeStatus }: LocationResponse): boolean {
  return geocodeStatus === 'queued' || geocodeStatus === 'processing';
}

/** Returns whether a person should look at the location: its address waits, was not found, or is uncertain. */
export function needsReview(location: LocationResponse): boolean {
  const { geocodeStatus, geocodeError, geocodeConfidence } = location;
  if (geocodeStatus === 'manual') return false;
  return (
    isWaiting(location) ||
    geocodeStatus === 'failed' ||
    geocodeError === 'ambiguous' ||
    (geocodeConfidence !== null && geocodeConfidence <= DOUBTFUL)
  );
}

/** Returns the state in words and its colour. */
export function describeState(location: LocationResponse): { readonly label: string; readonly tone: Tone } {
  const { geocodeStatus, geocodeError } = location;
  const { status } = mapsTexts;
  if (geocodeStatus === 'failed') {
    return { label: geocodeError === 'unavailable' ? status.unavailable : status.failed, tone: 'bad' };
  }
  if (isWaiting(location)) return { label: status[geocodeStatus], tone: 'accent' };
  if (needsReview(location)) return { label: status.ambiguous, tone: 'warn' };
  return { label: status[geocodeStatus], tone: 'good' };
}

export function placeOf({ lat, lng }: LocationResponse): Point | null {
  return lat === null || lng === null ? null : { lat, lng };
}

export function titleOf({ name, address, uniqueId }: LocationResponse): string {
  return name ?? address ?? uniqueId ?? mapsTexts.withoutName;
}

/** Reads `48.2082, 16.3738`. Null: it is not a point. */
export function readPoint(text: string): Point | null {
  const [, lat, lng] = /^\s*([+-]?\d+(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (lat === undefined || lng === undefined) return null;
  const point = { lat: Number(lat), lng: Number(lng) };
  return Math.abs(point.lat) <= 90 && Math.abs(point.lng) <= 180 ? point : null;
}

/** Formats a point with five decimals, about a meter. */
export function showPoint({ lat, lng }: Point): string {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  return `${round(lat)}, ${round(lng)}`;
}
