import type { Region, Regions } from '../gazetteer/region-ids.ts';
import { phrase, segmentsOf, type Word } from './address-words.ts';
import type { CityNames } from './city-names.ts';
import type { Countries } from './countries.ts';
import { readPostcodeForm, readPrefix } from './postcode-hints.ts';
import { BY_CODE, BY_NAME, NOTHING_NAMED, type Reading } from './reading.ts';
import { provinceCoded, regionsNamed } from './region-names.ts';
import { isFillWord } from './street-words.ts';

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
    // A code in brackets may be that of a province.
    const isCode =
      last.named.some((name) => name.length === 2) && words.findLast(({ isNumber }) => !isNumber)?.isAside;
    const coarse = isCode === true || isLargeCity(last.hint, names) ? { ...last, refines: nothing } : last;
    readings.push(coarse, ...readInner(coarse, regions, countries));
  }
  const prefixed = readPrefix(nothing, countries);
  if (readings.length === 0) {
    readings.push(
      ...readStart(words, countries),
      ...readPostcodeForm(words),
      ...readSeldom(nothing, regions),
    );
  }
  readings.push(...readProvince(nothing, countries));
  // The country before the postcode decides which country a code or region at the end belongs to.
  const agreeing = readings.filter(({ country }) => prefixed.some((each) => each.country === country));
  const kept = agreeing.length > 0 ? agreeing : [...readings, ...prefixed];
  const isCity =
    kept.every(({ hint, refines }) => refines !== null || isLargeCity(hint, names)) ||
    // Santiago de Cuba
    isLargeCity(phrase(segmentsOf(words).at(-1) ?? []), names);
  return isCity ? [...kept, nothing] : kept;
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
  const named = endsOf(last.rest).map((end) => {
    const province = country === 'IT' ? provinceCoded(end.hint) : null;
    const found = regions.named(end.hint).filter((region) => region.country === country);
    return [...found, ...(province === null ? [] : [province])].map((region) => reading(region, end));
  });
  return [...parts, ...(named.find((found) => found.length > 0) ?? [])].map(refined);
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
    if (last.some(({ segment, isAside }) => segment !== first?.segment || isAside !== first.isAside))
      continue;
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

/** Returns the name of a country that marks divide: `Congo - Kinshasa`, `Hong Kong, China`, `Myanmar (Burma)`. */
function acrossSegments(words: readonly Word[], countries: Countries): End[] {
  for (let start = Math.max(0, words.length - MAX_NAME_WORDS); start < words.length - 1; start++) {
    const last = words.slice(start);
    const [first] = last;
    const isDivided = last.some((word) => word.segment !== first?.segment || word.isAside !== first.isAside);
    const hint = phrase(last);
    if (!isDivided || countries.named(hint) === null) continue;
    const rest = words.slice(0, start);
    return [{ hint, rest, isJoined: rest.at(-1)?.segment === first?.segment }];
  }
  return [];
}

/** Returns the reading with the country first: Россия, Москва. */
function readStart(words: readonly Word[], countries: Countries): Reading[] {
  const segments = segmentsOf(words);
  for (const length of [2, 1]) {
    const hint = phrase(segments.slice(0, length).flat());
    const rest = segments.slice(length).flat();
    const country = rest.length === 0 ? null : countries.named(hint);
    if (country !== null)
      return [{ ...NOTHING_NAMED, country, rest, hint, named: [hint], strength: BY_NAME }];
  }
  return [];
}

/** Reads a last part that is the name of a region and seldom stands without its country: Kärnten. */
function readSeldom(nothing: Reading, regions: Regions): Reading[] {
  return endsOf(nothing.rest)
    .filter(
      ({ hint, isJoined, rest }) =>
        !isJoined && hint.length > 2 && rest.some(({ text, isNumber }) => !isNumber && !isFillWord(text)),
    )
    .flatMap((end) =>
      regions.named(end.hint).map((region) => ({ ...reading(region, end), refines: nothing })),
    );
}

/**
 * Reads the code of an Italian province in brackets, after a postcode and a town, or if it is no other code: Forlì (FC),
 * 50100 Firenze FI, Verona VR.
 */
function readProvince(nothing: Reading, countries: Countries): Reading[] {
  return endsOf(nothing.rest).flatMap((end) => {
    const province = provinceCoded(end.hint);
    const town = segmentsOf(end.rest).at(-1) ?? [];
    const isAlone = regionsNamed(end.hint).length === 0 && countries.coded(end.hint) === null;
    const isAside = nothing.rest.findLast(({ text }) => text === end.hint)?.isAside === true;
    const isMeant = isAlone || isAside || /^\d{5}$/.test(town[0]?.text ?? '');
    return province === null || !isMeant ? [] : [{ ...reading(province, end), refines: nothing }];
  });
}

function isLargeCity(name: string, names: CityNames): boolean {
  return names.called(name).some((place) => names.places.population(place) >= KNOWN_CITY);
}
