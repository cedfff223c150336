import type { FontFormat } from '@vitrine/core/storage';
import { create, type Font } from 'fontkit';
import { FontError } from './files/font-error.ts';
import { readFontFile } from './files/font-tables.ts';
import { checkDrawable, DRAWING_TABLES, VARIATION_TABLES, writeSfnt } from './files/sfnt.ts';
import { withUnicodeCmap } from './symbol-cmap.ts';

export interface OpenFont {
  readonly font: Font;
  readonly format: FontFormat;
  readonly tables: ReadonlyMap<string, Buffer>;
  /** The weight of an instance of a variable font. Null: the default instance. */
  readonly weight: number | null;
}

/**
 * Opens a font for drawing single glyphs; a variable font as its default instance. Call it only in the font process,
 * because the parser trusts the tables. Never call `layout` of the font.
 *
 * @param weight of the instance of a variable font that is a part of Vitrine.
 * @throws FontError if the font is invalid, and any error of the parser.
 */
export function openFont(bytes: Buffer, weight: number | null = null): OpenFont {
  const file = readFontFile(bytes);
  checkDrawable(file.tables);
  const { format } = file;
  const tables = withUnicodeCmap(file.tables);
  const tags = weight === null ? DRAWING_TABLES : [...DRAWING_TABLES, ...VARIATION_TABLES];
  const font = create(writeSfnt(tables, tags));
  if (!('unitsPerEm' in font)) throw new FontError('The file holds several fonts; send one.');
  checkHead(font.unitsPerEm);
  return { font: weight === null ? font : font.getVariation({ wght: weight }), format, tables, weight };
}

function checkHead(unitsPerEm: number): void {
  if (!Number.isInteger(unitsPerEm) || unitsPerEm < 16 || unitsPerEm > 16_384) {
    throw new FontError('The em square of the font has 16 to 16384 units.');
  }
}
