import type { ReadImage, Refusal } from '@vitrine/core/server';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { flipped } from '../../../../test/hostile-bytes/damage.ts';
import { imageBombs } from '../../../../test/hostile-bytes/image-bombs.ts';
import { verifies } from '../../../../test/requirements.ts';
import { seeded } from '../../../../test/seeded.ts';
import { sharedMedia } from '../../../../test/shared-media.ts';
import { drawing, sampleImages } from './sample-images.ts';

const CALLER = { account: null };

const media = sharedMedia();

const samples = await sampleImages();

function taken(answer: ReadImage | Refusal): ReadImage {
  if ('refused' in answer) throw new Error(`refused: ${answer.refused}`);
  return answer;
}

function refusal(answer: ReadImage | Refusal): string {
  return 'refused' in answer ? answer.refused : `taken as ${answer.format}`;
}

/** Returns the pixels of all frames, with size and timing as libvips reads them. */
async function pixels(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes, { pages: -1 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { pages = 1, delay, loop } = await sharp(bytes).metadata();
  return { data, width: info.width, height: info.height, pages, delay, loop };
}

describe.each(Object.entries(samples))('%s', (_name, { bytes, format, animated }) => {
  test('keeps pixels, frames and timing, and loses metadata', async () => {
    const image = taken(await media.readImage(bytes, CALLER));
    expect(image).toMatchObject({ format, animated });
    const { exif, xmp, iptc, comments } = await sharp(image.bytes).metadata();
    expect({ exif, xmp, iptc, comments }).toEqual({});
    const [before, after] = [await pixels(bytes), await pixels(image.bytes)];
    expect(after).toEqual(before);
    expect([image.width, image.height * before.pages]).toEqual([before.width, before.height]);
  });

  test('does not change when it is read again', async () => {
    const image = taken(await media.readImage(bytes, CALLER));
    expect(taken(await media.readImage(image.bytes, CALLER))).toEqual(image);
  });

  test('loses trailing bytes', verifies('images.ingest.trailing'), async () => {
    const image = taken(await media.readImage(bytes, CALLER));
    const longer = Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')]);
    expect(Buffer.from(taken(await media.readImage(longer, CALLER)).bytes).equals(image.bytes)).toBe(true);
  });

  test(
    'is refused if it is truncated anywhere',
    verifies('images.ingest.truncated', 'images.ingest.canvas'),
    async () => {
      for (const part of [0.02, 0.3, 0.6, 0.9, 0.99]) {
        const cut = bytes.subarray(0, Math.floor(bytes.length * part));
        expect(refusal(await media.readImage(cut, CALLER)), `${part}`).not.toContain('taken');
      }
      expect(refusal(await media.readImage(bytes.subarray(0, -1), CALLER))).not.toContain('taken');
    },
  );
});

test(
  'removes metadata: place, comment, thumbnail, description',
  verifies('images.ingest.orientation'),
  async () => {
    const jpeg = await sharp(drawing(64, 48))
      .withExif({ IFD0: { ImageDescription: 'SECRET-EXIF' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-XMP</x:xmpmeta>')
      .jpeg()
      .toBuffer();
    expect(jpeg.includes('SECRET-EXIF') && jpeg.includes('SECRET-XMP')).toBe(true);
    const { bytes } = taken(await media.readImage(jpeg, CALLER));
    expect(Buffer.from(bytes).includes('SECRET')).toBe(false);
    expect(Buffer.from(bytes).includes('Exif')).toBe(false);
  },
);

test('keeps the colour profile', async () => {
  const jpeg = await sharp(drawing(64, 48)).withIccProfile('p3').jpeg().toBuffer();
  const { bytes } = taken(await media.readImage(jpeg, CALLER));
  expect((await sharp(bytes).metadata()).icc).toEqual((await sharp(jpeg).metadata()).icc);
});

test.each([2, 3, 4, 5, 6, 7, 8])(
  'stores a picture with orientation %i upright',
  verifies('images.ingest.orientation'),
  async (orientation) => {
    const turned = await sharp(drawing(160, 96))
      .withMetadata({ orientation })
      .jpeg({ quality: 100 })
      .toBuffer();
    const image = taken(await media.readImage(turned, CALLER));
    const upright = await sharp(turned).autoOrient().raw().toBuffer({ resolveWithObject: true });
    expect([image.width, image.height]).toEqual([upright.info.width, upright.info.height]);
    expect((await sharp(image.bytes).metadata()).orientation).toBeUndefined();
    const stored = await sharp(image.bytes).raw().toBuffer();
    expect(meanDifference(stored, upright.data)).toBeLessThan(2);
  },
);

test.each(['png', 'jpeg', 'webp'] as const)(
  'a %s that was turned has nothing besides its pixels',
  async (format) => {
    const turned = await sharp(drawing(160, 96)).withMetadata({ orientation: 6 }).toFormat(format).toBuffer();
    const { bytes } = taken(await media.readImage(turned, CALLER));
    const again = taken(await media.readImage(bytes, CALLER));
    if (format === 'png') expect(Buffer.from(bytes).includes('pHYs')).toBe(false);
    expect(Buffer.from(again.bytes).equals(Buffer.from(bytes))).toBe(true);
  },
);

test('keeps the profile and the colours of a rotated picture', async () => {
  const turned = await sharp(drawing(160, 96))
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer();
  const image = taken(await media.readImage(turned, CALLER));
  expect((await sharp(image.bytes).metadata()).hasProfile).toBe(true);
  const [shown, meant] = await Promise.all([
    sharp(image.bytes).raw().toBuffer(),
    sharp(turned).autoOrient().raw().toBuffer(),
  ]);
  expect(meanDifference(shown, meant)).toBeLessThan(3);
});

test('converts CMYK to RGB', async () => {
  const cmyk = await sharp(drawing(64, 48)).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
  expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
  const image = taken(await media.readImage(cmyk, CALLER));
  expect((await sharp(image.bytes).metadata()).space).toBe('srgb');
});

test('keeps the default image of an animated PNG', async () => {
  const chunk = (type: string, length: number) => {
    const bytes = Buffer.alloc(length + 12);
    bytes.writeUInt32BE(length, 0);
    bytes.write(type, 4, 'latin1');
    return bytes;
  };
  const png = await sharp(drawing(16, 16)).png().toBuffer();
  const animated = Buffer.concat([
    png.subarray(0, 33),
    chunk('acTL', 8),
    chunk('fcTL', 26),
    png.subarray(33),
  ]);
  const image = taken(await media.readImage(animated, CALLER));
  expect(image.animated).toBe(false);
  expect(Buffer.from(image.bytes).includes('acTL')).toBe(false);
});

test('refuses other files with a sentence', verifies('images.ingest.formats'), async () => {
  const kinds = [
    '',
    'GIF89a',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html>',
    '%PDF-1.7',
    'RIFF',
  ];
  for (const kind of kinds) {
    expect(refusal(await media.readImage(Buffer.from(kind), CALLER)), kind).toMatch(
      /^The (file|GIF|WebP) .+\.$/,
    );
  }
});

test.each(Object.entries(imageBombs()))(
  'refuses by the header: %s',
  verifies('images.ingest.pixels'),
  async (_name, bytes) => {
    expect(refusal(await media.readImage(bytes, CALLER))).not.toContain('taken');
  },
);

test('accepts or refuses files with flipped bits, and reads accepted ones again', async () => {
  const random = seeded(12);
  for (const { bytes } of Object.values(samples)) {
    for (let i = 0; i < 8; i++) {
      const answer = await media.readImage(flipped(bytes, random), CALLER);
      if (!('refused' in answer))
        expect(taken(await media.readImage(answer.bytes, CALLER)).bytes).toEqual(answer.bytes);
    }
  }
});

describe('a thumbnail', () => {
  test(
    'is a WebP that fits into 320×320 with the same aspect ratio',
    verifies('images.thumbnail'),
    async () => {
      const wide = await sharp(drawing(800, 400)).png().toBuffer();
      const thumbnail = await media.thumbnail(wide, CALLER);
      expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 320, height: 160 });
      const reference = await sharp(wide).resize(320, 160).removeAlpha().raw().toBuffer();
      expect(meanDifference(await sharp(thumbnail).removeAlpha().raw().toBuffer(), reference)).toBeLessThan(
        4,
      );
    },
  );

  test('shows the first frame of an animation, and does not enlarge small pictures', async () => {
    const { bytes } = samples['animated GIF'];
    const thumbnail = await media.thumbnail(bytes, CALLER);
    const first = await sharp(bytes, { page: 0 }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const shown = await sharp(thumbnail).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([shown.info.width, shown.info.height]).toEqual([first.info.width, first.info.height]);
    expect(meanDifference(shown.data, first.data)).toBeLessThan(6);
  });
});

function meanDifference(a: Uint8Array, b: Uint8Array): number {
  expect(a.length).toBe(b.length);
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? 0)), 0) / a.length;
}
