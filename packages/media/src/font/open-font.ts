import type { FontFormat } from '@vitrine/core/storage';
import { create, type Font } from 'fontkit';
import { FontError } from './font-error.ts';
import { readFontFile } from './font-tables.ts';
import { checkDrawable, writeSfnt } from './sfnt.ts';

export interface OpenFont {
  readonly font: Font;
  readonly format: FontFormat;
  readonly tags: ReadonlySet<string>;
}

/**
 * Opens a font for drawing single glyphs; a variable font as its default instance. Call it only in the font process,
 * because the parser trusts the tables. Never call `layout` of the font.
 *
 * @throws FontError if the font is invalid, and any error of the parser.
 */
export function openFont(bytes: Buffer): OpenFont {
  const { format, tags, tables } = readFontFile(bytes);
  checkDrawable(tags);
  const font = create(tables === null ? bytes : writeSfnt(tables));
  if (!('unitsPerEm' in font)) throw new FontError('The file holds several fonts; send one.');
  checkHead(font.unitsPerEm);
  return { font, format, tags };
}

function checkHead(unitsPerEm: number): void {
  if (!Number.isInteger(unitsPerEm) || unitsPerEm < 16 || unitsPerEm > 16_384) {
    throw new FontError('The em square of the font has 16 to 16384 units.');
  }
}
