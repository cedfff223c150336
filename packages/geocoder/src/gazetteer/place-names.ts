/** Letters that Unicode does not decompose into a plain letter and a mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ə: 'a',
  // Persian keyboards write these two letters of Arabic otherwise.
  ی: 'ي',
  ک: 'ك',
};

/** Words with several forms, in the data and in addresses. `St.` is also short for `Sankt` and `Sint`. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  st: 'saint',
  sankt: 'saint',
  sint: 'saint',
  ste: 'sainte',
  ft: 'fort',
  mt: 'mount',
};

/**
 * Returns a name in lower case without accents, with one space between words and initials joined (`D.C.` becomes `dc`).
 * Names in other scripts keep their letters, and the marks that are letters in them.
 */
export function foldName(name: string): string {
  let folded = name.toLowerCase();
  if (NOT_ASCII.test(folded)) {
    folded = folded.normalize('NFKD').replace(MARKS, '').replace(UNDECOMPOSED, plainLetter).normalize('NFC');
  }
  if (PLAIN_WORDS.test(folded)) return folded;
  return folded.replace(APOSTROPHES, '').replace(INITIALS, '$1').replace(BETWEEN_WORDS, ' ').trim();
}

/** Returns the key that compares folded names: `st louis`, `saint louis` and `sankt louis` have the same key. */
export function nameKey(folded: string): string {
  return folded.replace(SHORT_WORDS, writtenOut);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII.
const NOT_ASCII = /[^\x00-\x7f]/;
/** Accents, the vowel points of Hebrew and Arabic, and invisible selectors of a character's form. */
const MARKS =
  /[\u0300-\u036f\u20d0-\u20f0\ufe00-\ufe0f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]+/gu;
const UNDECOMPOSED = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');
const PLAIN_WORDS = /^[a-z]+(?: [a-z]+)*$/;
const APOSTROPHES = /['’‘ʻʼ`´]/g;
const INITIALS = /(?<![\p{L}\p{N}])(\p{L})\.\s?(?=\p{L}(?![\p{L}\p{N}]))/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/gu;
const SHORT_WORDS = /(?<![^ ])(?:ste?|sankt|sint|ft|mt)(?= )/g;

function plainLetter(letter: string): string {
  return PLAIN[letter] ?? letter;
}

function writtenOut(word: string): string {
  return WRITTEN_OUT[word] ?? word;
}

/**
 * Returns the other names that the spelling in the data contains: both halves of `Biel/Bienne`, `Kempten` for
 * `Kempten (Allgäu)`, `Frankfurt` for `Frankfurt am Main`, `Washington` for `Washington, D.C.`
 */
export function alternativeNames(name: string): string[] {
  if (name.includes('/')) return name.split('/');
  const cut = name.search(QUALIFIER);
  return cut > 0 ? [name.slice(0, cut)] : [];
}

const QUALIFIER = /\s*\(|, | (?:am|an der|ob der|im|in der|bei) /;

/** Returns the FNV-1a hash of the UTF-16 code units. */
export function hashName(folded: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < folded.length; index++) {
    hash = Math.imul(hash ^ folded.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
