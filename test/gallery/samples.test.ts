import { readFileSync, writeFileSync } from 'node:fs';
import { createMedia } from '@vitrine/media';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { soundImages } from '../hostile-bytes/sound-files.ts';
import { verifies } from '../requirements.ts';

const CALLER = { account: null };

// Compares samples of built-in fonts and a thumbnail with the reviewed pictures in `reference/`. After an intended
// change, run `UPDATE_REFERENCES=1 pnpm vitest run test/gallery`, look at the pictures and commit them.

/** Of 255. Another version of the picture decoder or another processor may cause this difference; it is invisible. */
const MEAN_DIFFERENCE = 0.5;

const media = createMedia();
afterAll(() => media.close());

async function compare(name: string, picture: Uint8Array): Promise<void> {
  const file = new URL(`./reference/${name}.png`, import.meta.url);
  if (process.env.UPDATE_REFERENCES !== undefined) {
    writeFileSync(file, await sharp(picture).png({ compressionLevel: 9 }).toBuffer());
  }
  const read = (input: Uint8Array) => sharp(input).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [drawn, kept] = await Promise.all([read(picture), read(readFileSync(file))]);
  expect([drawn.info.width, drawn.info.height]).toEqual([kept.info.width, kept.info.height]);
  const sum = drawn.data.reduce((total, value, at) => total + Math.abs(value - (kept.data[at] ?? 0)), 0);
  expect(sum / drawn.data.length).toBeLessThan(MEAN_DIFFERENCE);
}

test.each([
  [2, 'sample-inter-bold'],
  [11, 'sample-playfair-display'],
  [15, 'sample-bebas-neue'],
] as const)(
  'the sample of font %i matches its reference picture',
  verifies('fonts.preview'),
  async (id, name) => {
    await compare(name, await media.builtinSample(id));
  },
);

test('a thumbnail matches its reference picture', verifies('images.thumbnail'), async () => {
  const { jpeg } = await soundImages();
  const image = await media.readImage(jpeg, CALLER);
  if ('refused' in image) throw new Error(image.refused);
  await compare('thumbnail', await media.thumbnail(image.bytes, CALLER));
});
