import { readValue } from '@vitrine/core';
import type { PropertyType } from '@vitrine/core/storage';

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Checks that a text is a number and loses nothing as one: `007`, `+1`, `1e5`, 2^53 + 1 and more digits than a double
 * holds stay text. Trailing zeros of a fraction may be lost (`5.0` is 5), because they are common in measured data.
 */
function isExactNumber(text: string): boolean {
  const value = Number(text);
  if (String(value) === text) return readValue('number', value).ok;
  if (!NUMBER.test(text) || !readValue('number', value).ok) return false;
  const shortest = text.includes('.') ? withoutTrailingZeros(text) : text;
  return String(value) === shortest || (value === 0 && /^-?0$/.test(shortest));
}

/** Uses no regular expression, because that would start again at each zero of a long run. */
function withoutTrailingZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === '0') end -= 1;
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end);
}

const BOOLEAN = /^(true|false)$/i;

const IMAGE = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico|tiff?)$/i;

function isImageUrl(text: string): boolean {
  return readValue('url_image', text).ok && IMAGE.test(new URL(text).pathname);
}

/** The check of each type, narrower types first. */
const CHECKS: Readonly<Record<PropertyType, (text: string) => boolean>> = {
  boolean: (text) => BOOLEAN.test(text),
  number: isExactNumber,
  datetime: (text) => readValue('datetime', text).ok,
  url_image: isImageUrl,
  url_link: (text) => readValue('url_link', text).ok,
  string: () => true,
};

/** Finds the narrowest type that accepts every value of a column: string if there is no other or no value. */
export class TypeInference {
  #candidates = Object.keys(CHECKS) as PropertyType[];
  #hasValues = false;

  /** Adds a cell. Empty cells have no influence on the type. */
  add(cell: string | null): void {
    if (cell === null || cell === '') return;
    this.#hasValues = true;
    this.#candidates = this.#candidates.filter((type) => CHECKS[type](cell));
  }

  get type(): PropertyType {
    return this.#hasValues ? (this.#candidates[0] ?? 'string') : 'string';
  }
}
