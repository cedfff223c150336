/** Classes of bytes as characters of Windows-1252. */
const OTHER = 0;
const LOWER = 1;
const UPPER = 2;
/** A sign that no word has inside. */
const SIGN = 3;

/** Signs above ASCII that stand between letters: ’ ‘ ´ · • … – — × ® © ™, and spaces. */
const BETWEEN = new Set([0x92, 0x91, 0xb4, 0xb7, 0x95, 0x85, 0x96, 0x97, 0xd7, 0xae, 0xa9, 0x99, 0xa0, 0xad]);
/** Š Œ Ž Ÿ and š œ ž, the letters below 0xA0. */
const UPPER_LOW = new Set([0x8a, 0x8c, 0x8e, 0x9f]);
const LOWER_LOW = new Set([0x9a, 0x9c, 0x9e]);
/** € † ‡ ® ¯ ¾, which no word begins with. */
const BEFORE_NO_WORD = new Set([0x80, 0x86, 0x87, 0xae, 0xaf, 0xbe]);
/** ‚ ˆ ˜ ¨ ¸ ¾ ¿, which no word ends with. */
const AFTER_NO_WORD = new Set([0x82, 0x88, 0x98, 0xa8, 0xb8, 0xbe, 0xbf]);
/** Š Ž š ž, which are ä é ö û of Mac Roman. */
const CARONS = new Set([0x8a, 0x8e, 0x9a, 0x9e]);
const DASHES = new Set([0x96, 0x97]);
const APOSTROPHE = 0x92;
/** á of code page 850. */
const NO_BREAK_SPACE = 0xa0;
/** Letters before which no western language leaves out a vowel: b c f g j p. */
const NEVER_ELIDED = new Set([0x62, 0x63, 0x66, 0x67, 0x6a, 0x70]);

/** The share of odd characters from which a text is in another encoding. Below it they are mistakes. */
const ODD_SHARE = 0.1;
/** Fewer letters are no word: a dash joins words. */
const SHORT = 2;

function classOf(byte: number): number {
  if (byte >= 0x61 && byte <= 0x7a) return LOWER;
  if (byte >= 0x41 && byte <= 0x5a) return UPPER;
  if (byte < 0x80 || BETWEEN.has(byte)) return OTHER;
  if (LOWER_LOW.has(byte) || (byte >= 0xdf && byte !== 0xf7)) return LOWER;
  if (UPPER_LOW.has(byte) || (byte >= 0xc0 && byte < 0xdf)) return UPPER;
  return SIGN;
}

const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => classOf(byte));

function isLetter(kind: number): boolean {
  return kind === LOWER || kind === UPPER;
}

/**
 * Returns whether the words of a text in Windows-1252 look like words: no sign or capital inside one, as `M‚ller`, `CafŽ` and
 * `Stra§e` have it, which are Müller, Café and Straße in another encoding (Mac Roman, code page 850, Windows-1250). If its only
 * letters above ASCII are some that are as common in Mac Roman, or spaces that are a letter of code page 850, both encodings
 * fit, and it is not known either.
 */
export function hasWesternWords(bytes: Uint8Array): boolean {
  let [odd, seen, unsure, others] = [0, 0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const before = CLASSES[bytes[at - 1] ?? 0] ?? OTHER;
    const after = CLASSES[bytes[at + 1] ?? 0] ?? OTHER;
    if (!isLetter(before) && !isLetter(after)) continue;
    seen++;
    if (isOdd(bytes, at, before, after)) odd++;
    else if (CARONS.has(byte) || isCutBySpace(bytes, at)) unsure++;
    else if (isLetter(CLASSES[byte] ?? OTHER)) others++;
  }
  return odd <= seen * ODD_SHARE && (unsure === 0 || others > 0);
}

/** Returns whether the character above ASCII at a place is not part of a western word, though it is beside a letter. */
function isOdd(bytes: Uint8Array, at: number, before: number, after: number): boolean {
  const byte = bytes[at] ?? 0;
  const kind = CLASSES[byte] ?? OTHER;
  if (kind === UPPER) return before === LOWER || (before === UPPER && after === LOWER);
  if (kind === SIGN && before !== OTHER && after !== OTHER) return true;
  // Not €m and €bn.
  if (BEFORE_NO_WORD.has(byte) && after === LOWER) return lettersFrom(bytes, at, 1) > SHORT;
  if (AFTER_NO_WORD.has(byte)) return before === LOWER;
  if (before !== LOWER || after !== LOWER) return false;
  if (byte === APOSTROPHE) return NEVER_ELIDED.has(bytes[at - 1] ?? 0);
  return DASHES.has(byte) && Math.min(lettersFrom(bytes, at, -1), lettersFrom(bytes, at, 1)) <= SHORT;
}

/** Returns whether a no-break space stands where a letter may be, as in `M laga`. */
function isCutBySpace(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== NO_BREAK_SPACE) return false;
  const [before, after] = [lettersFrom(bytes, at, -1), lettersFrom(bytes, at, 1)];
  return before > 0 && after > 0 && Math.min(before, after) <= SHORT;
}

/** Returns how many letters follow a place in a direction, at most one more than `SHORT`. */
function lettersFrom(bytes: Uint8Array, at: number, step: 1 | -1): number {
  let count = 0;
  while (count <= SHORT && isLetter(CLASSES[bytes[at + step * (count + 1)] ?? 0] ?? OTHER)) count++;
  return count;
}
