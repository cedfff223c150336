/** The countries and languages whose codes are words for yes and no: Slovenia and Norway, Sinhala and Norwegian. */
const CODES: readonly string[] = ['si', 'no'];
/** Their codes of three letters (ISO 3166-1). */
const OTHER_CODES: readonly string[] = ['svn', 'nor'];
/** The languages whose names of these countries are known. */
const LANGUAGES = 'en de fr es it pt nl pl cs sk hu ro hr sl da sv nb fi et tr'.split(' ');

/** Words in the names of columns with codes of countries, languages or regions. */
const SUBJECTS =
  /(?<!\p{L})(?:countr(?:y|ies)|nation(?:ality)?|land(?:code)?|länder(?:code|kürzel)?|staat|pays|países?|pais|paese|nazione|kraj|země|zeme|krajina|ország|țar[aă]|država|drzava|zemlja|riik|ülke|ulke|iso|alpha|cc|locale|lang(?:uage)?s?|sprache|langue|idioma|lingua|språk|sprog|jezik|język|jazyk|taal|market|markt|marché|mercado|mercato|origin|herkunft)(?!\p{L})/iu;
/** Where a new word begins in `shipCountry`. */
const CAMEL = /(?<=\p{Ll})(?=\p{Lu})/gu;

/** Returns whether the words of a column may be codes of countries rather than yes and no. */
export function mayBeCodes(words: ReadonlySet<string>): boolean {
  return words.size > 0 && [...words].every((word) => CODES.includes(word));
}

/** Returns whether the name of a column says that it holds countries or languages: `country`, `shipCountryCode`, `Land (ISO)`. */
export function namesCountries(column: string): boolean {
  return SUBJECTS.test(column.replace(CAMEL, ' ').replaceAll('_', ' '));
}

let names: ReadonlySet<string> | null = null;

/** Returns whether all texts of a column are names of these countries, so that another column has their codes. */
export function areCountryNames(texts: Iterable<string>): boolean {
  names ??= new Set([
    ...OTHER_CODES,
    ...LANGUAGES.flatMap((language) => {
      const regions = new Intl.DisplayNames(language, { type: 'region' });
      return CODES.map((code) => (regions.of(code.toUpperCase()) ?? '').toLowerCase());
    }),
  ]);
  let count = 0;
  for (const text of texts) {
    if (!names.has(text.trim().toLowerCase())) return false;
    count++;
  }
  return count > 0;
}
