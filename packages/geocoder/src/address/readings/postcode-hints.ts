import type { Countries } from '../names/countries.ts';
import { regionsNamed } from '../names/region-names.ts';
import type { Word } from '../words/address-words.ts';
import { isBritishArea } from './british-areas.ts';
import { BY_CODE, BY_NAME, NOTHING_NAMED, type Reading } from './reading.ts';

/** Reads the country from a full British or Canadian postcode, whose form is unique: SW1A 2AA, K1M 1M4. */
export function readPostcodeForm(words: readonly Word[]): Reading[] {
  const pairs = words.map(({ text }, at) => `${text} ${words[at + 1]?.text}`);
  const pair = pairs.find((each) => countryOfPostcode(each) !== null);
  if (pair === undefined) return readOutward(words);
  const country = countryOfPostcode(pair);
  return [{ ...NOTHING_NAMED, country, rest: words, named: [pair], strength: BY_CODE }];
}

/** Reads the first half of a British postcode at the end, which refines a reading that names nothing: Boston PE21. */
function readOutward(words: readonly Word[]): Reading[] {
  const code = words.at(-1)?.text ?? '';
  if (words.length < 2 || !/^[a-z]{2}\d[a-z\d]?$/.test(code) || !isBritishArea(code.slice(0, 2))) return [];
  const nothing: Reading = { ...NOTHING_NAMED, rest: words };
  return [{ ...nothing, country: 'GB', named: [code], strength: BY_CODE, refines: nothing }];
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

/**
 * Reads the country before a postcode: CH-3011 Bern, F-69002 Lyon. `MD-21201` may also be in Maryland, and `A100` may be
 * a room.
 */
export function readPrefix(nothing: Reading, countries: Countries): Reading[] {
  for (const [at, { text }] of nothing.rest.entries()) {
    const [, prefix = '', code = ''] = /^([a-z]{1,3})(\d{2,6})(?:[a-z]{2})?$/.exec(text) ?? [];
    const country = PLATES[prefix] ?? countries.coded(prefix);
    const next = nothing.rest[at + 1];
    const isRoom = prefix.length === 1 && code.length < 4 && next?.isNumber !== true;
    if (country === null || isRoom) continue;
    const written = next?.isNumber === true ? `${prefix} ${code} ${next.text}` : `${prefix} ${code}`;
    const named = { ...nothing, named: [written], strength: BY_NAME, refines: nothing };
    const states = regionsNamed(prefix).filter((region) => region.country === 'US');
    return [{ ...named, country }, ...states.map((region) => ({ ...named, country: 'US', region }))];
  }
  return [];
}
