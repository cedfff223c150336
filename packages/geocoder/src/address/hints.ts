import type { Region, Regions } from '../gazetteer/region-ids.ts';
import { phrase, segmentsOf, type Word } from './address-words.ts';
import type { CityNames } from './city-names.ts';
import type { Countries } from './countries.ts';
import { provinceCoded, regionsNamed } from './region-names.ts';
import { isFillWord } from './street-words.ts';

/** One way to read the end of an address: its country and region, and the words that remain for the city. */
export interface Reading {
  readonly country: string | null;
  readonly region: Region | null;
  readonly rest: readonly Word[];
  /** Folded name of the region or country; empty if there is none. */
  readonly hint: string;
  /** The folded words that name the region and the country. */
  readonly named: readonly string[];
  /** Whether the name of the region or country follows other words without a comma. */
  readonly isJoined: boolean;
  /** Certainty of such a reading. */
  readonly strength: number;
  /** The coarser reading of the same words, which counts only if this one finds no city. */
  readonly refines: Reading | null;
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
  refines: null,
};

const MAX_NAME_WORDS = 6;
/** A name may mean a city of at least this size even if a country or region has the same name. */
const KNOWN_CITY = 100_000;

/**
 * Returns every way to read the country and region of an address. If a name or code can be read, all readings have one,
 * so that a place is never searched for in another country than the stated one. The exceptions are the name of a large
 * city (Granada, Victoria), and names and codes that are seldom those of a region or country (Kärnten, `MI` in brackets,
 * `CH-8001`): they refine a reading that names nothing.
 */
export function readHints(words: readonly Word[], names: CityNames, countries: Countries): Reading[] {
  const { regions } = names.places;
  const nothing: Reading = { ...NOTHING_NAMED, rest: words };
  const readings: Reading[] = [];
  for (const last of readEnd(words, countries)) {
    const coarse = isLargeCity(last.hint, names) ? { ...last, refines: nothing } : last;
    readings.push(coarse, ...readInner(coarse, regions, countries));
  }
  const prefixed = readPrefix(words, nothing, countries);
  if (readings.length === 0) readings.push(...readStart(words, countries), ...readPostcodeForm(words));
  if (readings.length === 0) readings.push(...prefixed, ...readSeldom(words, nothing, regions));
  // The country before the postcode decides which country a code or region at the end belongs to.
  const agreeing = readings.filter(({ country }) => prefixed.some((each) => each.country === country));
  const kept = prefixed.length > 0 && agreeing.length > 0 ? agreeing : readings;
  return kept.every(({ hint, refines }) => refines !== null || isLargeCity(hint, names))
    ? [...kept, nothing]
    : kept;
}

/** Returns the readings of a country's region, or of a part of it, before the country. */
function readInner(last: Reading, regions: Regions, countries: Countries): Reading[] {
  const { country } = last;
  if (last.region !== null || country === null) return [];
  const refined = (inner: Reading): Reading => ({
    ...inner,
    named: [...inner.named, ...last.named],
    refines: last,
  });
  const parts = readEnd(last.rest, countries).filter(({ region, ...inner }) =>
    region === null ? countries.isPart(inner.country ?? '', country) : inner.country === country,
  );
  if (parts.some(({ region }) => region !== null)) return parts.map(refined);
  const named = endsOf(last.rest).flatMap(({ hint, rest, isJoined }) => {
    const found = regions.named(hint).filter((region) => region.country === country);
    const province = country === 'IT' ? provinceCoded(hint) : null;
    return [...found, ...(province === null ? [] : [province])].map((region) =>
      reading(region, { hint, rest, isJoined }),
    );
  });
  return [...parts, ...named.slice(0, 1)].map(refined);
}

interface End {
  readonly hint: string;
  readonly rest: readonly Word[];
  readonly isJoined: boolean;
}

/** Returns the last words before trailing numbers that may be one name, the longest first. */
function endsOf(words: readonly Word[]): End[] {
  const end = words.findLastIndex(({ isNumber }) => !isNumber) + 1;
  const ends: End[] = [];
  for (let start = Math.max(0, end - MAX_NAME_WORDS); start < end; start++) {
    const last = words.slice(start, end);
    const [first] = last;
    if (last.some(({ isNumber }) => isNumber)) continue;
    if (last.some(({ segment, isAside }) => segment !== first?.segment || isAside !== first.isAside)) continue;
    const rest = words.slice(0, start);
    const isJoined = rest.at(-1)?.segment === first?.segment && first?.isAside !== true;
    ends.push({ hint: phrase(last), rest, isJoined });
  }
  return ends;
}

