import { readValue } from '../../values/value.ts';
import { type DateOrder, toIsoDatetime } from './date-text.ts';
import { isExactNumber } from './exact-number.ts';
import type { Decimal } from './number-text.ts';

/** A type and its test for one value. */
export type Candidate = Decimal | 'iso' | DateOrder | 'url_image' | 'url_link';

/** A path of a file, or of a public picture of Vitrine. */
const IMAGE = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico|tiff?)$|\/i\/[\w-]{12}$/i;

/** Several URLs in one value, which are read as a single one with an odd path. */
const URL_LIST = /[\s,;|]https?:\/\//i;

export const TESTS: Readonly<Record<Candidate, (text: string) => boolean>> = {
  point: (text) => isExactNumber(text, 'point'),
  comma: (text) => isExactNumber(text, 'comma'),
  iso: (text) => toIsoDatetime(text, null) !== null,
  dmy: (text) => toIsoDatetime(text, 'dmy') !== null,
  mdy: (text) => toIsoDatetime(text, 'mdy') !== null,
  url_image: (text) => isUrl(text) && IMAGE.test(URL.parse(text)?.pathname ?? ''),
  url_link: isUrl,
};

function isUrl(text: string): boolean {
  return readValue('url_link', text).ok && !URL_LIST.test(text);
}

/** `1.234.567` is a number only beside others with a decimal comma: identifiers look like this, too. */
export const DOTTED = /^-?[1-9]\d{0,2}(\.\d{3}){2,}$/;
