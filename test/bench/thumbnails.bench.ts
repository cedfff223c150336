import { createMedia } from '@vitrine/media';
import sharp from 'sharp';
import { median } from './median.ts';

const CALLER = { account: null };

// Compares a thumbnail of a photograph by the media engine, in another process, with the same call of sharp in this
// process, in turns. The target is a ratio of at most 1.2.

const ROUNDS = 40;
const WIDTH = 4000;
const HEIGHT = 3000;

sharp.cache(false);
sharp.concurrency(1);
const photo = await photograph();
const media = createMedia();
const ways = { bare, ours: () => media.thumbnail(photo, CALLER) };
const times: Record<keyof typeof ways, number[]> = { bare: [], ours: [] };
for (let round = -3; round < ROUNDS; round++) {
  for (const name of ['bare', 'ours'] as const) {
    const began = performance.now();
    await ways[name]();
    if (round >= 0) times[name].push(performance.now() - began);
  }
}
await media.close();

const [one, other] = [median(times.bare), median(times.ours)];
const ratio = median(times.ours.map((time, round) => time / (times.bare[round] ?? time)));
console.log(`${WIDTH}×${HEIGHT} JPEG, ${(photo.length / 1e6).toFixed(1)} MB, median of ${ROUNDS} in turns`);
console.log(
  `sharp alone ${one.toFixed(1)} ms, media engine ${other.toFixed(1)} ms, ratio ${ratio.toFixed(2)}`,
);
console.log(`fastest: ${Math.min(...times.bare).toFixed(1)} and ${Math.min(...times.ours).toFixed(1)} ms`);

function bare(): Promise<Buffer> {
  return sharp(photo, { limitInputPixels: 25_000_000, sequentialRead: true })
    .resize({ width: 320, height: 320, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();
}

/** Returns noise of several sizes, which is as expensive to decode as a photograph. */
async function photograph(): Promise<Buffer> {
  const layers = await Promise.all(
    [8, 40, 400].map((grain) =>
      sharp({
        create: {
          width: Math.ceil(WIDTH / grain),
          height: Math.ceil(HEIGHT / grain),
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 128, sigma: 50 },
        },
      })
        .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
        .png({ compressionLevel: 0 })
        .toBuffer(),
    ),
  );
  const [coarse, ...fine] = layers.reverse();
  return sharp(coarse)
    .composite(fine.map((input) => ({ input, blend: 'overlay' as const })))
    .jpeg({ quality: 90 })
    .toBuffer();
}
