import sharp from 'sharp';
import { FontError } from './files/font-error.ts';
import type { FontOutlines, GlyphOutline } from './outline.ts';

/** The text of a font's sample. */
const SAMPLE_TEXT = '0123456789 AaBb';
export const SAMPLE_LETTERS = Array.from(SAMPLE_TEXT);

const WIDTH = 640;
const HEIGHT = 96;
const MARGIN = 16;
/** Maximum pixels per em, so that samples of different fonts can be compared. */
const SIZE = 64;

interface Placed {
  readonly x: number;
  readonly glyph: GlyphOutline & { readonly box: NonNullable<GlyphOutline['box']> };
}

/**
 * Draws the sample text in black on white as a WebP of 640×96, as large as fits. Skips letters that the font lacks.
 *
 * @throws FontError if the font draws nothing of the text.
 */
export async function drawSample(outlines: FontOutlines): Promise<Buffer> {
  const placed = place(outlines);
  const left = Math.min(...placed.map(({ x, glyph }) => x + glyph.box.left));
  const right = Math.max(...placed.map(({ x, glyph }) => x + glyph.box.right));
  const top = Math.min(...placed.map(({ glyph }) => glyph.box.top));
  const bottom = Math.max(...placed.map(({ glyph }) => glyph.box.bottom));
  const scale = Math.min(
    SIZE / 1000,
    (WIDTH - 2 * MARGIN) / (right - left),
    (HEIGHT - 2 * MARGIN) / (bottom - top),
  );
  const x0 = (WIDTH - (right - left) * scale) / 2 - left * scale;
  const y0 = (HEIGHT - (bottom - top) * scale) / 2 - top * scale;
  const shapes = placed.map(({ x, glyph }) => `<path transform="translate(${x} 0)" d="${glyph.path}"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#fff"/><g transform="translate(${x0} ${y0}) scale(${scale})" fill="#111">${shapes.join('')}</g></svg>`;
  return sharp(Buffer.from(svg), { unlimited: true }).webp({ lossless: true }).toBuffer();
}

function place({ glyphs }: FontOutlines): Placed[] {
  const placed: Placed[] = [];
  let x = 0;
  for (const glyph of glyphs) {
    if (glyph === null) continue;
    const { box } = glyph;
    if (box !== null) placed.push({ x, glyph: { ...glyph, box } });
    x += glyph.advance;
  }
  if (placed.length === 0) throw new FontError(`The font draws nothing of "${SAMPLE_TEXT}".`);
  return placed;
}
