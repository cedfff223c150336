import type { Places } from '../gazetteer/places.ts';
import { phrase, segmentsOf, type Word } from './address-words.ts';
import { placesCalled } from './city-names.ts';
import type { Countries } from './countries.ts';
import { type NamedRegion, regionsNamed } from './region-names.ts';

/** One way to read the end of an address: its country and region, and the words that remain for the city. */
export interface Reading {
  readonly country: string | null;
  readonly region: NamedRegion | null;
  readonly rest: readonly Word[];
  /** Folded name of the region or country; empty if there is none. */
  readonly hint: string;
  /** The folded words that name the region and the country. */
  readonly named: readonly string[];
  /** Whether the name of the region or country follows other words without a comma. */
  readonly isJoined: boolean;
  /** Certainty of such a reading. */
  readonly strength: number;
}

/** Certainty of a country or region by its name, or a region by its abbreviation. */
export const BY_NAME = 3;
/** Certainty of a country by its two letters, or by the form of its postcodes. */
export const BY_CODE = 2;

const NOTHING_NAMED: Omit<Reading, 'rest'> = {
  country: null,
  region: null,
  hint: '',
  named: [],
  isJoined: false,
  strength: 0,
};

const MAX_NAME_WORDS = 6;
/** A name may mean a city of at least this size even if a country or region has the same name. */
const KNOWN_CITY = 100_000;

/**
 * Returns every way to read the country and region of an address. If a name or code can be read, all readings have one,
 * so that a place is never searched for in another country than the stated one. The exception is the name of a large
 * city (Granada, Victoria).
 */
export function readHints(words: readonly Word[], places: Places, countries: Countries): Reading[] {
  const readings: Reading[] = [];
  for (const last of readEnd(words, countries)) {
    readings.push(last);
    for (const inner of readEnd(last.rest, countries)) {
      const refines =
        last.region === null &&
        (inner.region === null
          ? countries.isPart(inner.country ?? '', last.country ?? '')
          : inner.country === last.country);
      if (refines) readings.push({ ...inner, named: [...inner.named, ...last.named] });
    }
  }
  if (readings.length === 0) readings.push(...readStart(words, countries), ...readPostcodeForm(words));
  if (readings.every(({ hint }) => isLargeCity(hint, places))) {
    readings.push({ ...NOTHING_NAMED, rest: words });
  }
  return readings;
}

/** Returns the longest country and the longest regions that the last words before trailing numbers may name. */
function readEnd(words: readonly Word[], countries: Countries): Reading[] {
  const end = words.findLastIndex(({ isNumber }) => !isNumber) + 1;
  const readings: Reading[] = [];
  let hasCountry = false;
  let hasRegion = false;
  for (let start = Math.max(0, end - MAX_NAME_WORDS); start < end; start++) {
    const last = words.slice(start, end);
    if (last.some(({ isNumber, segment }) => isNumber || segment !== last[0]?.segment)) continue;
    const hint = phrase(last);
    const rest = words.slice(0, start);
    const isJoined = rest.at(-1)?.segment === last[0]?.segment;
    // An abbreviation means a region or country only after another word.
    if (hint.length <= 3 && !rest.some(({ isNumber }) => !isNumber) && countries.named(hint) === null)
      continue;
    if (!hasRegion) {
      for (const named of regionsNamed(hint)) {
        const { country } = named;
        readings.push({ country, region: named, rest, hint, named: [hint], isJoined, strength: BY_NAME });
        hasRegion = true;
      }
    }
    if (hasCountry) continue;
    const named = countries.named(hint);
    const code = named ?? countries.coded(hint);
    if (code !== null) {
      readings.push({
        country: code,
        region: null,
        rest,
        hint,
        named: [hint],
        isJoined,
        strength: hint.length === 2 ? BY_CODE : BY_NAME,
      });
      hasCountry = true;
    }
  }
  return readings;
}

/** Returns the reading with the country first: Россия, Москва. */
function readStart(words: readonly Word[], countries: Countries): Reading[] {
  const [first = [], ...others] = segmentsOf(words);
  const hint = phrase(first);
  const country = others.length === 0 ? null : countries.named(hint);
  if (country === null) return [];
  return [{ ...NOTHING_NAMED, country, rest: others.flat(), hint, named: [hint], strength: BY_NAME }];
}

/** Reads the country from a full British or Canadian postcode, whose form is unique: SW1A 2AA, K1M 1M4. */
function readPostcodeForm(words: readonly Word[]): Reading[] {
  const pairs = words.map(({ text }, at) => `${text} ${words[at + 1]?.text}`);
  const pair = pairs.find((each) => countryOfPostcode(each) !== null);
  if (pair === undefined) return [];
  const country = countryOfPostcode(pair);
  return [{ ...NOTHING_NAMED, country, rest: words, named: [pair], strength: BY_CODE }];
}

function countryOfPostcode(pair: string): string | null {
  if (/^[a-z]{1,2}\d[a-z\d]? \d[a-z]{2}$/.test(pair)) return 'GB';
  return /^[a-z]\d[a-z] \d[a-z]\d$/.test(pair) ? 'CA' : null;
}

function isLargeCity(name: string, places: Places): boolean {
  return placesCalled(places, name).some((place) => places.population(place) >= KNOWN_CITY);
}
