import { Canvas } from '../../paint/canvas.ts';

/** Rows of a band, and from one band to the next. */
const BAND = 4;
const APART = 64;

/** The size of a file is about this many times that of its bands. */
export const BANDS_SHARE = APART / BAND;

/** Returns some bands of rows of a picture, from which the size of its file is estimated. Null: it has too few rows. */
export function bandsOf({ width, height, colors, alpha }: Canvas): Canvas | null {
  const count = Math.floor(height / APART);
  if (count < 2) return null;
  const length = BAND * width;
  const bands = Canvas.filled(width, count * BAND, [0, 0, 0], alpha !== null);
  for (let band = 0; band < count; band++) {
    const from = band * APART * width;
    bands.colors.set(colors.subarray(from * 3, (from + length) * 3), band * length * 3);
    if (alpha !== null) bands.alpha?.set(alpha.subarray(from, from + length), band * length);
  }
  return bands;
}
