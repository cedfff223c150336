import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { imageTasks } from './image-tasks.ts';

const [WIDTH, HEIGHT] = [8, 4];
const RED = [220, 30, 40] as const;
/** The largest difference that rounding and the coding of the thumbnail cause. */
const NEARLY = 6;

/** Returns a red PNG whose samples are those of the profile. */
function png(depth: 8 | 16, icc: string | null, orientation: number | null): Promise<Buffer> {
  const [r, g, b] = RED;
  const red = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: { r, g, b } } });
  if (depth === 16) red.toColourspace('rgb16');
  if (orientation !== null) red.withMetadata({ orientation });
  if (icc !== null) red.withIccProfile(icc);
  return red.png().toBuffer();
}

function expectRed(samples: Uint8Array): void {
  for (const [at, value] of RED.entries()) {
    expect(Math.abs((samples[at] ?? -1) - value)).toBeLessThanOrEqual(NEARLY);
  }
}

test.each([
  [16, null, null],
  [16, 'srgb', null],
  [16, 'p3', null],
  [16, 'srgb', 6],
  [16, 'p3', 6],
  [8, 'p3', 6],
] as const)(
  'a PNG of %i bits with the profile %s and the orientation %s is taken and shown in its colours',
  verifies('images.ingest.gamma'),
  async (depth, icc, orientation) => {
    const read = await imageTasks.readImage(await png(depth, icc, orientation));
    if ('refused' in read) throw new Error(read.refused);
    expect([read.width, read.height]).toEqual(orientation === null ? [WIDTH, HEIGHT] : [HEIGHT, WIDTH]);
    const thumbnail = await imageTasks.thumbnail(read.bytes);
    expectRed(await sharp(thumbnail).raw().toBuffer());
    const { bytes } = read;
    expectRed(await imageTasks.pixels({ bytes, width: WIDTH, height: HEIGHT, fit: 'fill' }));
  },
);
