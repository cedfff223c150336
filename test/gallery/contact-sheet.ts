import sharp, { type OverlayOptions } from 'sharp';
import { testSources } from '../../packages/media/src/timer/sample-scenes.ts';
import type { GallerySection } from './designs.ts';
import { type GalleryDesign, INTER_BOLD } from './make-design.ts';

/** A design and its first frame with twice the pixels. */
export interface DrawnDesign extends GalleryDesign {
  readonly gif: Uint8Array;
}

const WIDTH = 1640;
const MARGIN = 56;
const GAP = 28;
const RADIUS = 12;
const SHADOW = { down: 6, blur: 9, opacity: 0.16 };
const TITLE = { size: 26, above: 34, below: 24, color: '#1b2333' };
const GROUND = '#f1f3f7';
const SQUARE = 10;

/** Draws all sections on one sheet: cards with round corners and a soft shadow, in rows under a title. */
export async function contactSheet(
  sections: readonly (Omit<GallerySection, 'designs'> & { readonly designs: readonly DrawnDesign[] })[],
): Promise<Buffer> {
  const parts: OverlayOptions[] = [];
  let top = MARGIN - TITLE.above;
  for (const { title, columns, designs } of sections) {
    top += TITLE.above;
    parts.push({ input: await titlePicture(title), left: MARGIN, top });
    top += TITLE.size + TITLE.below;
    const width = Math.floor((WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns);
    for (let first = 0; first < designs.length; first += columns) {
      const row = designs.slice(first, first + columns);
      const heights = row.map(({ design }) => Math.round((width * design.height) / design.width));
      const height = Math.max(...heights);
      for (const [column, drawn] of row.entries()) {
        const left = MARGIN + column * (width + GAP);
        const own = heights[column] ?? height;
        const at = top + Math.floor((height - own) / 2);
        const margin = SHADOW.blur * 2;
        parts.push({ input: await shadow(width, own), left: left - margin, top: at - margin + SHADOW.down });
        parts.push({ input: await card(drawn, width, own), left, top: at });
      }
      top += height + GAP;
    }
  }
  const height = top + MARGIN - GAP;
  return sharp({ create: { width: WIDTH, height, channels: 3, background: GROUND } })
    .composite(parts)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

async function card({ gif, design }: DrawnDesign, width: number, height: number): Promise<Buffer> {
  const picture = await sharp(gif).resize({ width, height, kernel: 'lanczos3' }).png().toBuffer();
  const ground = design.background.transparent ? checkerboard(width, height) : plain(width, height);
  return sharp(Buffer.from(svg(width, height, ground)))
    .composite([
      { input: picture },
      { input: Buffer.from(svg(width, height, box(width, height, '#fff'))), blend: 'dest-in' },
    ])
    .png()
    .toBuffer();
}

function shadow(width: number, height: number): Promise<Buffer> {
  const margin = SHADOW.blur * 2;
  const shape = `<g transform="translate(${margin} ${margin})" opacity="${SHADOW.opacity}">${box(width, height, '#0b1530')}</g>`;
  return sharp(Buffer.from(svg(width + 2 * margin, height + 2 * margin, shape)))
    .blur(SHADOW.blur)
    .png()
    .toBuffer();
}

/** Draws a title with the outlines of Inter, because other machines have other fonts. */
async function titlePicture(title: string): Promise<Buffer> {
  const load = () => Promise.reject(new Error('no uploaded fonts here'));
  const { glyphs } = await testSources.outlines({ builtin: INTER_BOLD }, load, Array.from(title), {
    account: null,
  });
  let x = 0;
  const letters = glyphs.map((glyph) => {
    const letter = `<path transform="translate(${x} 0)" d="${glyph?.path ?? ''}"/>`;
    x += glyph?.advance ?? 0;
    return letter;
  });
  const scale = TITLE.size / 1000;
  const text = `<g fill="${TITLE.color}" transform="translate(0 ${TITLE.size}) scale(${scale})">${letters.join('')}</g>`;
  return Buffer.from(svg(Math.ceil(x * scale), Math.ceil(TITLE.size * 1.3), text));
}

function plain(width: number, height: number): string {
  return `<rect width="${width}" height="${height}" fill="#fff"/>`;
}

function checkerboard(width: number, height: number): string {
  const side = 2 * SQUARE;
  const squares = `<path fill="#e3e7ee" d="M0 0h${SQUARE}v${SQUARE}h-${SQUARE}zM${SQUARE} ${SQUARE}h${SQUARE}v${SQUARE}h-${SQUARE}z"/>`;
  const pattern = `<pattern id="squares" width="${side}" height="${side}" patternUnits="userSpaceOnUse">${squares}</pattern>`;
  return `${plain(width, height)}<defs>${pattern}</defs><rect width="${width}" height="${height}" fill="url(#squares)"/>`;
}

function box(width: number, height: number, color: string): string {
  return `<rect width="${width}" height="${height}" rx="${RADIUS}" fill="${color}"/>`;
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
}
