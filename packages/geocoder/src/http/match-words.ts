import type { GeocodePrecision } from '@vitrine/core';
import { aliases } from '../address/names/aliases.ts';
import { Countries } from '../address/names/countries.ts';
import { phrase, readWords, segmentsOf, type Word, writtenAs } from '../address/words/address-words.ts';
import { isFillWord, isStreetWord } from '../address/words/street-words.ts';
import { foldName, nameKey } from '../gazetteer/place-names.ts';

interface FoundPlace {
  readonly names: readonly string[];
  readonly country: string | null;
  readonly precision: GeocodePrecision;
}

export interface MatchedWords {
  /** The parts of the address that name the place, as they are written. */
  readonly matched: readonly string[];
  /** The share of the words that they are, from 0 to 1. */
  readonly share: number;
  /** False: nothing names the place but its country. */
  readonly isMatch: boolean;
}

/**
 * Compares the words of an address with those of the place that a provider found. Ignores case and accents, and knows
 * some names of large cities in other languages. A word for a street alone is no match, because every street has one.
 */
export function matchWords(address: string, { names, country, precision }: FoundPlace): MatchedWords {
  const known = new Set(names.flatMap((name) => foldName(name).split(' ').map(nameKey)));
  const parts: string[] = [];
  let [significant, matching, beyondCountry] = [0, 0, 0];
  for (const segment of segmentsOf(readWords(address))) {
    const isCountry = country !== null && countryNames(country).has(phrase(segment));
    const isAlias = namesOf(phrase(segment)).some((name) => name.split(' ').every((word) => known.has(word)));
    const isMatch = ({ text }: Word) => isCountry || isAlias || known.has(nameKey(text));
    for (const word of segment.filter(({ text }) => !isFillWord(text) && !isStreetWord(text))) {
      significant++;
      if (!isMatch(word)) continue;
      matching++;
      if (!isCountry) beyondCountry++;
    }
    parts.push(...runsOf(segment, isMatch).map((run) => writtenAs(address, phrase(run))));
  }
  const isMatch = beyondCountry > 0 || (matching > 0 && precision === 'country');
  return {
    matched: matching === 0 ? [] : parts,
    share: significant === 0 ? 0 : matching / significant,
    isMatch,
  };
}

/** Returns the runs of words that match. */
function runsOf(segment: readonly Word[], isMatch: (word: Word) => boolean): Word[][] {
  const runs: Word[][] = [];
  let isOpen = false;
  for (const word of segment) {
    const isPart = isMatch(word);
    if (isPart && isOpen) runs.at(-1)?.push(word);
    else if (isPart) runs.push([word]);
    isOpen = isPart;
  }
  return runs;
}

/** Returns the folded names that the data has for another name of a city. */
function namesOf(folded: string): string[] {
  return (aliases.get(nameKey(folded)) ?? []).map(({ name }) => nameKey(foldName(name)));
}

const namesByCountry = new Map<string, ReadonlySet<string>>();

/** Returns the folded names of a country in the languages that addresses use. */
function countryNames(country: string): ReadonlySet<string> {
  let names = namesByCountry.get(country);
  if (names === undefined) {
    names = new Countries(new Set([country])).namesOf(country);
    namesByCountry.set(country, names);
  }
  return names;
}
