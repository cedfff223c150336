import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveScene } from '@vitrine/core/server';
import { createMedia } from '@vitrine/media';
import sharp from 'sharp';
import { drawnLive } from '../../packages/media/src/live/sample-lives.ts';
import { TEST_PATIENCE } from '../shared-media.ts';
import {
  type Card,
  contactSheet,
  type DrawnDesign,
  pictureCard,
  type SheetSection,
  timerCard,
} from './contact-sheet.ts';
import { DESIGNS, SECTIONS } from './designs.ts';
import { sceneOf } from './gallery-scene.ts';
import { LIVE_SECTIONS } from './live/designs.ts';
import type { GalleryDesign } from './make-design.ts';

// Writes every timer and live image of the gallery, and a sheet of each, to .gallery/.

const CALLER = { account: null };
const FOLDER = join(import.meta.dirname, '../../.gallery');

mkdirSync(FOLDER, { recursive: true });
const media = createMedia({ patience: TEST_PATIENCE });
for (const entry of DESIGNS) {
  const scene = sceneOf(entry);
  const { secondsLeft } = entry;
  const gif = await media.renderTimer(scene, { secondsLeft }, CALLER);
  const { warnings } = await media.checkTimer(scene, { secondsLeft }, CALLER);
  writeFileSync(join(FOLDER, `${entry.name}.gif`), gif);
  const lines = warnings.map((text) => `\n  ${text}`);
  console.log(`${entry.name}: ${(gif.length / 1024).toFixed(1)} KB${lines.join('')}`);
}
const timers: SheetSection[] = [];
for (const { designs, ...section } of SECTIONS)
  timers.push({ ...section, cards: (await Promise.all(designs.map(drawn))).map(timerCard) });
writeFileSync(join(FOLDER, 'contact-sheet.png'), await contactSheet(timers));

/** The live images on the picture in docs/live-images.md. */
const GUIDE = ['product-card', 'arabic', 'nearest-shop', 'countdown-on-a-photo'];
const guide = new Map<string, Card>();
const pictures: SheetSection[] = [];
for (const { images, ...section } of LIVE_SECTIONS) {
  const cards: Card[] = [];
  for (const { name, scene } of images) {
    const { warnings, estimatedBytes } = await media.checkLive(scene, CALLER);
    const { bytes, format } = await media.renderLive(scene, CALLER);
    writeFileSync(join(FOLDER, `live-${name}.${format}`), bytes);
    const lines = warnings.map((text) => `\n  ${text}`);
    console.log(`live-${name}: ${format}, ${(estimatedBytes / 1024).toFixed(1)} KB${lines.join('')}`);
    const card = pictureCard(await sharpened(scene), scene, scene.background.transparent);
    if (GUIDE.includes(name)) guide.set(name, card);
    cards.push(card);
  }
  pictures.push({ ...section, cards });
}
writeFileSync(join(FOLDER, 'live-sheet.png'), await contactSheet(pictures));
const shown = GUIDE.flatMap((name) => guide.get(name) ?? []);
const sheet = await contactSheet([{ title: 'Another picture for each reader', columns: 2, cards: shown }]);
writeFileSync(join(FOLDER, 'live-images.webp'), await sharp(sheet).webp({ quality: 88 }).toBuffer());
await media.close();
const liveCount = pictures.reduce((sum, { cards }) => sum + cards.length, 0);
console.log(`${DESIGNS.length} timers, ${liveCount} live images and three sheets are in .gallery/`);

/** Draws a live image with twice the pixels, for a sharp sheet. */
async function sharpened(scene: LiveScene): Promise<Uint8Array> {
  const layers = scene.layers.map((layer) => {
    if (layer.type !== 'timer') return layer;
    const { key, design, ...timer } = layer.timer;
    return {
      ...layer,
      timer: { ...timer, key: `${key}@2`, design: { ...design, scale: 2 as const, frames: 1 } },
    };
  });
  const { bytes } = await drawnLive({ ...scene, key: `${scene.key}@2`, scale: 2, layers });
  return bytes;
}

/** Draws the first frame with twice the pixels, for a sharp sheet. */
async function drawn(entry: GalleryDesign): Promise<DrawnDesign> {
  const sharpened = {
    ...entry,
    name: `${entry.name}@2`,
    design: { ...entry.design, scale: 2 as const, frames: 1 },
  };
  const { secondsLeft } = entry;
  const gif = await media.renderTimer(sceneOf(sharpened), { secondsLeft }, CALLER);
  return { ...entry, gif };
}
