import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { writePng } from './png-writer.ts';

const sides = fc.record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) });

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** Returns red, green, blue and alpha of each pixel. */
async function decoded(png: Uint8Array): Promise<Uint8Array> {
  return sharp(png).ensureAlpha().raw().toBuffer();
}

test('a PNG has exactly the given colors and opacities', verifies('live-picture.exact'), async () => {
  const pictures = sides.chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      colors: bytes(width * height * 3),
      alpha: fc.option(bytes(width * height)),
    }),
  );
  await fc.assert(
    fc.asyncProperty(pictures, async ({ width, height, colors, alpha }) => {
      const expected = new Uint8Array(width * height * 4);
      for (let pixel = 0; pixel < width * height; pixel++) {
        expected.set(colors.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
        expected[pixel * 4 + 3] = alpha?.[pixel] ?? 255;
      }
      expect(await decoded(writePng(width, height, { colors, alpha }))).toEqual(Buffer.from(expected));
    }),
  );
});

test(
  'a PNG with a palette of any size has the colors of its indexes',
  verifies('live-picture.exact'),
  async () => {
    const pictures = fc.integer({ min: 1, max: 8 }).chain((bits) =>
      sides.chain(({ width, height }) =>
        fc.record({
          width: fc.constant(width),
          height: fc.constant(height),
          palette: bytes(3 << bits),
          indexes: bytes(width * height).map((all) => all.map((byte) => byte % (1 << bits))),
          isTransparent: fc.boolean(),
        }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(pictures, async ({ width, height, palette, indexes, isTransparent }) => {
        const opacities = isTransparent ? Uint8Array.of(0) : new Uint8Array();
        const pixels = await decoded(writePng(width, height, { indexes, palette, opacities }));
        for (const [pixel, index] of indexes.entries()) {
          const color = palette.subarray(index * 3, index * 3 + 3);
          const alpha = isTransparent && index === 0 ? 0 : 255;
          expect([...pixels.subarray(pixel * 4, pixel * 4 + 4)]).toEqual([...color, alpha]);
        }
      }),
    );
  },
);
