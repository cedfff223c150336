import { decompressFrames, parseGIF } from 'gifuct-js';
import { GifReader } from 'omggif';
import sharp from 'sharp';
import type { Rectangle } from './gif-writer.ts';

/** The RGBA pixels of the canvas for each frame, as a viewer shows it. Transparent pixels are 0 in all channels. */
export type ShownFrames = readonly Uint8Array[];

interface Patch extends Rectangle {
  readonly clears: boolean;
  paint(canvas: Uint8Array): void;
}

export function shownByOmggif(gif: Uint8Array): ShownFrames {
  const reader = new GifReader(gif);
  const patches = Array.from({ length: reader.numFrames() }, (_, index): Patch => {
    const { x, y, width, height, disposal } = reader.frameInfo(index);
    const paint = (canvas: Uint8Array) => reader.decodeAndBlitFrameRGBA(index, canvas);
    return { x, y, width, height, clears: disposal === 2, paint };
  });
  return show(reader.width, reader.height, patches);
}

export function shownByGifuct(gif: Uint8Array): ShownFrames {
  const parsed = parseGIF(Uint8Array.from(gif).buffer);
  const { width: canvasWidth, height: canvasHeight } = parsed.lsd;
  const patches = decompressFrames(parsed, true).map(({ dims, disposalType, patch }): Patch => {
    const { left: x, top: y, width, height } = dims;
    const paint = (canvas: Uint8Array) => {
      for (let row = 0; row < height; row++) {
        for (let column = 0; column < width; column++) {
          const from = (row * width + column) * 4;
          if (patch[from + 3] === 0) continue;
          canvas.set(patch.subarray(from, from + 4), ((y + row) * canvasWidth + x + column) * 4);
        }
      }
    };
    return { x, y, width, height, clears: disposalType === 2, paint };
  });
  return show(canvasWidth, canvasHeight, patches);
}

export async function shownBySharp(gif: Uint8Array): Promise<ShownFrames> {
  const { data, info } = await sharp(gif, { animated: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = info.width * (info.pageHeight ?? info.height) * 4;
  return Array.from({ length: data.length / size }, (_, index) =>
    emptied(new Uint8Array(data.subarray(index * size, (index + 1) * size))),
  );
}

/** Returns the frames that are shown for a second. A transparent timer has short ones between them. */
export function secondsOf(gif: Uint8Array, frames: ShownFrames): ShownFrames {
  const reader = new GifReader(gif);
  return frames.filter((_, at) => reader.frameInfo(at).delay > 50);
}

function show(width: number, height: number, patches: readonly Patch[]): ShownFrames {
  const canvas = new Uint8Array(width * height * 4);
  return patches.map((patch) => {
    patch.paint(canvas);
    const shown = emptied(canvas.slice());
    if (patch.clears) {
      for (let row = patch.y; row < patch.y + patch.height; row++) {
        canvas.fill(0, (row * width + patch.x) * 4, (row * width + patch.x + patch.width) * 4);
      }
    }
    return shown;
  });
}

/** Sets the color of transparent pixels to 0, because it is invisible. */
function emptied(canvas: Uint8Array): Uint8Array {
  for (let at = 0; at < canvas.length; at += 4) {
    if (canvas[at + 3] === 0) canvas.fill(0, at, at + 3);
  }
  return canvas;
}
