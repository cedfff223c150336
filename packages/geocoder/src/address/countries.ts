import { foldName } from '../gazetteer/place-names.ts';

/** Languages whose country names are known. If a name means two countries, the first language decides. */
const LANGUAGES =
  'en de fr es it pt nl pl cs sk hu ro bg hr sr sl da sv nb fi et lv lt el tr ru uk ja zh ko ar he fa hi id vi th'.split(
    ' ',
  );

/** Common names that `Intl.DisplayNames` lacks in every language. */
const ALSO: Readonly<Record<string, string>> = {
  US: 'usa|us|u s|united states of america|america|estados unidos de america|eeuu|etats unis d amerique',
  GB: 'uk|great britain|gb|gbr|grossbritannien|britain|u k',
  DE: 'brd|federal republic of germany|bundesrepublik deutschland|deu|ger',
  AT: 'republik osterreich|aut',
  CH: 'helvetia|schweizerische eidgenossenschaft|che',
  NL: 'holland|the netherlands|nld',
  CZ: 'czech republic|ceska republika|tschechische republik|republique tcheque',
  RU: 'russian federation|rossiyskaya federatsiya|российская федерация',
  KR: 'korea|republic of korea|rok',
  KP: 'dprk',
  AE: 'uae|emirates',
  TR: 'turkey|turkiye|republic of turkiye',
  IE: 'republic of ireland|eire',
  CN: 'pr china|peoples republic of china|prc',
  HK: 'hong kong|hongkong|hong kong sar|hong kong china|hk',
  MO: 'macau|macao|macau sar',
  TW: 'taiwan roc|republic of china',
  VN: 'viet nam',
  TH: 'ประเทศไทย',
  CI: 'ivory coast|cote d ivoire',
  MK: 'macedonia|fyrom',
  SZ: 'swaziland',
  IN: 'bharat|hindustan',
  MM: 'burma',
  CV: 'cape verde',
  CD: 'drc|rdc|rd congo|dr congo|democratic republic of the congo|congo kinshasa',
  CG: 'congo brazzaville|republic of the congo',
  PS: 'palestine',
  FR: 'fra|metropolitan france',
  ES: 'esp',
  IT: 'ita',
  BR: 'bra',
  CA: 'can',
  AU: 'aus',
  NZ: 'aotearoa',
  MX: 'mex|estados unidos mexicanos',
  ZA: 'rsa|republic of south africa',
};

/** Territories that are countries in the data. Addresses may add the country that they belong to. */
const PARTS: Readonly<Record<string, string>> = {
  US: 'PR VI GU AS MP',
  CN: 'HK MO TW',
  FR: 'RE GP MQ GF YT NC PF PM BL MF WF',
  GB: 'IM JE GG GI BM KY VG FK',
  NL: 'AW CW SX BQ',
  DK: 'GL FO',
  FI: 'AX',
  NO: 'SJ',
};

/** The names and codes of countries. */
export class Countries {
  readonly #codes: ReadonlySet<string>;
  readonly #byName = new Map<string, string>();
  readonly #english = new Intl.DisplayNames('en', { type: 'region' });

  /** @param codes without retired ones (FX), which have names of current countries. */
  constructor(codes: ReadonlySet<string>, languages: readonly string[] = LANGUAGES) {
    this.#codes = codes;
    for (const [code, names] of Object.entries(ALSO)) {
      for (const name of names.split('|')) this.#byName.set(foldName(name), code);
    }
    for (const language of languages) {
      const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
      for (const code of codes) {
        const name = foldName(names.of(code) ?? '');
        // Without their accents, the Vietnamese names of Austria and Belgium are codes of other countries.
        const isCode = /^[a-z]{0,2}$/.test(name);
        if (!isCode && !this.#byName.has(name)) this.#byName.set(name, code);
      }
    }
  }

  /** Returns the code of the country with the folded name in any of the languages, or null. */
  named(folded: string): string | null {
    return this.#byName.get(folded) ?? null;
  }

  /** Returns the folded names of a country in all of the languages. */
  namesOf(code: string): ReadonlySet<string> {
    const entries = [...this.#byName].filter(([, named]) => named === code);
    return new Set(entries.map(([name]) => name));
  }

  /** Returns the country code for two folded letters, or null. */
  coded(folded: string): string | null {
    const code = folded.toUpperCase();
    return folded.length === 2 && this.#codes.has(code) ? code : null;
  }

  /** Returns whether an address may name `part` and then `whole`: San Juan, Puerto Rico, USA. */
  isPart(part: string, whole: string): boolean {
    return PARTS[whole]?.includes(part) ?? false;
  }

  /** Returns whether two codes are equal or one is part of the other: the code for Puerto Rico may be PR or US. */
  belong(one: string, other: string): boolean {
    return one === other || this.isPart(one, other) || this.isPart(other, one);
  }

  englishName(code: string): string {
    return this.#english.of(code) ?? code;
  }
}
