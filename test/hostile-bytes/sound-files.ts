import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { soundCffFont, soundCollection, soundFont } from './font-bombs.ts';

/** Returns a picture of each format, with enough content that damage hits something. */
export async function soundImages() {
  const drawing = (turn: number) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="96"><rect width="160" height="96" fill="#358"/><circle cx="${40 + 12 * turn}" cy="48" r="30" fill="#fb4"/></svg>`,
    );
  const frames = await Promise.all([0, 1, 2, 3].map((turn) => sharp(drawing(turn)).png().toBuffer()));
  const still = () => sharp(drawing(0));
  const moving = () => sharp(frames, { join: { animated: true } });
  return {
    png: await still().png().toBuffer(),
    'interlaced png': await still().png({ progressive: true, palette: true }).toBuffer(),
    jpeg: await still().withMetadata({ orientation: 6 }).withIccProfile('p3').jpeg().toBuffer(),
    'progressive jpeg': await still().jpeg({ progressive: true }).toBuffer(),
    gif: await moving().gif().toBuffer(),
    webp: await still().webp().toBuffer(),
    'lossless webp': await still().webp({ lossless: true }).toBuffer(),
    'animated webp': await moving().webp().toBuffer(),
  };
}

/** Returns a font of each format. */
export function soundFonts() {
  const { resolve } = createRequire(import.meta.resolve('@vitrine/media'));
  const inter = (format: string) =>
    readFileSync(resolve(`@fontsource/inter/files/inter-latin-700-normal.${format}`));
  return {
    ttf: soundFont(),
    otf: soundCffFont(),
    ttc: soundCollection(),
    woff: inter('woff'),
    woff2: inter('woff2'),
  };
}
