import type { FontFacts } from '@vitrine/core/storage';
import type { Font } from 'fontkit';
import type { OpenFont } from './open-font.ts';

const NAME_LENGTH = 200;
const DIGITS = Array.from('0123456789', (digit) => digit.charCodeAt(0));

/** Returns the metadata of a font. Shortens names and replaces invalid numbers. */
export function factsOf(opened: OpenFont, bytes: number): FontFacts {
  const { font, format, tables } = opened;
  const family = nameOf(font, 'preferredFamily') ?? nameOf(font, 'fontFamily') ?? 'Unnamed';
  const style = nameOf(font, 'preferredSubfamily') ?? nameOf(font, 'fontSubfamily') ?? 'Regular';
  return {
    family,
    style,
    fullName: nameOf(font, 'fullName') ?? `${family} ${style}`,
    weight: weightOf(font),
    italic: isItalic(opened),
    format,
    variable: tables.has('fvar'),
    glyphCount: font.numGlyphs,
    hasDigits: DIGITS.every((digit) => font.hasGlyphForCodePoint(digit)),
    bytes,
  };
}

function nameOf(font: Font, key: string): string | null {
  const name: unknown = font.getName(key, 'en');
  if (typeof name !== 'string') return null;
  const printable = name
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
  return printable === '' ? null : Array.from(printable).slice(0, NAME_LENGTH).join('');
}

/** Returns the weight from 1 to 1000. Old fonts have 1 to 9. */
function weightOf(font: Font): number {
  const weight = font['OS/2']?.usWeightClass ?? 400;
  if (weight >= 1 && weight <= 9) return weight * 100;
  return weight >= 1 && weight <= 1000 ? weight : 400;
}

function isItalic({ font, tables }: OpenFont): boolean {
  const angle = tables.has('post') ? font.italicAngle : 0;
  const selection = font['OS/2']?.fsSelection;
  return selection?.italic === true || selection?.oblique === true || angle !== 0;
}
