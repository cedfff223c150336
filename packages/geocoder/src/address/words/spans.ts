import { phrase, segmentsOf, type Word } from './address-words.ts';
import { isFillWord, isStreetWord } from './street-words.ts';

/** Consecutive words of a segment that may be the name of a city. */
export interface Span {
  readonly name: string;
  /** Where they are in the words of the segment: from the first word up to and without the last. */
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
  /** Number of segments between it and the region or country. */
  readonly distance: number;
  /** The segment. */
  readonly words: readonly Word[];
  /** Whether a street and a postcode precede it: Herrengasse 16, 8010 Graz. */
  readonly isPosted?: boolean;
}

/** A number that may be a postcode: 8010, 24103, 3512AE, CH8001. */
const POSTCODE = /^[a-z]{0,2}\d{4,6}(?:[a-z]{2})?$/;
const MAX_NAME_WORDS = 7;
const MAX_SEGMENTS = 6;

/** Returns whether the other words of the segment are a postcode, and not a year: `8010 Graz`, `Vichy 03200`. */
export function isByPostcode({ words, from, to }: Span): boolean {
  return [words.slice(0, from), words.slice(to)].some((beside) => {
    const text = phrase(beside);
    return POSTCODE.test(text) && !/^(?:19|20)\d\d$/.test(text);
  });
}

/** Returns the spans that may name a city, from the last segment to the first. */
export function cityNames(rest: readonly Word[]): Span[] {
  const segments = segmentsOf(rest).slice(-MAX_SEGMENTS).reverse();
  return segments.flatMap((words, distance) => {
    const isPosted = hasPostcode(words, segments.slice(distance + 1));
    return spansOf(words, distance).map((span) => ({ ...span, isPosted }));
  });
}

/** Returns whether a segment, or the one before it, begins with a postcode that follows a street. */
function hasPostcode(
  words: readonly Word[],
  [before = [], ...earlier]: readonly (readonly Word[])[],
): boolean {
  const isAfterStreet = (segments: readonly (readonly Word[])[]) =>
    segments.some((segment) => segment.some(({ text, isNumber }) => isNumber || isStreetWord(text)));
  if (POSTCODE.test(words[0]?.text ?? '')) return isAfterStreet([before, ...earlier]);
  const whole = before.map(({ text }) => text).join('');
  return POSTCODE.test(whole) && isAfterStreet(earlier);
}

function spansOf(words: readonly Word[], distance: number): Span[] {
  const street = words.findLastIndex(({ text }, index) => isStreet(text, words[index - 1]));
  const isPlain = words.some(({ isAside }) => !isAside);
  const isSignificant = words.map(
    ({ text, isNumber, isAside }) => !isNumber && !isFillWord(text) && !(isAside && isPlain),
  );
  const first = isSignificant.indexOf(true);
  const last = isSignificant.lastIndexOf(true);
  const isRegional = namesRegion(words);
  const spans: Span[] = [];
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= Math.min(words.length, start + MAX_NAME_WORDS); end++) {
      if (words[end - 1]?.isNumber) break;
      const isWhole = start <= first && end > last;
      // Broadway may be a town, but 12 Broadway is a street. The town may follow the street without a comma.
      const allowed =
        street === -1
          ? isWhole || start <= first || end > last || !words.some(({ isNumber }) => isNumber)
          : (isWhole && !isHouseNumber(words[0])) || (start > street && end > last && distance === 0);
      if (!allowed || (isRegional && !isWhole)) continue;
      spans.push({ name: phrase(words.slice(start, end)), from: start, to: end, words, isWhole, distance });
    }
  }
  return spans;
}

/** The words for a kind of region before its name, and behind it: Landkreis München, Orange County. */
const KIND_BEFORE =
  /^(?:landkreis|kreis|kanton|canton|cantone|county|province|provincia|provincie|provinz|departement|departamento|region|estado|state|distrito|comarca|powiat|wojewodztwo) /;
const KIND_BEHIND =
  / (?:county|parish|province|prefecture|oblast|krai|region|megye|fylke|lan|zupanija|voivodeship|governorate|department)$/;

/** Returns whether a segment names a region by its kind, so that a piece of it names no city. */
function namesRegion(words: readonly Word[]): boolean {
  const text = phrase(words.filter(({ isAside }) => !isAside));
  return KIND_BEFORE.test(text) || KIND_BEHIND.test(text);
}

function isHouseNumber(word: Word | undefined): boolean {
  return word?.isNumber === true && !POSTCODE.test(word.text);
}

/** Returns whether a word means a street. `St` means a street after a name, and a saint before one. */
export function isStreet(word: string, before: Word | undefined): boolean {
  if (word !== 'st') return isStreetWord(word);
  return before !== undefined && !before.isNumber && !isStreetWord(before.text) && before.text !== 'st';
}
