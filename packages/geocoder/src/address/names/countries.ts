import { setImmediate as nextTurn } from 'node:timers/promises';
import { foldName, nameKey } from '../../gazetteer/place-names.ts';

/** Languages whose country names are known. If a name means two countries, the first language decides. */
const LANGUAGES =
  'en de fr es it pt nl pl cs sk hu ro bg hr sr sl da sv nb fi et lv lt el tr ru uk ja zh zh-Hant ko ar he fa hi id vi th'.split(
    ' ',
  );

/** Common names that `Intl.DisplayNames` lacks in every language. */
const ALSO: Readonly<Record<string, string>> = {
  US: 'usa|us|u s|united states of america|america|estados unidos de america|eeuu|ee uu|etats unis d amerique',
  GB: 'uk|great britain|gb|gbr|grossbritannien|britain|u k',
  DE: 'brd|federal republic of germany|bundesrepublik deutschland|deu|ger',
  AT: 'republik osterreich|aut',
  CH: 'helvetia|schweizerische eidgenossenschaft|che',
  NL: 'holland|the netherlands|nld',
  CZ: 'czech republic|ceska republika|tschechische republik|republique tcheque|republica checa|repubblica ceca',
  BA: 'bosnia|bosnien|bosnie|bih',
  TT: 'trinidad|tobago',
  AG: 'antigua|barbuda',
  RU: 'russian federation|rossiyskaya federatsiya|российская федерация',
  KR: 'korea|republic of korea|rok|한국|韓國',
  JP: '日本国',
  KP: 'dprk',
  AE: 'uae|emirates',
  TR: 'turkey|turkiye|republic of turkiye',
  IE: 'republic of ireland|eire',
  CN: 'pr china|peoples republic of china|prc',
  HK: 'hong kong|hongkong|hong kong sar|hong kong china|hk',
  MO: 'macau|macao|macau sar',
  TW: 'taiwan roc|republic of china|臺灣',
  VN: 'viet nam',
  TH: 'ประเทศไทย',
  CI: 'ivory coast|cote d ivoire',
  MK: 'macedonia|makedonija|fyrom',
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

/** The codes of three letters (ISO 3166-1 alpha-3), where the first two are not the code of two letters. */
const OTHER_ALPHA3 = `AGO AO,AIA AI,ALA AX,AND AD,ARE AE,ARM AM,ATA AQ,ATF TF,ATG AG,AUT AT,BDI BI,BEN BJ,BES BQ,BGD BD,BHR BH,BHS BS,
BIH BA,BLM BL,BLR BY,BLZ BZ,BRB BB,BRN BN,CAF CF,CHL CL,CHN CN,COD CD,COG CG,COK CK,COM KM,CPV CV,CUW CW,CYM KY,DNK DK,ESH EH,
EST EE,FLK FK,FRO FO,FSM FM,GAB GA,GBR GB,GIN GN,GLP GP,GNB GW,GNQ GQ,GRD GD,GRL GL,GUF GF,GUY GY,HMD HM,IRL IE,IRN IR,IRQ IQ,
ISL IS,ISR IL,JAM JM,JEY JE,JPN JP,KAZ KZ,KGZ KG,KHM KH,KNA KN,KOR KR,LBR LR,LBY LY,LCA LC,LKA LK,LVA LV,MAC MO,MAF MF,MDG MG,
MDV MV,MEX MX,MLT MT,MNE ME,MNP MP,MOZ MZ,MSR MS,MTQ MQ,MYT YT,NFK NF,NIU NU,NZL NZ,PAK PK,PCN PN,PNG PG,POL PL,PRI PR,PRK KP,
PRT PT,PRY PY,PSE PS,PYF PF,REU RE,SEN SN,SGP SG,SLB SB,SLE SL,SLV SV,SPM PM,SRB RS,STP ST,SUR SR,SVK SK,SVN SI,SWE SE,SWZ SZ,
SYC SC,TCA TC,TCD TD,TKM TM,TUN TN,TUR TR,TUV TV,UKR UA,UMI UM,URY UY,VAT VA,WLF WF`;
/** The other ones. */
const ALPHA3 = `AFG ALB ARG ASM AUS AZE BEL BFA BGR BMU BOL BRA BTN BVT BWA CAN CCK CHE CIV CMR COL CRI CUB CXR CYP CZE DEU DJI DMA
DOM DZA ECU EGY ERI ESP ETH FIN FJI FRA GEO GGY GHA GIB GMB GRC GTM GUM HKG HND HRV HTI HUN IDN IMN IND IOT ITA JOR KEN KIR KWT
LAO LBN LIE LSO LTU LUX MAR MCO MDA MHL MKD MLI MMR MNG MRT MUS MWI MYS NAM NCL NER NGA NIC NLD NOR NPL NRU OMN PAN PER PHL PLW QAT
ROU RUS RWA SAU SDN SGS SHN SJM SMR SOM SSD SXM SYR TGO THA TJK TKL TLS TON TTO TWN TZA UGA USA UZB VCT VEN VGB VIR VNM VUT WSM
YEM ZAF ZMB ZWE`;
const alpha2 = new Map([
  ...ALPHA3.split(/\s/).map((code) => [code.toLowerCase(), code.slice(0, 2)] as const),
  ...OTHER_ALPHA3.split(/,\s*/).map((row) => [row.slice(0, 3).toLowerCase(), row.slice(4)] as const),
]);

/** What official names begin with: the Republic of, the Islamic Republic of, the Kingdom of. */
const OFFICIAL =
  /^(?:the )?(?:(?:arab|bolivarian|democratic|federal|federative|independent|islamic|oriental|peoples|plurinational|socialist|united) ){0,3}(?:republic|kingdom|states?|commonwealth|sultanate|principality|grand duchy) of (?:the )?/;

/** Returns the key that compares folded names of countries: without articles, and the same for `and`, `&`, `St.`, `Saint`. */
function countryKey(folded: string): string {
  return nameKey(folded)
    .replace(/^the /, '')
    .replace(/ (?:and(?: the)?|und|et|y|e|en|og|och|i) /g, ' ');
}

/** The names and codes of countries. */
export class Countries {
  readonly #codes: ReadonlySet<string>;
  readonly #byName = new Map<string, string>();
  /** By `countryKey`. */
  readonly #byKey = new Map<string, string>();
  readonly #english = new Intl.DisplayNames('en', { type: 'region' });

  /** @param codes without retired ones (FX), which have names of current countries. */
  constructor(codes: ReadonlySet<string>, languages: readonly string[] = LANGUAGES) {
    this.#codes = codes;
    for (const [code, names] of Object.entries(ALSO)) {
      for (const name of names.split('|')) this.#byName.set(foldName(name), code);
    }
    for (const [name, code] of this.#byName) this.#addKey(name, code);
    for (const language of languages) this.#addLanguage(language);
  }

  /** Returns the same, and yields to the event loop after each language. */
  static async load(codes: ReadonlySet<string>): Promise<Countries> {
    const countries = new Countries(codes, []);
    for (const language of LANGUAGES) {
      countries.#addLanguage(language);
      await nextTurn();
    }
    return countries;
  }

  #addLanguage(language: string): void {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of this.#codes) {
      const name = foldName(names.of(code) ?? '');
      // Without their accents, the Vietnamese names of Austria and Belgium are codes of other countries.
      if (/^[a-z]{0,2}$/.test(name) || this.#byName.has(name)) continue;
      this.#byName.set(name, code);
      this.#addKey(name, code);
    }
  }

  #addKey(name: string, code: string): void {
    const key = countryKey(name);
    if (!this.#byKey.has(key)) this.#byKey.set(key, code);
  }

  /** Returns the code of the country with the folded name in any of the languages, or null. */
  named(folded: string): string | null {
    const known = this.#byName.get(folded) ?? this.#byKey.get(countryKey(folded));
    return known ?? this.#byKey.get(countryKey(folded.replace(OFFICIAL, ''))) ?? null;
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

  /** Returns the country code for three folded letters, or null. */
  coded3(folded: string): string | null {
    const code = alpha2.get(folded);
    return code !== undefined && this.#codes.has(code) ? code : null;
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
