import fc from 'fast-check';
import { GifReader, GifWriter } from 'omggif';
import { expect, test } from 'vitest';
import { ByteSink } from './byte-sink.ts';
import {
  type GifFrame,
  type GifHeader,
  writeGifFrame,
  writeGifHeader,
  writeGifTrailer,
} from './gif-writer.ts';
import { shownByGifuct, shownByOmggif, shownBySharp } from './three-decoders.ts';

interface Drawn {
  readonly header: GifHeader;
  readonly frames: readonly { readonly frame: GifFrame; readonly indexes: Uint8Array }[];
}

/** Generates noise and runs of equal indexes, so that codes of every length and full tables occur. */
function indexes(length: number, colors: number): fc.Arbitrary<Uint8Array> {
  const noise = fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((bytes) => bytes.map((byte) => byte % colors));
  const runs = fc
    .array(fc.tuple(fc.nat(colors - 1), fc.integer({ min: 1, max: 40 })), { minLength: 1, maxLength: 60 })
    .map((parts) => {
      const line = parts.flatMap(([index, count]) => new Array<number>(count).fill(index));
      return Uint8Array.from({ length }, (_, at) => line[at % line.length] ?? 0);
    });
  return fc.oneof(noise, runs);
}

const palettes = (bits: number) => fc.uint8Array({ minLength: 3 << bits, maxLength: 3 << bits });

const gifs: fc.Arbitrary<Drawn> = fc
  .record({
    width: fc.integer({ min: 1, max: 90 }),
    height: fc.integer({ min: 1, max: 90 }),
    bits: fc.integer({ min: 1, max: 8 }),
    loop: fc.constantFrom(null, 0, 3),
    // Decoders disagree about a cleared rectangle in a picture without transparency.
    transparent: fc.boolean(),
  })
  .chain(({ width, height, bits, loop, transparent }) => {
    const whole = fc.constant({ x: 0, y: 0, width, height });
    const part = fc.record({ x: fc.nat(width - 1), y: fc.nat(height - 1) }).chain(({ x, y }) =>
      fc.record({
        x: fc.constant(x),
        y: fc.constant(y),
        width: fc.integer({ min: 1, max: width - x }),
        height: fc.integer({ min: 1, max: height - y }),
      }),
    );
    const frameIn = (rectangles: typeof part) =>
      fc
        .record({
          rectangle: rectangles,
          // Decoders disagree about delays below 2.
          delay: fc.integer({ min: 2, max: 65_535 }),
          disposal: transparent
            ? fc.constantFrom('keep' as const, 'clear' as const)
            : fc.constant('keep' as const),
          transparentIndex: transparent ? fc.nat((1 << bits) - 1) : fc.constant(null),
          ownPalette: fc.option(palettes(bits), { freq: 5 }),
        })
        .chain(({ rectangle, ownPalette, ...rest }) =>
          indexes(rectangle.width * rectangle.height, 1 << bits).map((drawn) => ({
            frame: { ...rectangle, ...rest, ...(ownPalette === null ? {} : { palette: ownPalette }) },
            indexes: drawn,
          })),
        );
    return fc.record({
      header: palettes(bits).map((palette) => ({ width, height, palette, loop })),
      frames: fc
        .tuple(frameIn(whole), fc.array(frameIn(part), { maxLength: 4 }))
        .map(([first, more]) => [first, ...more]),
    });
  });

function written({ header, frames }: Drawn): Uint8Array {
  const sink = new ByteSink(8);
  writeGifHeader(sink, header);
  for (const { frame, indexes } of frames) writeGifFrame(sink, header, frame, indexes);
  writeGifTrailer(sink);
  return sink.copy();
}

function writtenByOmggif({ header, frames }: Drawn): Uint8Array {
  const { width, height, loop } = header;
  const bytes = new Uint8Array(100_000 + frames.length * 20_000);
  const writer = new GifWriter(bytes, width, height, {
    palette: colors(header.palette),
    ...(loop === null ? {} : { loop }),
  });
  for (const { frame, indexes } of frames) {
    writer.addFrame(frame.x, frame.y, frame.width, frame.height, Array.from(indexes), {
      delay: frame.delay,
      disposal: frame.disposal === 'keep' ? 1 : 2,
      ...(frame.transparentIndex === null ? {} : { transparent: frame.transparentIndex }),
      ...(frame.palette === undefined ? {} : { palette: colors(frame.palette) }),
    });
  }
  return bytes.subarray(0, writer.end());
}

function colors(palette: Uint8Array): number[] {
  return Array.from(
    { length: palette.length / 3 },
    (_, at) =>
      ((palette[at * 3] ?? 0) << 16) | ((palette[at * 3 + 1] ?? 0) << 8) | (palette[at * 3 + 2] ?? 0),
  );
}

test('writes the same bytes as omggif', () => {
  fc.assert(
    fc.property(gifs, (drawn) => {
      expect(Buffer.from(written(drawn)).equals(writtenByOmggif(drawn))).toBe(true);
    }),
  );
});

test('three decoders show the same pixels', async () => {
  await fc.assert(
    fc.asyncProperty(gifs, async (drawn) => {
      const gif = written(drawn);
      const shown = shownByOmggif(gif);
      expect(shown).toHaveLength(drawn.frames.length);
      expect(shownByGifuct(gif)).toEqual(shown);
      expect(await shownBySharp(gif)).toEqual(shown);
    }),
  );
});

test('a reader returns the written rectangles, delays, indexes and loop count', () => {
  fc.assert(
    fc.property(gifs, (drawn) => {
      const reader = new GifReader(written(drawn));
      expect(reader.loopCount()).toBe(drawn.header.loop ?? null);
      drawn.frames.forEach(({ frame, indexes }, at) => {
        const { x, y, width, height, delay, transparent_index } = reader.frameInfo(at);
        expect({ x, y, width, height, delay, transparentIndex: transparent_index }).toMatchObject({
          x: frame.x,
          y: frame.y,
          width: frame.width,
          height: frame.height,
          delay: frame.delay,
          transparentIndex: frame.transparentIndex,
        });
        const palette = frame.palette ?? drawn.header.palette;
        const canvas = new Uint8Array(drawn.header.width * drawn.header.height * 4);
        reader.decodeAndBlitFrameRGBA(at, canvas);
        indexes.forEach((index, pixel) => {
          if (index === frame.transparentIndex) return;
          const where = ((y + Math.floor(pixel / width)) * drawn.header.width + x + (pixel % width)) * 4;
          expect(canvas[where]).toBe(palette[index * 3]);
        });
      });
    }),
    { numRuns: 20 },
  );
});
