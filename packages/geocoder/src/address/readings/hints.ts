import type { Region, Regions } from '../../gazetteer/region-ids.ts';
import type { CityNames } from '../names/city-names.ts';
import type { Countries } from '../names/countries.ts';
import { localRegionsCoded, localRegionsNamed } from '../names/local-regions.ts';
import { regionsNamed } from '../names/region-names.ts';
import { phrase, segmentsOf, type Word } from '../words/address-words.ts';
import { isFillWord } from '../words/street-words.ts';
import { readPostcodeForm, readPrefix } from './postcode-hints.ts';
import { BY_CODE, BY_NAME, isIn, NOTHING_NAMED, type Reading } from './reading.ts';

const MAX_NAME_WORDS = 6;

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
  for (const last of readEnd(words, regions, countries)) {
    // A code in brackets may be that of a province.
    const isCode =
      last.named.some((name) => name.length === 2) && words.findLast(({ isNumber }) => !isNumber)?.isAside;
    const coarse = isCode === true || names.isLargeCity(last.hint) ? { ...last, refines: nothing } : last;
    readings.push(coarse, ...readInner(coarse, names, countries));
  }
  const prefixed = readPrefix(nothing, countries);
  if (readings.length === 0) {
    readings.push(
      ...readStart(nothing, names, countries),
      ...readPostcodeForm(words),
      ...readSeldom(nothing, regions),
    );
  }
  readings.push(...readCoded(nothing, names, countries));
  // The country before the postcode decides which country a code or region at the end belongs to.
  const agreeing = readings.filter(({ country }) => prefixed.some((each) => each.country === country));
  const kept = agreeing.length > 0 ? agreeing : [...readings, ...prefixed];
  const isCity =
    kept.every(({ hint, refines }) => refines !== null || names.isLargeCity(hint)) ||
    // Santiago de Cuba
    names.isLargeCity(phrase(segmentsOf(words).at(-1) ?? []));
  // Hong Kong, China
  const isCityState = kept.some(({ hint, named, rest }) => rest.length === 0 && named[0] !== hint);
  return isCity && !isCityState ? [...kept, nothing] : kept;
}

