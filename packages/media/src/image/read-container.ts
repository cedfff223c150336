import type { Container, Size } from './container.ts';
import { readGif } from './gif.ts';
import { ImageError } from './image-error.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** Maximum pixels of one frame, and of the canvas. */
export const MAX_FRAME_PIXELS = 25_000_000;
const MAX_FRAMES = 300;
/** Maximum pixels of all frames. Each counts at least as the canvas, because that is the cost of showing it. */
const MAX_PIXELS = 100_000_000;

/**
 * Reads the container of a picture. Its first bytes state the format.
 *
 * @throws ImageError if it is broken or exceeds the limits of docs/rules.md#image-files.
 */
export function readContainer(bytes: Buffer): Container {
  const container = read(bytes);
  checkSize(container);
  for (const frame of container.frames) checkSize(frame);
  if (container.frames.length > MAX_FRAMES) {
    throw new ImageError(
      `The picture has ${container.frames.length} frames; at most ${MAX_FRAMES} are allowed.`,
    );
  }
  const canvas = pixels(container);
  const total = container.frames.reduce((sum, frame) => sum + Math.max(canvas, pixels(frame)), 0);
  if (total > MAX_PIXELS) {
    throw new ImageError('The frames of the picture have more than 100 megapixels together.');
  }
  return container;
}

function read(bytes: Buffer): Container {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return readPng(bytes);
  if (start.startsWith('\xff\xd8')) return readJpeg(bytes);
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return readGif(bytes);
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return readWebp(bytes);
  throw new ImageError('The file is not a PNG, JPEG, GIF or WebP.');
}

function checkSize(size: Size): void {
  if (size.width === 0 || size.height === 0)
    throw new ImageError('The picture is empty: it has no width or no height.');
  if (pixels(size) > MAX_FRAME_PIXELS) {
    throw new ImageError(
      `The picture has ${size.width}×${size.height} pixels; at most 25 megapixels are allowed.`,
    );
  }
}

function pixels({ width, height }: Size): number {
  return width * height;
}
