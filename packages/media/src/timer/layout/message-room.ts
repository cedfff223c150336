import type { TimerDesign } from '@vitrine/core/contracts';
import type { Rectangle } from '../../gif/gif-writer.ts';

/** The largest share of the picture that a message takes. */
const HEIGHT_MAX = 0.6;
const WIDTH_MAX = 0.84;

/** Returns the area of a message in pixels. A design that has to fit leaves room around it. */
export function messageRoom({ width, height, scale, layout }: TimerDesign): Rectangle {
  const isPlain = layout.fit === 'none';
  const wide = Math.min(width - 2 * layout.padding, isPlain ? width : width * WIDTH_MAX);
  const high = Math.min(height - 2 * layout.padding, isPlain ? height : height * HEIGHT_MAX);
  const room = { width: Math.max(1, wide * scale), height: Math.max(1, high * scale) };
  return { x: (width * scale - room.width) / 2, y: (height * scale - room.height) / 2, ...room };
}