/** Returns the readings of a country's region, or of a part of it, before the country. */
function readInner(last: Reading, names: CityNames, countries: Countries): Reading[] {
  const { regions } = names.places;
  const { country } = last;
  if (last.region !== null || country === null) return [];
  const refined = (inner: Reading): Reading => ({
    ...inner,
    named: [...inner.named, ...last.named],
    refines: last,
  });
  const parts = readEnd(last.rest, regions, countries).filter(({ region, ...inner }) =>
    region === null ? countries.isPart(inner.country ?? '', country) : inner.country === country,
  );
  if (parts.some(({ region }) => region !== null)) return parts.map(refined);
  const start = readFirstRegion(last, names);
  if (start.length > 0) return start;
  const named = endsOf(last.rest).map((end) => {
    const found = [
      ...regions.named(end.hint),
      ...localRegionsNamed(end.hint),
      ...localRegionsCoded(end.hint),
    ];
    return found.filter((region) => region.country === country).map((region) => reading(region, end));
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

/**
 * Returns the longest country and the longest regions that the last words before trailing numbers may name. The end of a
 * longer name is no name: `Upper Austria` is not Austria, and `New Mexico` is not Mexico.
 */
function readEnd(words: readonly Word[], regions: Regions, countries: Countries): Reading[] {
  const readings: Reading[] = [];
  let longest = 0;
  for (const each of [...acrossSegments(words, countries), ...endsOf(words)]) {
    const { hint, rest, isJoined } = each;
    const length = words.length - rest.length;
    if (longest > length) break;
    // An abbreviation means a region or country only after another word.
    if (hint.length <= 3 && !rest.some(({ isNumber }) => !isNumber) && countries.named(hint) === null)
      continue;
    const named = regionsNamed(hint);
    readings.push(...named.map((region) => reading(region, each)));
    const code = countries.named(hint) ?? countries.coded(hint) ?? (isJoined ? null : countries.coded3(hint));
    if (code !== null) {
      const strength = /^[a-z]{2,3}$/.test(hint) ? BY_CODE : BY_NAME;
      const city = CITY_STATES[code] ?? hint;
      readings.push({ ...NOTHING_NAMED, country: code, rest, hint: city, named: [hint], isJoined, strength });
    }
    if (named.length > 0 || code !== null || regions.named(hint).length > 0) longest = length;
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

/** Returns the readings with the country or region first: Россия, Москва; Texas, Paris; USA, Texas, Paris. */
function readStart(nothing: Reading, names: CityNames, countries: Countries): Reading[] {
  const segments = segmentsOf(nothing.rest);
  for (const length of [2, 1]) {
    const hint = phrase(segments.slice(0, length).flat());
    const rest = segments.slice(length).flat();
    const country = rest.length === 0 ? null : countries.named(hint);
    if (country === null) continue;
    const first = { ...NOTHING_NAMED, country, rest, hint, named: [hint], strength: BY_NAME };
    return [first, ...readFirstRegion(first, names), ...readFirstRegion(nothing, names)];
  }
  return readFirstRegion(nothing, names);
}

/**
 * Reads a region before its town. It refines what is known, so that a town elsewhere is found, too, and doubted. A name
 * that seldom stands without its country counts only before a town of it. Two names are joined, though a comma divides
 * them: `Washington, George`.
 */
function readFirstRegion(known: Reading, names: CityNames): Reading[] {
  const { regions } = names.places;
  const [first = [], ...others] = segmentsOf(known.rest);
  const [hint, rest] = [phrase(first), others.flat()];
  if (rest.length === 0 || hint.length <= 3) return [];
  const towns = names.called(phrase((others.at(-1) ?? []).filter(({ isNumber }) => !isNumber)));
  const seldom = [...regions.named(hint), ...localRegionsNamed(hint)]
    .map((region) => reading(region, { hint, rest, isJoined: true }))
    .filter((each) => towns.some((town) => isIn(town, each, names.places)));
  return [...regionsNamed(hint).map((region) => reading(region, { hint, rest, isJoined: true })), ...seldom]
    .filter(({ country }) => known.country === null || country === known.country)
    .map((each) => ({ ...each, named: [...known.named, ...each.named], refines: known }));
}

/** Reads a last part that is the name of a region and seldom stands without its country: Kärnten. */
function readSeldom(nothing: Reading, regions: Regions): Reading[] {
  return endsOf(nothing.rest)
    .filter(
      ({ hint, isJoined, rest }) =>
        !isJoined && hint.length > 2 && rest.some(({ text, isNumber }) => !isNumber && !isFillWord(text)),
    )
    .flatMap((end) =>
      [...regions.named(end.hint), ...localRegionsNamed(end.hint)].map((region) => ({
        ...reading(region, end),
        refines: nothing,
      })),
    );
}

/**
 * Reads the code of a region that is written behind towns of its country, in brackets, after a postcode and a town, or if
 * it is no other code: Forlì (FC), 50100 Firenze FI, 9000 St. Gallen SG, Verona VR.
 */
function readCoded(nothing: Reading, names: CityNames, countries: Countries): Reading[] {
  return endsOf(nothing.rest).flatMap((end) => {
    // Wil SG: the code of a city with a name before it.
    const towns = CITY_STATES[end.hint.toUpperCase()] === undefined ? [] : names.called(phrase(end.rest));
    const [postcode] = segmentsOf(end.rest).at(-1) ?? [];
    const isAlone = regionsNamed(end.hint).length === 0 && countries.coded(end.hint) === null;
    const isAside = nothing.rest.findLast(({ text }) => text === end.hint)?.isAside === true;
    return localRegionsCoded(end.hint)
      .map((region) => ({ region, read: { ...reading(region, end), refines: nothing } }))
      .filter(
        ({ region, read }) =>
          isAlone ||
          isAside ||
          isNumberOf(region.digits, postcode?.text) ||
          towns.some((town) => isIn(town, read, names.places)),
      )
      .map(({ read }) => read);
  });
}

function isNumberOf(digits: number, text = ''): boolean {
  return text.length === digits && /^\d+$/.test(text);
}

/**
 * Returns the readings that count only if no other one finds a place: a code that first means another region or country,
 * such as `GR` behind Chur.
 */
export function readLastResorts(words: readonly Word[]): Reading[] {
  const nothing: Reading = { ...NOTHING_NAMED, rest: words };
  return endsOf(words).flatMap((end) =>
    localRegionsCoded(end.hint).map((region) => ({ ...reading(region, end), refines: nothing })),
  );
}
