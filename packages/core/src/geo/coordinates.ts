import type { Point } from './distance.ts';

/** The axis of an angle: degrees of latitude reach 90, those of longitude 180. */
export type Axis = 'lat' | 'lng';

const MOST: Readonly<Record<Axis, number>> = { lat: 90, lng: 180 };
const NUMBER = String.raw`(?:\d{1,3}(?:[.,]\d+)?|[.,]\d+)`;
/** 48.2082, 48,2082, 48°12'30", 48° 12.5, N 48°, -16.4°, 16.4 W */
const ANGLE = String.raw`(?<before>[NSEW])?\s*(?<sign>[+\-−])?\s*(?<degrees>${NUMBER})(?:\s*(?<mark>°|º|deg)(?:\s*(?<minutes>\d{1,2}(?:[.,]\d+)?)\s*(?:['′’]\s*(?:(?<seconds>\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|''|′′))?)?)?)?\s*(?<after>[NSEW])?`;
const ONE = new RegExp(`^${ANGLE}$`, 'i');
const LONGEST = 60;

interface Angle {
  readonly degrees: number;
  /** Null: no letter says it. */
  readonly axis: Axis | null;
  /** Digits after the decimal point. */
  readonly decimals: number;
  /** Whether a sign, a mark or a letter says that it is an angle. */
  readonly isMarked: boolean;
}

function readAngle(text: string): Angle | null {
  if (text.length > LONGEST) return null;
  const { before, sign, degrees = '', mark, minutes, seconds, after } = ONE.exec(text.trim())?.groups ?? {};
  if (degrees === '' || (before !== undefined && after !== undefined)) return null;
  const letter = (before ?? after)?.toUpperCase();
  // Only the smallest unit may have a fraction. A letter already says the direction.
  if (minutes !== undefined && /[.,]/.test(degrees)) return null;
  if (seconds !== undefined && /[.,]/.test(minutes ?? '')) return null;
  if (letter !== undefined && sign !== undefined) return null;
  const [minute, second] = [minutes, seconds].map((part) => toNumber(part ?? '0'));
  if (minute === undefined || second === undefined || minute >= 60 || second >= 60) return null;
  const size = toNumber(degrees) + minute / 60 + second / 3_600;
  const isNegative = letter === 'S' || letter === 'W' || sign === '-' || sign === '−';
  return {
    degrees: isNegative ? -size : size,
    axis: letter === undefined ? null : /[NS]/.test(letter) ? 'lat' : 'lng',
    decimals: /[.,](\d+)/.exec(degrees)?.[1]?.length ?? 0,
    isMarked: mark !== undefined || letter !== undefined || sign !== undefined,
  };
}

function toNumber(text: string): number {
  return Number(text.replace(',', '.'));
}

/**
 * Reads degrees of latitude or longitude as people write them: `48.2082`, `48,2082`, `+48.2`, `1.23N`, `48°12'30"N`.
 * Null: other text, a letter of the other axis, or out of range.
 */
export function readDegrees(text: string, axis: Axis): number | null {
  const angle = readAngle(text);
  if (angle === null || (angle.axis !== null && angle.axis !== axis)) return null;
  return Math.abs(angle.degrees) <= MOST[axis] ? angle.degrees + 0 : null;
}

/** The links of maps and the URI of a point, in the order of trust: a pin is more exact than the view around it. */
const LINKS = [
  /^geo:([+-]?\d+(?:\.\d+)?),([+-]?\d+(?:\.\d+)?)(?:,[+-]?\d+(?:\.\d+)?)?(?:[;?].*)?$/i,
  /^https?:.*!3d(-?\d+(?:\.\d+)?)!4d(-?\d+(?:\.\d+)?)/i,
  /^https?:.*[?&]mlat=(-?\d+(?:\.\d+)?)&mlon=(-?\d+(?:\.\d+)?)/i,
  /^https?:.*[?&](?:q|ll|query|center|destination|daddr|cp|coordinate)=(?:loc:)?(-?\d+(?:\.\d+)?)(?:,|%2C|~)\+?(-?\d+(?:\.\d+)?)(?:[&#].*)?$/i,
  /^https?:.*\/@(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?:,|$)/i,
  /^https?:.*#map=\d+(?:\.\d+)?\/(-?\d+(?:\.\d+)?)\/(-?\d+(?:\.\d+)?)/i,
];
const LABELS = /^lat(?:itude)?\s*[:=]?\s*(.+?)[\s,;]+(?:longitude|long|lng|lon)\s*[:=]?\s*(.+)$/i;
/** Two bare numbers are coordinates if one has so many digits after its point: `12.50, 3.99` may be prices. */
const ENOUGH_DECIMALS = 3;
/** The longest text that is read, far above that of a link. */
const LONGEST_TEXT = 1_000;

/**
 * Reads an address that is nothing but coordinates: decimal degrees, degrees with minutes and seconds, a `geo:` URI or
 * the link of a map. Null: it is none. `refused`: it has the form of coordinates, but they are out of range, contradict
 * each other or may be read in two ways.
 */
export function readCoordinates(address: string): Point | 'refused' | null {
  if (address.length > LONGEST_TEXT) return null;
  const text = address
    .trim()
    .replace(/^[([](.*)[)\]]$/, '$1')
    .trim();
  for (const link of LINKS) {
    const [, lat, lng] = link.exec(text) ?? [];
    if (lat !== undefined && lng !== undefined) return checked(Number(lat), Number(lng));
  }
  const [, labelledLat, labelledLng] = LABELS.exec(text) ?? [];
  if (labelledLat !== undefined && labelledLng !== undefined) {
    const [lat, lng] = [readDegrees(labelledLat, 'lat'), readDegrees(labelledLng, 'lng')];
    return lat === null || lng === null ? null : checked(lat, lng);
  }
  const pair = splitPair(text);
  return pair === null ? null : join(pair);
}

/** Returns the two angles of a text, or null. A comma between them is followed by a space if others are decimal. */
function splitPair(text: string): readonly [Angle, Angle] | null {
  if (text.length > 2 * LONGEST) return null;
  const separators = /,\d+\s*(?:[NSEW°º].*)?[,;\s].*,\d/i.test(text)
    ? /;|,\s|\s/g
    : /;|,|\s|(?<=[NSEW])(?=[\d+-])/gi;
  for (const { index, 0: separator } of text.matchAll(separators)) {
    const first = readAngle(text.slice(0, index));
    const second = readAngle(text.slice(index + separator.length).replace(/^[,;\s]+/, ''));
    if (first !== null && second !== null && (first.axis === null) === (second.axis === null))
      return [first, second];
  }
  return null;
}

function join([first, second]: readonly [Angle, Angle]): Point | 'refused' | null {
  const decimals = [first.decimals, second.decimals];
  const isPlain = !first.isMarked && !second.isMarked;
  if (isPlain && (Math.min(...decimals) === 0 || Math.max(...decimals) < ENOUGH_DECIMALS)) return null;
  if (first.axis !== null && first.axis === second.axis) return 'refused';
  return first.axis === 'lng'
    ? checked(second.degrees, first.degrees)
    : checked(first.degrees, second.degrees);
}

/** Returns the point if it exists. 0, 0 is what programs write for unknown coordinates. */
function checked(lat: number, lng: number): Point | 'refused' {
  const exists = Math.abs(lat) <= MOST.lat && Math.abs(lng) <= MOST.lng;
  return exists && (lat !== 0 || lng !== 0) ? { lat: lat + 0, lng: lng + 0 } : 'refused';
}
