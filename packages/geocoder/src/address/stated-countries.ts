import { phrase, readWords, segmentsOf } from './address-words.ts';
import { Countries } from './countries.ts';
import { regionsNamed } from './region-names.ts';

const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** English names alone: in Spanish, Granada is a country too. */
function englishCountries(): Countries {
  const pairs = ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second));
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  // FX and other retired codes are written otherwise once made canonical.
  const isCurrent = (code: string) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
  return new Countries(new Set(pairs.filter((code) => isCurrent(code) && names.of(code) !== undefined)), [
    'en',
  ]);
}

/** Says of a country whether an address contradicts it. */
export class StatedCountries {
  readonly #countries = englishCountries();

  /**
   * Whether an address says beyond doubt that its place is in another country: by an English name as its last part, or
   * by an American state before a ZIP code. `Georgia` says that it is one of two.
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
