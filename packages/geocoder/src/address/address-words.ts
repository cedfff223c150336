import { foldName } from '../gazetteer/place-names.ts';

/** Longer than any address that is written out; what is longer is not read. */
export const MAX_ADDRESS_LENGTH = 1_000;
/** An address of more words ends with its place: the last ones are read. */
const MAX_WORDS = 60;

export interface Word {
  readonly text: string;
  /** Which of the parts between commas or line ends it stands in. */
  readonly segment: number;
  readonly isNumber: boolean;
}

/** The words of an address, folded; numbers are what has a digit in it. Empty for what is too long to be one. */
export function readWords(address: string): Word[] {
  if (address.length > MAX_ADDRESS_LENGTH) return [];
  return address
    .split(/[,;|\n\r\t•、，]+|\s[-–—/]\s/u)
    .flatMap((text, segment) =>
      foldName(text)
        .split(' ')
        .filter((word) => word !== '')
        .map((word) => ({ text: word, segment, isNumber: /\p{N}/u.test(word) })),
    )
    .slice(-MAX_WORDS);
}

/** The words of each segment that has any. */
export function segmentsOf(words: readonly Word[]): (readonly Word[])[] {
  const segments: Word[][] = [];
  for (const [index, word] of words.entries()) {
    const last = segments.at(-1);
    if (last === undefined || words[index - 1]?.segment !== word.segment) segments.push([word]);
    else last.push(word);
  }
  return segments;
}

export function phrase(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}
