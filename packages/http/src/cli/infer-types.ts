import { type PropertyType, readValue } from '@vitrine/core';

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/**
 * Whether a text is a number and nothing is lost when it becomes one: `007`, `+1`, `1e5`, 2^53 + 1 and more digits than
 * a double holds stay text. Only zeros at the end of a fraction may go (`5.0` is 5), as measured data is full of them.
 */
function isExactNumber(text: string): boolean {
  const value = Number(text);
  if (String(value) === text) return readValue('number', value).ok;
  if (!NUMBER.test(text) || !readValue('number', value).ok) return false;
  const shortest = text.includes('.') ? withoutTrailingZeros(text) : text;
  return String(value) === shortest || (value === 0 && /^-?0$/.test(shortest));
}

/** By hand: a regular expression would begin anew at each zero of a long run. */
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

/** Narrower types first. */
const TESTS: readonly (readonly [PropertyType, (text: string) => boolean])[] = [
  ['boolean', (text) => BOOLEAN.test(text)],
  ['number', isExactNumber],
  ['datetime', (text) => readValue('datetime', text).ok],
  ['url_image', isImageUrl],
  ['url_link', (text) => readValue('url_link', text).ok],
];

/** Finds the narrowest type that takes every value of a column; string where none does or there is no value. */
export class TypeInference {
  #fitting = TESTS;
  #hasValues = false;

  /** Empty cells say nothing about the type. */
  add(cell: string | null): void {
    if (cell === null || cell === '') return;
    this.#hasValues = true;
    if (this.#fitting.length > 0) this.#fitting = this.#fitting.filter(([, fits]) => fits(cell));
  }

  get type(): PropertyType {
    return this.#hasValues ? (this.#fitting[0]?.[0] ?? 'string') : 'string';
  }
}
