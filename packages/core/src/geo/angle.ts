/** The axis of an angle: degrees of latitude reach 90, those of longitude 180. */
export type Axis = 'lat' | 'lng';

export const MOST: Readonly<Record<Axis, number>> = { lat: 90, lng: 180 };
const NUMBER = String.raw`(?:\d{1,3}(?:[.,]\d+)?|[.,]\d+)`;
/** 48.2082, 48,2082, 48°12'30", 48° 12.5, N 48°, -16.4°, 16.4 W */
const ANGLE = String.raw`(?<before>[NSEW])?\s*(?<sign>[+\-−])?\s*(?<degrees>${NUMBER})(?:\s*(?<mark>°|º|deg)(?:\s*(?<minutes>\d{1,2}(?:[.,]\d+)?)\s*(?:['′’´\x60]\s*(?:(?<seconds>\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|''|′′))?)?)?)?\s*(?<after>[NSEW])?`;
const ONE = new RegExp(`^${ANGLE}$`, 'i');
const LONGEST = 60;

export interface Angle {
  readonly degrees: number;
  /** Null: no letter says it. */
  readonly axis: Axis | null;
  /** Digits after the decimal point. */
  readonly decimals: number;
  /** Whether its decimal mark is a comma. */
  readonly hasComma: boolean;
  /** Whether a sign, a mark or a letter says that it is an angle. */
  readonly isMarked: boolean;
}

/** The words for the points of the compass. `O` alone is east in German and west in French, so it is not read. */
const COMPASS: Readonly<Record<string, RegExp>> = {
  N: /(?<!\p{L})(?:north|nord|norte|noord)(?!\p{L})/giu,
  S: /(?<!\p{L})(?:south|süd|sud|sur|sul|zuid)(?!\p{L})/giu,
  E: /(?<!\p{L})(?:east|ost|est|este|leste|oost)(?!\p{L})/giu,
  W: /(?<!\p{L})(?:west|ouest|oeste|ovest)(?!\p{L})/giu,
};
const MINUTES = String.raw`(\d{1,3})SEPARATOR(\d{1,2})SEPARATOR(\d{1,2}(?:[.,]\d+)?)`;
const apart = (separator: string) => MINUTES.replaceAll('SEPARATOR', separator);
/** Degrees, minutes and seconds with letters, colons, hyphens or blanks between them, the last two beside a letter only. */
const UNMARKED: readonly RegExp[] = [
  /(\d{1,3})\s?d\s?(\d{1,2})\s?m\s?(\d{1,2}(?:[.,]\d+)?)\s?s(?=\s|[NSEW,;]|$)/gi,
  new RegExp(apart(':'), 'g'),
  new RegExp(String.raw`${apart('[ -]')}(?=\s?[NSEW])`, 'gi'),
  new RegExp(String.raw`(?<=[NSEW]\s?)${apart('[ -]')}`, 'gi'),
];

/** Returns a text with the marks of degrees, minutes and seconds, and with the letters of the compass. */
export function withMarks(text: string): string {
  let marked = text;
  for (const [letter, words] of Object.entries(COMPASS)) marked = marked.replace(words, letter);
  for (const form of UNMARKED) marked = marked.replace(form, `$1°$2'$3"`);
  return marked;
}

/** Reads one angle. Null: other text, or a part of it is out of range. */
export function readAngle(text: string): Angle | null {
  if (text.length > LONGEST) return null;
  const {
    before,
    sign,
    degrees = '',
    mark,
    minutes,
    seconds,
    after,
  } = ONE.exec(withMarks(text.trim()))?.groups ?? {};
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
    hasComma: degrees.includes(','),
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
