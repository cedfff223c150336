import { phrase, readWords, segmentsOf } from '../words/address-words.ts';
import { Countries } from './countries.ts';
import { regionsNamed } from './region-names.ts';

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Returns the countries by their English names only, because Granada is a country in Spanish. */
function englishCountries(): Countries {
  const pairs = ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second));
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  // Canonicalization replaces FX and other retired codes.
  const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
  return new Countries(new Set(pairs.filter((code) => isCurrent(code) && names.of(code) !== undefined)), [
    'en',
  ]);
}

/** Compares countries with the one that an address states. */
export class StatedCountries {
  readonly #countries = englishCountries();

  /**
   * Returns whether an address clearly states another country: by an English name as its last segment, or by an
   * American state before a ZIP code. `Georgia` states one of two countries.
   */
  contradict(address: string, country: string): boolean {
    const stated = this.#statedIn(address);
    return stated.length > 0 && !stated.some((code) => this.#countries.belong(code, country));
  }

  #statedIn(address: string): string[] {
    const words = readWords(address);
    const named = words.filter(({ isNumber }) => !isNumber);
    const last = phrase(segmentsOf(named).at(-1) ?? []);
    const code = this.#countries.named(last);
    if (code !== null) return [code, ...regionsNamed(last).map(({ country }) => country)];

    const isZip = /^\d{5}$/.test(words.at(-1)?.text ?? '');
    const states = regionsNamed(words.at(-2)?.text ?? '').filter(({ country }) => country === 'US');
    return isZip ? states.map(({ country }) => country) : [];
  }
}