function reading({ country, code }: Region, { hint, rest, isJoined }: End): Reading {
  const region = { country, code };
  return { ...NOTHING_NAMED, country, region, rest, hint, named: [hint], isJoined, strength: BY_NAME };
}

/** Returns the longest country and the longest regions that the last words before trailing numbers may name. */
function readEnd(words: readonly Word[], countries: Countries): Reading[] {
  const readings: Reading[] = [];
  let hasCountry = false;
  let hasRegion = false;
  for (const each of [...acrossSegments(words, countries), ...endsOf(words)]) {
    const { hint, rest, isJoined } = each;
    // An abbreviation means a region or country only after another word.
    if (hint.length <= 3 && !rest.some(({ isNumber }) => !isNumber) && countries.named(hint) === null)
      continue;
    if (!hasRegion) {
      const named = regionsNamed(hint);
      readings.push(...named.map((region) => reading(region, each)));
      hasRegion = named.length > 0;
    }
    if (hasCountry) continue;
    const code = countries.named(hint) ?? countries.coded(hint);
    if (code !== null) {
      const strength = /^[a-z]{2}$/.test(hint) ? BY_CODE : BY_NAME;
      const city = hint.length === 2 ? (CITY_STATES[code] ?? hint) : hint;
      readings.push({ ...NOTHING_NAMED, country: code, rest, hint: city, named: [hint], isJoined, strength });
      hasCountry = true;
    }
  }
  return readings;
}

/** Countries that are a city, so that their code names it. */
const CITY_STATES: Readonly<Record<string, string>> = {
  HK: 'hong kong',
  SG: 'singapore',
  MO: 'macau',
  MC: 'monaco',
  GI: 'gibraltar',
};

/** Returns the name of a country that a separator divides: `Congo - Kinshasa`, `Hong Kong, China`. */
function acrossSegments(words: readonly Word[], countries: Countries): End[] {
  const segments = segmentsOf(words);
  const last = segments.slice(-2).flat();
  const hint = phrase(last);
  if (segments.length < 2 || countries.named(hint) === null) return [];
  return [{ hint, rest: words.slice(0, words.length - last.length), isJoined: false }];
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

/** Signs of cars that addresses put before a postcode, where they differ from the code of the country. */
const PLATES: Readonly<Record<string, string>> = {
  ...{ a: 'AT', b: 'BE', d: 'DE', e: 'ES', f: 'FR', h: 'HU', i: 'IT', l: 'LU', n: 'NO', p: 'PT', s: 'SE' },
  ...{ fl: 'LI', fin: 'FI', slo: 'SI', est: 'EE', srb: 'RS', cro: 'HR' },
};

/** Reads the country before a postcode: CH-3011 Bern, F-69002 Lyon. `MD-21201` may also be in Maryland. */
function readPrefix(words: readonly Word[], nothing: Reading, countries: Countries): Reading[] {
  for (const { text } of words) {
    const [, prefix = '', code = ''] = /^([a-z]{1,3})(\d{3,6})$/.exec(text) ?? [];
    const country = PLATES[prefix] ?? countries.coded(prefix);
    if (country === null) continue;
    const named = { ...nothing, named: [`${prefix} ${code}`], strength: BY_NAME, refines: nothing };
    const states = regionsNamed(prefix).filter((region) => region.country === 'US');
    return [{ ...named, country }, ...states.map((region) => ({ ...named, country: 'US', region }))];
  }
  return [];
}

/** Reads a region whose name seldom stands without its country: a last part (Kärnten), or an Italian province's code. */
function readSeldom(words: readonly Word[], nothing: Reading, regions: Regions): Reading[] {
  const named = endsOf(words).flatMap((end) => {
    const { hint, rest, isJoined } = end;
    const province = isJoined && !/^\d{5}$/.test(segmentsOf(rest).at(-1)?.[0]?.text ?? '') ? null : provinceCoded(hint);
    if (province !== null) return [reading(province, end)];
    const isPart = !isJoined && hint.length > 3 && rest.some(({ text, isNumber }) => !isNumber && !isFillWord(text));
    return isPart ? regions.named(hint).map((region) => reading(region, end)) : [];
  });
  return named.map((each) => ({ ...each, refines: nothing }));
}

function isLargeCity(name: string, names: CityNames): boolean {
  return names.called(name).some((place) => names.places.population(place) >= KNOWN_CITY);
}
