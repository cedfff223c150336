import { readFileSync, writeFileSync } from 'node:fs';
import { createMedia } from '@vitrine/media';
import sharp, { type OutputInfo, type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { DESIGNS } from './designs.ts';
import { sceneOf } from './gallery-scene.ts';

const CALLER = { account: null };

// Compares frame 0 of six designs with the reviewed pictures in `reference/`. After an intended change, run
// `UPDATE_REFERENCES=1 pnpm vitest run test/gallery`, look at the pictures and commit them.

const NAMES = [
  'plain',
  'serif-borders',
  'hebrew',
  'boxes-on-a-picture',
  'transparent-boxes',
  'ended-with-a-message',
];

/** Of 255. Another version of the picture decoder or another processor may cause this difference; it is invisible. */
const MEAN_DIFFERENCE = 0.5;
/** The share of pixels that may differ by more than 24 in a channel. A letter that moved by one pixel exceeds it. */
const VISIBLY_DIFFERENT = 0.001;
const VISIBLE = 24;

const media = createMedia();
afterAll(() => media.close());

test.each(NAMES)('%s matches its reference picture', async (name) => {
  const entry = DESIGNS.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`no design ${name}`);
  const frame = sharp(await media.renderTimer(sceneOf(entry), entry.secondsLeft, CALLER));
  const file = new URL(`./reference/${name}.png`, import.meta.url);
  if (process.env.UPDATE_REFERENCES !== undefined) {
    writeFileSync(file, await frame.clone().png({ palette: true, compressionLevel: 9 }).toBuffer());
  }
  const drawn = await pixels(frame);
  const kept = await pixels(sharp(readFileSync(file)));
  expect([drawn.info.width, drawn.info.height]).toEqual([kept.info.width, kept.info.height]);
  const differences = drawn.data.map((value, at) => Math.abs(value - (kept.data[at] ?? 0)));
  const visible = differences.filter((difference) => difference > VISIBLE).length;
  expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(
    MEAN_DIFFERENCE,
  );
  expect(visible / differences.length).toBeLessThan(VISIBLY_DIFFERENT);
});

/** Returns the pixels, with transparent ones in a color that no design uses. */
function pixels(picture: Sharp): Promise<{ data: Buffer; info: OutputInfo }> {
  return picture.flatten({ background: '#00ff00' }).raw().toBuffer({ resolveWithObject: true });
}
