import sharp, { type OverlayOptions } from 'sharp';
import type { GalleryDesign } from './make-design.ts';
import { phoneHeight, phonePicture } from './phone-picture.ts';
import { mailOf } from './phones.ts';
import { svg, svgText } from './svg-text.ts';

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
/** The height of the timers on the phones, and the corners of those. */
const PHONE_TIMER = 104;
const PHONE_RADIUS = 46;

/** A picture on the sheet, whose height depends on its width. */
export interface Card {
  readonly radius: number;
  height(width: number): number;
  draw(width: number, height: number): Promise<Buffer>;
}

export interface SheetSection {
  readonly title: string;
  readonly columns: number;
  readonly cards: readonly Card[];
}

/** Draws all sections on one sheet: cards with round corners and a soft shadow, in rows under a title. */
export async function contactSheet(sections: readonly SheetSection[]): Promise<Buffer> {
  const parts: OverlayOptions[] = [];
  let top = MARGIN - TITLE.above;
  for (const { title, columns, cards } of sections) {
    top += TITLE.above;
    parts.push({ input: await titlePicture(title), left: MARGIN, top });
    top += TITLE.size + TITLE.below;
    const width = Math.floor((WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns);
    for (let first = 0; first < cards.length; first += columns) {
      const row = cards.slice(first, first + columns);
      const heights = row.map((card) => card.height(width));
      const height = Math.max(...heights);
      for (const [column, card] of row.entries()) {
        const left = MARGIN + column * (width + GAP);
        const own = heights[column] ?? height;
        const at = top + Math.floor((height - own) / 2);
        const margin = SHADOW.blur * 2;
        parts.push({
          input: await shadow(width, own, card.radius),
          left: left - margin,
          top: at - margin + SHADOW.down,
        });
        parts.push({ input: await card.draw(width, own), left, top: at });
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

/** Returns a design of a timer as a card; on a phone if it is for one. */
export function timerCard(drawn: DrawnDesign): Card {
  const { gif, design } = drawn;
  const mail = mailOf(drawn);
  if (mail === null) return pictureCard(gif, design, design.background.transparent);
  return {
    radius: PHONE_RADIUS,
    height: () => phoneHeight(PHONE_TIMER),
    draw: (width, height) => phonePicture(mail, Buffer.from(gif), width, height),
  };
}

/** Returns a picture of some size as a card. */
export function pictureCard(
  bytes: Uint8Array,
  size: { readonly width: number; readonly height: number },
  isTransparent: boolean,
): Card {
  return {
    radius: RADIUS,
    height: (width) => Math.round((width * size.height) / size.width),
    async draw(width, height) {
      const picture = await sharp(bytes).resize({ width, height, kernel: 'lanczos3' }).png().toBuffer();
      const ground = isTransparent ? checkerboard(width, height) : plain(width, height);
      return sharp(svg(width, height, ground))
        .composite([
          { input: picture },
          { input: svg(width, height, box(width, height, '#fff')), blend: 'dest-in' },
        ])
        .png()
        .toBuffer();
    },
  };
}

function shadow(width: number, height: number, radius: number): Promise<Buffer> {
  const margin = SHADOW.blur * 2;
  const shape = `<g transform="translate(${margin} ${margin})" opacity="${SHADOW.opacity}">${box(width, height, '#0b1530', radius)}</g>`;
  return sharp(svg(width + 2 * margin, height + 2 * margin, shape))
    .blur(SHADOW.blur)
    .png()
    .toBuffer();
}

async function titlePicture(text: string): Promise<Buffer> {
  const { width, paths } = await svgText({ text, size: TITLE.size, color: TITLE.color, bold: true });
  const title = `<g transform="translate(0 ${TITLE.size})">${paths}</g>`;
  return svg(Math.ceil(width), Math.ceil(TITLE.size * 1.3), title);
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

function box(width: number, height: number, color: string, radius = RADIUS): string {
  return `<rect width="${width}" height="${height}" rx="${radius}" fill="${color}"/>`;
}
