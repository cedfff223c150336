import sharp from 'sharp';
import type { TimerSources } from './timer-sources.ts';

/** The first frame of a picture that was read before, cut and scaled to the size of a timer. */
export const timerPicture: TimerSources['picture'] = async (bytes, { width, height, fit }) => {
  const { data } = await sharp(bytes, { limitInputPixels: 25_000_000 })
    .resize({ width, height, fit, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data;
};
