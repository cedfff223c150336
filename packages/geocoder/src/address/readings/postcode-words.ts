import type { Postcode, Postcodes } from '../../gazetteer/postcodes.ts';
import type { Word } from '../words/address-words.ts';

export interface PostcodeInAddress extends Postcode {
  /** `20500`, `K1M`. */
  readonly code: string;
}

/** Returns the last ZIP code of an address, or null. A number at the beginning is the house number. */
export function findZip(words: readonly Word[], postcodes: Postcodes): PostcodeInAddress | null {
  const isLeading = (index: number) => index === 0 && words[1]?.isNumber === false && words.length > 2;
  const index = words.findLastIndex(
    ({ text }, at) => /^\d{5}$/.test(text) && !isLeading(at) && postcodes.get(text) !== null,
  );
  return found(words[index]?.text, postcodes);
}

/**
 * Returns the last Canadian postcode of an address, or null. Its first half alone (`K1M`) counts only if `isCanada`.
 */
export function findCanadian(
  words: readonly Word[],
  postcodes: Postcodes,
  isCanada: boolean,
): PostcodeInAddress | null {
  const index = words.findLastIndex(({ text }, at) =>
    /^[a-z]\d[a-z]$/.test(text)
      ? isCanada || /^\d[a-z]\d$/.test(words[at + 1]?.text ?? '')
      : /^[a-z]\d[a-z]\d[a-z]\d$/.test(text),
  );
  return found(words[index]?.text.slice(0, 3).toUpperCase(), postcodes);
}

function found(code: string | undefined, postcodes: Postcodes): PostcodeInAddress | null {
  const postcode = code === undefined ? null : postcodes.get(code);
  return code === undefined || postcode === null ? null : { ...postcode, code };
}

const PROVINCES: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};

/** Returns the province of a Canadian postcode, or null for other codes. */
export function provinceOf(code: string): string | null {
  return PROVINCES[code.slice(0, 1)] ?? null;
}
