import GifEncoder2 from 'gif-encoder-2';
import gifenc from 'gifenc';
import { GifWriter } from 'omggif';
import { ByteSink } from '../../../packages/media/src/gif/byte-sink.ts';
import {
  type GifFrame,
  type GifHeader,
  writeGifFrame,
  writeGifHeader,
  writeGifTrailer,
} from '../../../packages/media/src/gif/gif-writer.ts';

/** Frames of palette indexes: the input of an encoder whose caller has done everything but the encoding. */
export interface IndexedFrames {
  readonly header: GifHeader;
  readonly frames: readonly { readonly frame: GifFrame; readonly indexes: Uint8Array }[];
}

const sink = new ByteSink();

export function byOurWriter({ header, frames }: IndexedFrames): Uint8Array {
  sink.length = 0;
  writeGifHeader(sink, header);
  for (const { frame, indexes } of frames) writeGifFrame(sink, header, frame, indexes);
  writeGifTrailer(sink);
  return sink.copy();
}

export function byOmggif({ header, frames }: IndexedFrames): Uint8Array {
  const { width, height, palette } = header;
  const colors = Array.from(
    { length: palette.length / 3 },
    (_, at) =>
      ((palette[at * 3] ?? 0) << 16) | ((palette[at * 3 + 1] ?? 0) << 8) | (palette[at * 3 + 2] ?? 0),
  );
  const bytes = new Uint8Array(width * height * 2 * frames.length);
  const writer = new GifWriter(bytes, width, height, { palette: colors });
  for (const { frame, indexes } of frames) {
    const { x, y, width, height, delay } = frame;
    // The types require an array of numbers, but any indexed collection works.
    writer.addFrame(x, y, width, height, indexes as unknown as number[], { delay, disposal: 1 });
  }
  return bytes.slice(0, writer.end());
}

/** Encodes whole frames with one palette from the first frame, which is the fastest use of this encoder. */
export function byGifenc(frames: readonly Uint8Array[], width: number, height: number): Uint8Array {
  const encoder = gifenc.GIFEncoder();
  const palette = gifenc.quantize(frames[0] as Uint8Array, 256);
  frames.forEach((rgba, at) => {
    const indexes = gifenc.applyPalette(rgba, palette);
    encoder.writeFrame(indexes, width, height, {
      ...(at === 0 ? { palette } : {}),
      delay: 1_000,
      repeat: -1,
    });
  });
  encoder.finish();
  return encoder.bytes();
}

export function byGifEncoder2(frames: readonly Uint8Array[], width: number, height: number): Uint8Array {
  const encoder = new GifEncoder2(width, height, 'neuquant');
  encoder.setDelay(1_000);
  encoder.setRepeat(-1);
  encoder.start();
  for (const rgba of frames) encoder.addFrame(rgba);
  encoder.finish();
  return encoder.out.getData();
}
