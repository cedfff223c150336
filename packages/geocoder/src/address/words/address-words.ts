import { foldName } from '../../gazetteer/place-names.ts';

/** Longer text is not an address. */
export const MAX_ADDRESS_LENGTH = 1_000;
/** Only the last words of a longer address are read, because it ends with its place. */
const MAX_WORDS = 60;

export interface Word {
  readonly text: string;
  /** Index of its segment; commas and line ends separate segments. */
  readonly segment: number;
  readonly isNumber: boolean;
  /** Whether brackets are around it: Halle (Saale), Forlì (FC). */
  readonly isAside: boolean;
}

/** A number that is no house number and no postcode: 48 %, € 5. The word after it keeps it from being one. */
const QUANTITY = /([€$£]\s*\d[\d.,]*|\d[\d.,]*\s*[%€$£°])/gu;

/** A postcode with the code of its country: CH-8001, PL-00-950. Its parts are one number. */
const WITH_COUNTRY = /(?<![\p{L}\p{N}])(?:([A-Z]|FIN|SLO|EST|SRB|CRO)-(?=\d{3})|([A-Z]{2})-(?=\d{2}))/gu;
/** A Dutch postcode before its town: 3512 AE. Articles belong to the town: 1000 La Paz. */
const DUTCH = /(?<![\p{L}\p{N}])(\d{4}) (?!AL|DE|EL|IL|LA|LE|LO|ST)([A-Z]{2})(?= \p{L})/gu;

/** The letters that follow the names of German towns: Frankfurt a.M. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  'a.m.': 'am Main',
  'a.d.': 'an der',
  'i.br.': 'im Breisgau',
  'i.d.': 'in der',
  'o.d.t.': 'ob der Tauber',
  'v.d.': 'vor der',
  'v.d.h.': 'vor der Höhe',
};
const ABBREVIATED = /(?<= )((?:a\. ?(?:d|M)|i\. ?(?:Br|d)|o\. ?d\. ?T|v\. ?d\. ?H|v\. ?d)\.) */g;
/** The name of a town with its postcode: BONN53111. */
const GLUED = /(?<![\p{L}\p{N}])(\p{L}{4,})(?=\d{4,6}(?![\p{L}\p{N}]))/gu;
const BRACKETED = /[([（【]([^()[\]（）【】]*)[)\]）】]/u;

/** Returns the folded words of an address. A word with a digit is a number. Returns none if the text is too long. */
export function readWords(address: string): Word[] {
  if (address.length > MAX_ADDRESS_LENGTH) return [];
  return address
    .replace(QUANTITY, ' $1 unit ')
    .replace(
      ABBREVIATED,
      (written, letters: string) => `${WRITTEN_OUT[letters.replaceAll(' ', '').toLowerCase()] ?? written} `,
    )
    .replace(DUTCH, '$1$2')
    .replace(WITH_COUNTRY, '$1$2')
    .replace(GLUED, '$1 ')
    .split(/[,;|\n\r\t•、，،]+|\s[-–—/]\s/u)
    .flatMap((text, segment) =>
      text.split(BRACKETED).flatMap((piece, index) =>
        foldName(piece)
          .split(' ')
          .filter((word) => word !== '')
          .map((word) => ({ text: word, segment, isNumber: /\p{N}/u.test(word), isAside: index % 2 === 1 })),
      ),
    )
    .slice(-MAX_WORDS);
}

/** Returns the words of each segment, without empty segments. Numbers at the end belong to the segment before them. */
export function segmentsOf(words: readonly Word[]): (readonly Word[])[] {
  const segments: Word[][] = [];
  const end = words.findLastIndex(({ isNumber }) => !isNumber);
  for (const [index, word] of words.entries()) {
    const last = segments.at(-1);
    const isNew = words[index - 1]?.segment !== word.segment && (index < end || end === -1 || !word.isNumber);
    if (last === undefined || isNew) segments.push([word]);
    else last.push(word);
  }
  return segments;
}

export function phrase(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** Returns a run of folded words as the address writes it, or the words if the address does not have them in a row. */
export function writtenAs(address: string, folded: string): string {
  const tokens = address.match(/[^\s,;|•、，]+/gu) ?? [];
  for (let length = 1; length <= MAX_RUN; length++) {
    for (let start = tokens.length - length; start >= 0; start--) {
      const run = tokens.slice(start, start + length).join(' ');
      if (foldName(run) === folded) return run.replace(/^\(([^()]*)\)$/, '$1').replace(OUTER_MARKS, '');
    }
  }
  return folded;
}

/** Marks around a name, but not the bracket at the end of `Halle (Saale)`. */
const OUTER_MARKS = /^[^\p{L}\p{N}\p{M}]+|(?<!\([^()]*)[^\p{L}\p{N}\p{M}.]+$/gu;
/** Longest name, in words. */
const MAX_RUN = 7;
