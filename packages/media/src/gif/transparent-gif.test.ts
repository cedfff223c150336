import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { transparentGif } from './transparent-gif.ts';

test.each([
  [1, 1],
  [2, 1],
  [1, 3],
  [20, 20],
  [123, 45],
  [600, 200],
  [2_400, 4_000],
])('a picture of %i × %i is transparent', verifies('live.pictures.fallback'), async (width, height) => {
  const bytes = transparentGif(width, height);
  expect(bytes.length).toBeLessThan(20_000);
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width, height, channels: 4 });
  expect(data.every((value, at) => at % 4 !== 3 || value === 0)).toBe(true);
});
