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
};

/** Written short on signs and envelopes, and both ways in the data. */
const WRITTEN_OUT: Readonly<Record<string, string>> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount' };

/**
 * A name in lower case without accents, its words parted by one space, initials together (`D.C.` is `dc`). Names in
 * other scripts keep their letters.
 */
export function foldName(name: string): string {
  let folded = name.toLowerCase();
  if (NOT_ASCII.test(folded)) {
    folded = folded.normalize('NFKD').replace(MARKS, '').replace(UNDECOMPOSED, plainLetter).normalize('NFC');
  }
  if (PLAIN_WORDS.test(folded)) return folded;
  return folded.replace(APOSTROPHES, '').replace(INITIALS, '$1').replace(BETWEEN_WORDS, ' ').trim();
}

/** The form in which folded names are compared: `st louis` and `saint louis` are one. */
export function nameKey(folded: string): string {
  return folded.replace(SHORT_WORDS, writtenOut);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII.
const NOT_ASCII = /[^\x00-\x7f]/;
const MARKS = /\p{M}+/gu;
const UNDECOMPOSED = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');
const PLAIN_WORDS = /^[a-z]+(?: [a-z]+)*$/;
const APOSTROPHES = /['’‘ʻʼ`´]/g;
const INITIALS = /(?<![\p{L}\p{N}])(\p{L})\.\s?(?=\p{L}(?![\p{L}\p{N}]))/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/gu;
const SHORT_WORDS = /(?<![^ ])(?:ste?|ft|mt)(?= )/g;

function plainLetter(letter: string): string {
  return PLAIN[letter] ?? letter;
}

function writtenOut(word: string): string {
  return WRITTEN_OUT[word] ?? word;
}

/**
 * What else the data's own spelling says that a place is called: both halves of `Biel/Bienne`, `Kempten` for
 * `Kempten (Allgäu)`, `Frankfurt` for `Frankfurt am Main`, `Washington` for `Washington, D.C.`
 */
export function alternativeNames(name: string): string[] {
  if (name.includes('/')) return name.split('/');
  const cut = name.search(QUALIFIER);
  return cut > 0 ? [name.slice(0, cut)] : [];
}

const QUALIFIER = /\s*\(|, | (?:am|an der|ob der|im|in der|bei) /;

/** FNV-1a over the UTF-16 code units. */
export function hashName(folded: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < folded.length; index++) {
    hash = Math.imul(hash ^ folded.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
