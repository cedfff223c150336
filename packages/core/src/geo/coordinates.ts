import { type Angle, MOST, readAngle, readDegrees, withMarks } from './angle.ts';
import type { Point } from './distance.ts';
import { isLink, readMapLink, searchedInMap } from './map-links.ts';

const LAT = String.raw`lat(?:itude|itud|itudine)?|breite(?:ngrad)?`;
const LNG = String.raw`lo?ng(?:itude|itud|itudine)?|lon|länge(?:ngrad)?`;
const labelled = (first: string, second: string) =>
  new RegExp(String.raw`^(?:${first})\s*[:=]?\s*(.+?)[\s,;&]+(?:${second})\s*[:=]?\s*(.+)$`, 'i');
const LAT_FIRST = labelled(LAT, LNG);
const LNG_FIRST = labelled(LNG, LAT);
/** Words that people write before coordinates. */
const LABEL =
  /^(?:gps|coord(?:inate)?s?|koordinaten|coordenadas|coordonnées|position|location|standort)\s*[:=]?\s*(?=[^a-z]|[nsew])/i;
/** Points of geographic databases and of GeoJSON, with the longitude first. */
const POINT = /^(?:SRID=4326;\s*)?POINT\s*Z?\s*\(\s*([+-]?[\d.]+)\s+([+-]?[\d.]+)(?:\s+[+-]?[\d.]+)?\s*\)$/i;
const GEOJSON = /"coordinates"\s*:\s*\[\s*([+-]?[\d.]+)\s*,\s*([+-]?[\d.]+)/;
const BRACKETED = /^[([{](.*)[)\]}]$/s;
/** Two bare numbers are coordinates if one has so many digits after its point: `12.50, 3.99` may be prices. */
const ENOUGH_DECIMALS = 3;
/** Digits behind a comma that may be between thousands. */
const THOUSAND = 3;
/** The longest text that is read, far above that of a link. */
const LONGEST_TEXT = 1_000;
const LONGEST_PAIR = 120;

/** The point of coordinates. */
export interface ReadPoint extends Point {
  /** Whether the text may say something else: 1.234 and 5.678 may be thousands, and [16.37, 48.2] has the longitude first. */
  readonly isDoubtful?: true;
}

/**
 * Reads an address that is nothing but coordinates: decimal degrees, degrees with minutes and seconds, a `geo:` URI, the
 * link of a map, a point of a geographic database. Null: it is none. `refused`: it has the form of coordinates, but they
 * are out of range, contradict each other or may be read in two ways; or it is a link without coordinates.
 */
export function readCoordinates(address: string): ReadPoint | 'refused' | null {
  if (address.length > LONGEST_TEXT) return null;
  const text = address.trim();
  if (isLink(text)) return readLink(text);
  const [, pointLng, pointLat] = POINT.exec(text) ?? GEOJSON.exec(text) ?? [];
  if (pointLng !== undefined && pointLat !== undefined) return checked(Number(pointLat), Number(pointLng));
  const isObject = text.startsWith('{');
  const bare = text
    .replace(BRACKETED, '$1')
    .replaceAll(isObject ? '"' : '', '')
    .replace(LABEL, '')
    .trim();
  const pair = readLabelled(bare) ?? readPair(bare);
  if (pair !== null && pair !== 'refused' && isList(text, pair)) return { ...pair, isDoubtful: true };
  return LABEL.test(text) ? withoutDoubt(pair) : pair;
}

/** Returns whether a text is a list of two bare numbers that may be in either order, as libraries of maps differ in it. */
function isList(text: string, { lng }: Point): boolean {
  return /^\[[\s\d.,+-]*\]$/.test(text) && Math.abs(lng) <= MOST.lat;
}

/** For a text that says itself that it is a place. */
function withoutDoubt(point: ReadPoint | 'refused' | null): Point | 'refused' | null {
  return point === null || point === 'refused' ? point : { lat: point.lat, lng: point.lng };
}

function readLink(link: string): Point | 'refused' {
  const point = readMapLink(link);
  if (point !== null) return checked(point.lat, point.lng);
  return withoutDoubt(readPair(searchedInMap(link) ?? '')) ?? 'refused';
}

function readLabelled(text: string): Point | 'refused' | null {
  const [, first, second] = LAT_FIRST.exec(text) ?? [];
  const [, last, beforeLast] = LNG_FIRST.exec(text) ?? [];
  const [lat, lng] = [
    readDegrees(first ?? beforeLast ?? '', 'lat'),
    readDegrees(second ?? last ?? '', 'lng'),
  ];
  return lat === null || lng === null ? null : checked(lat, lng);
}

function readPair(text: string): ReadPoint | 'refused' | null {
  const pair = splitPair(text);
  return pair === null ? null : join(pair);
}

/** Returns the two angles of a text, or null. A comma between them is followed by a space if others are decimal. */
function splitPair(written: string): readonly [Angle, Angle] | null {
  if (written.length > LONGEST_PAIR) return null;
  const text = withMarks(written);
  const separators = /,\d+\s*(?:[NSEW°º].*)?[,;\s/|].*,\d/i.test(text)
    ? /;|,\s|[\s/|]/g
    : /;|,|[\s/|]|(?<=[NSEW])(?=[\d+-])/gi;
  for (const { index, 0: separator } of text.matchAll(separators)) {
    const first = readAngle(text.slice(0, index));
    const second = readAngle(text.slice(index + separator.length).replace(/^[,;\s/|]+/, ''));
    if (first !== null && second !== null && (first.axis === null) === (second.axis === null))
      return [first, second];
  }
  return null;
}

function join([first, second]: readonly [Angle, Angle]): ReadPoint | 'refused' | null {
  const decimals = [first.decimals, second.decimals];
  const isPlain = !first.isMarked && !second.isMarked;
  if (isPlain && (Math.min(...decimals) === 0 || Math.max(...decimals) < ENOUGH_DECIMALS)) return null;
  const mayBeThousands =
    isPlain && [first, second].every(({ decimals, degrees }) => decimals === THOUSAND && degrees >= 1);
  // A comma is more often between thousands than between a number and its fraction.
  if (mayBeThousands && first.hasComma && second.hasComma) return null;
  if (first.axis !== null && first.axis === second.axis) return 'refused';
  // No latitude exceeds 90, so the first is the longitude.
  const isSwapped = first.axis === null ? Math.abs(first.degrees) > MOST.lat : first.axis === 'lng';
  const point = isSwapped ? checked(second.degrees, first.degrees) : checked(first.degrees, second.degrees);
  return point === 'refused' || !mayBeThousands ? point : { ...point, isDoubtful: true };
}

/** Returns the point if it exists. 0, 0 is what programs write for unknown coordinates. */
function checked(lat: number, lng: number): Point | 'refused' {
  const exists = Math.abs(lat) <= MOST.lat && Math.abs(lng) <= MOST.lng;
  return exists && (lat !== 0 || lng !== 0) ? { lat: lat + 0, lng: lng + 0 } : 'refused';
}
