import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMedia } from '@vitrine/media';
import { contactSheet, type DrawnDesign } from './contact-sheet.ts';
import { DESIGNS, SECTIONS } from './designs.ts';
import { sceneOf } from './gallery-scene.ts';
import type { GalleryDesign } from './make-design.ts';

// Writes every design of the gallery as a GIF, and all of them on one sheet, to .gallery/.

const CALLER = { account: null };
const FOLDER = join(import.meta.dirname, '../../.gallery');

mkdirSync(FOLDER, { recursive: true });
const media = createMedia();
for (const entry of DESIGNS) {
  const scene = sceneOf(entry);
  const gif = await media.renderTimer(scene, { secondsLeft: entry.secondsLeft }, CALLER);
  const { warnings } = await media.checkTimer(scene, { secondsLeft: entry.secondsLeft }, CALLER);
  writeFileSync(join(FOLDER, `${entry.name}.gif`), gif);
  const lines = warnings.map((text) => `\n  ${text}`);
  console.log(`${entry.name}: ${(gif.length / 1024).toFixed(1)} KB${lines.join('')}`);
}
const sections = [];
for (const section of SECTIONS) {
  const designs: DrawnDesign[] = [];
  for (const entry of section.designs) designs.push(await drawn(entry));
  sections.push({ ...section, designs });
}
writeFileSync(join(FOLDER, 'contact-sheet.png'), await contactSheet(sections));
await media.close();
console.log(`${DESIGNS.length} designs and contact-sheet.png are in .gallery/`);

/** Draws the first frame with twice the pixels, for a sharp sheet. */
async function drawn(entry: GalleryDesign): Promise<DrawnDesign> {
  const sharpened = {
    ...entry,
    name: `${entry.name}@2`,
    design: { ...entry.design, scale: 2 as const, frames: 1 },
  };
  return {
    ...entry,
    gif: await media.renderTimer(sceneOf(sharpened), { secondsLeft: entry.secondsLeft }, CALLER),
  };
}
