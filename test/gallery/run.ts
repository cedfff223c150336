import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMedia } from '@vitrine/media';
import sharp, { type OverlayOptions } from 'sharp';
import { DESIGNS } from './designs.ts';
import { sceneOf } from './gallery-scene.ts';

const CALLER = { account: null };

// Writes every design of the gallery as a GIF, and all of them on one sheet, to .gallery/.

const FOLDER = join(import.meta.dirname, '../../.gallery');
const CARD = { width: 600, height: 150 };
const SPACE = 24;
const COLUMNS = 2;
const SQUARE = 10;
const SHEET = '#eceef2';

mkdirSync(FOLDER, { recursive: true });
const media = createMedia();
const cards: OverlayOptions[] = [];
for (const [at, entry] of DESIGNS.entries()) {
  const scene = sceneOf(entry);
  const gif = await media.renderTimer(scene, entry.secondsLeft, CALLER);
  const { warnings } = await media.checkTimer(scene, entry.secondsLeft, CALLER);
  writeFileSync(join(FOLDER, `${entry.name}.gif`), gif);
  console.log(
    `${entry.name}: ${(gif.length / 1024).toFixed(1)} KB${warnings.map((text) => `\n  ${text}`).join('')}`,
  );
  const first = await sharp(gif)
    .resize({ ...CARD, fit: 'contain', background: SHEET })
    .png()
    .toBuffer();
  const left = SPACE + (at % COLUMNS) * (CARD.width + SPACE);
  const top = SPACE + Math.floor(at / COLUMNS) * (CARD.height + SPACE);
  if (entry.design.background.transparent) cards.push({ input: await checkerboard(), left, top });
  cards.push({ input: first, left, top });
}
await media.close();
const rows = Math.ceil(DESIGNS.length / COLUMNS);
await sharp({
  create: {
    width: SPACE + COLUMNS * (CARD.width + SPACE),
    height: SPACE + rows * (CARD.height + SPACE),
    channels: 3,
    background: SHEET,
  },
})
  .composite(cards)
  .png()
  .toFile(join(FOLDER, 'contact-sheet.png'));
console.log(`${DESIGNS.length} designs and contact-sheet.png are in .gallery/`);

function checkerboard(): Promise<Buffer> {
  const { width, height } = CARD;
  const pixels = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const x = pixel % width;
    const y = (pixel - x) / width;
    const dark = (Math.floor(x / SQUARE) + Math.floor(y / SQUARE)) % 2 === 0;
    pixels.fill(dark ? 214 : 255, pixel * 3, pixel * 3 + 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
