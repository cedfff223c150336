import { readValue } from '../../values/value.ts';
import { type DateOrder, toIsoDatetime } from './date-text.ts';
import { isExactNumber } from './exact-number.ts';
import type { Decimal } from './number-text.ts';

/** A type and its test for one value. */
export type Candidate = Decimal | 'iso' | DateOrder | 'url_image' | 'url_link';

/** A path of a file, or of a public picture of Vitrine. */
const IMAGE = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico|tiff?)$|\/i\/[\w-]{12}$/i;

export const TESTS: Readonly<Record<Candidate, (text: string) => boolean>> = {
  point: (text) => isExactNumber(text, 'point'),
  comma: (text) => isExactNumber(text, 'comma'),
  iso: (text) => toIsoDatetime(text, null) !== null,
  dmy: (text) => toIsoDatetime(text, 'dmy') !== null,
  mdy: (text) => toIsoDatetime(text, 'mdy') !== null,
  url_image: (text) => readValue('url_image', text).ok && IMAGE.test(URL.parse(text)?.pathname ?? ''),
  url_link: (text) => readValue('url_link', text).ok,
};

/** `1.234.567` is a number only beside others with a decimal comma: identifiers look like this, too. */
export const DOTTED = /^-?[1-9]\d{0,2}(\.\d{3}){2,}$/;
