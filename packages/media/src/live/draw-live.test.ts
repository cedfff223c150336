import type { LiveScene } from '@vitrine/core/server';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { drawnLive, sampleImage, sampleLive, sampleShape, sampleText, sampleTimer } from './sample-lives.ts';

/** The place of the color type in a PNG. 3: it has a palette. */
const COLOR_TYPE = 25;

const TRANSPARENT = {
  color: '#ffffff',
  gradient: null,
  picture: null,
  fit: 'cover',
  transparent: true,
} as const;

/** Red, green, blue and alpha of each pixel of a frame. */
async function pixelsOf(scene: LiveScene, page = 0) {
  const { bytes } = await drawnLive(scene);
  const { data, info } = await sharp(bytes, { page })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ];
  return { data, at, width: info.width, height: info.height };
}

/** Returns noise, which no encoder can compress. */
async function noise(width: number, height: number): Promise<Uint8Array> {
  let seed = 7;
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed >>> 24;
  });
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Returns a picture with a color in each quarter. */
async function quarters(): Promise<Uint8Array> {
  const colors = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 0],
  ];
  const pixels = Array.from({ length: 40 * 20 }, (_, at) => {
    const quarter = (at % 40 < 20 ? 0 : 1) + (at < 400 ? 0 : 2);
    return colors[quarter] ?? [];
  }).flat();
  return sharp(Uint8Array.from(pixels), { raw: { width: 40, height: 20, channels: 3 } })
    .png()
    .toBuffer();
}

describe('the format', () => {
  const flat = [sampleShape({ width: 100 }), sampleText('Text')];

  test(
    'is a PNG with a palette for few colors',
    verifies('live-picture.formats', 'live-picture.exact'),
    async () => {
      const { format, bytes } = await drawnLive(
        sampleLive([sampleShape({ width: 100 })], { format: 'auto' }),
      );
      expect(format).toBe('png');
      expect(bytes[COLOR_TYPE]).toBe(3);
    },
  );

  test('is a JPEG for a photo', verifies('live-picture.formats'), async () => {
    const photo = await noise(300, 60);
    const scene = sampleLive([sampleImage(photo)], { format: 'auto' }, [photo]);
    const { format, bytes } = await drawnLive(scene);
    expect(format).toBe('jpeg');
    expect(bytes.length).toBeLessThan((await drawnLive({ ...scene, format: 'png' })).bytes.length);
  });

  test.each(['png', 'jpeg', 'gif'] as const)(
    'is %s if the scene says so',
    verifies('live-picture.formats'),
    async (format) => {
      const layers = [...flat, sampleTimer(90)];
      const drawn = await drawnLive(sampleLive(layers, { format }));
      expect(drawn.format).toBe(format);
      expect((await sharp(drawn.bytes).metadata()).format).toBe(format);
    },
  );

  test(
    'is a PNG for a transparent picture and a GIF with a timer',
    verifies('live-picture.formats'),
    async () => {
      const auto = { format: 'auto', background: TRANSPARENT } as const;
      expect((await drawnLive(sampleLive(flat, auto))).format).toBe('png');
      expect((await drawnLive(sampleLive([sampleTimer(90)], auto))).format).toBe('gif');
    },
  );

  test('of a GIF without a timer has one frame', verifies('live-picture.formats'), async () => {
    const { bytes } = await drawnLive(sampleLive(flat, { format: 'gif' }));
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1);
  });
});

describe('a transparent picture', () => {
  const red = sampleShape({ x: 10, y: 10, width: 40, height: 40, shape: 'ellipse', color: '#ff0000' });

  test('keeps the color of its edges', verifies('live-picture.exact'), async () => {
    const { data } = await pixelsOf(sampleLive([red], { background: TRANSPARENT }));
    for (let at = 0; at < data.length; at += 4) {
      if ((data[at + 3] ?? 0) < 32) continue;
      expect(data[at]).toBeGreaterThan(240);
      expect(Math.max(data[at + 1] ?? 0, data[at + 2] ?? 0)).toBeLessThan(12);
    }
  });

  test('lies on its background color as JPEG', verifies('live-picture.formats'), async () => {
    const background = { ...TRANSPARENT, color: '#00ff00' };
    const { at } = await pixelsOf(sampleLive([red], { background, format: 'jpeg' }));
    expect(at(200, 30)[1]).toBeGreaterThan(250);
    expect(at(200, 30)[3]).toBe(255);
  });

  test('shows what is below a translucent layer', verifies('live-picture.shapes'), async () => {
    const glass = sampleShape({ x: 0, y: 0, width: 300, height: 60, color: '#0000ff80' });
    const { at } = await pixelsOf(sampleLive([red, glass], { background: TRANSPARENT }));
    expect(at(30, 30)).toEqual([127, 0, 128, 255]);
    expect(at(200, 30)).toEqual([0, 0, 255, 128]);
  });
});

describe('shapes', () => {
  test('have round corners, a border and a gradient', verifies('live-picture.shapes'), async () => {
    const shape = sampleShape({
      ...{ x: 50, y: 0, width: 100, height: 60, radius: 20, color: '#000000' },
      gradient: { color: '#ffffff', angle: 90 },
      border: { color: '#ff0000', width: 5 },
    });
    const { at } = await pixelsOf(sampleLive([shape]));
    expect(at(51, 1)).toEqual([255, 255, 255, 255]);
    expect(at(100, 2)).toEqual([255, 0, 0, 255]);
    expect(at(58, 30)[0]).toBeLessThan(20);
    expect(at(142, 30)[0]).toBeGreaterThan(235);
  });

  test('show only what is below a translucent inside', verifies('live-picture.shapes'), async () => {
    const outline = sampleShape({ width: 100, color: '#ffffff00', border: { color: '#ff0000', width: 4 } });
    const { at } = await pixelsOf(sampleLive([sampleShape({ color: '#00ff00' }), outline]));
    expect(at(50, 30)).toEqual([0, 255, 0, 255]);
    expect(at(50, 1)).toEqual([255, 0, 0, 255]);
  });

  test('are ellipses, and draw nothing in their corners', verifies('live-picture.shapes'), async () => {
    const { at } = await pixelsOf(
      sampleLive([sampleShape({ width: 200, shape: 'ellipse', color: '#0000ff' })]),
    );
    expect(at(100, 1)).toEqual([0, 0, 255, 255]);
    expect(at(2, 30)).toEqual([0, 0, 255, 255]);
    expect(at(10, 5)).toEqual([255, 255, 255, 255]);
  });

  test('have a border that is wider than they are', async () => {
    const thick = sampleShape({
      x: 20,
      y: 20,
      width: 10,
      height: 10,
      border: { color: '#00ff00', width: 40 },
    });
    const { at } = await pixelsOf(sampleLive([thick]));
    expect(at(25, 25)).toEqual([0, 255, 0, 255]);
    expect(at(10, 25)).toEqual([255, 255, 255, 255]);
  });

  test('have a soft shadow around them', verifies('live-picture.shapes'), async () => {
    const shadow = { color: '#000000', x: 0, y: 4, blur: 8 };
    const { at } = await pixelsOf(
      sampleLive([sampleShape({ x: 100, y: 10, width: 100, height: 30, shadow, isStatic: true })]),
    );
    expect(at(150, 43)[0]).toBeLessThan(200);
    expect(at(150, 58)).toEqual([255, 255, 255, 255]);
  });
});

describe('pictures', () => {
  test.each([
    ['cover', [255, 0, 0], [0, 255, 0]],
    ['contain', [255, 255, 255], [255, 255, 255]],
    ['fill', [255, 0, 0], [0, 255, 0]],
  ] as const)('%s their box', verifies('live-picture.images'), async (fit, left, right) => {
    const picture = await quarters();
    const layer = sampleImage(picture, { x: 100, y: 0, width: 60, height: 60, fit });
    const { at } = await pixelsOf(sampleLive([layer], {}, [picture]));
    expect(at(105, 3).slice(0, 3)).toEqual(left);
    expect(at(155, 3).slice(0, 3)).toEqual(right);
    expect(at(99, 30)).toEqual([255, 255, 255, 255]);
  });

  test('have round corners and reach beyond the picture', verifies('live-picture.images'), async () => {
    const picture = await quarters();
    const layer = sampleImage(picture, { x: -30, y: -30, width: 60, height: 60, radius: 30 });
    const { at } = await pixelsOf(sampleLive([layer], {}, [picture]));
    expect(at(10, 10).slice(0, 3)).toEqual([255, 255, 0]);
    expect(at(28, 28)).toEqual([255, 255, 255, 255]);
  });

  test('of all layers take a bounded memory', verifies('live-picture.memory'), async () => {
    const picture = await quarters();
    const layers = Array.from({ length: 3 }, (_, at) =>
      sampleImage(picture, { name: `photo ${at}`, width: 2_000, height: 2_000, x: at * 100, y: 0 }),
    );
    const scene = sampleLive(layers, { scale: 2, format: 'jpeg' }, [picture]);
    const { at, width } = await pixelsOf(scene);
    expect(width).toBe(600);
    expect(at(500, 50)[0]).toBeGreaterThan(240);
  });
});

describe('a static layer', () => {
  const below = sampleShape({ name: 'below', width: 200, isStatic: true });
  const text = sampleText('Between', { x: 20 });
  const above = sampleShape({ name: 'above', x: 60, width: 80, color: '#00000080', isStatic: true });
  const apart = sampleShape({ name: 'apart', x: 240, width: 40, color: '#00ff00', isStatic: true });

  test('is drawn as if it were not static', verifies('live-picture.static'), async () => {
    const layers = [below, text, above, apart];
    const other = layers.map((layer) => ({ ...layer, isStatic: false }));
    const drawn = await pixelsOf(sampleLive(layers));
    expect(drawn.data).toEqual((await pixelsOf(sampleLive(other))).data);
    expect(drawn.at(260, 30)).toEqual([0, 255, 0, 255]);
  });
});

describe('a timer', () => {
  const place = { x: 30, y: 0, width: 240, height: 60 };
  const scene = (secondsLeft: number, changes: Partial<LiveScene> = {}) =>
    sampleLive(
      [
        sampleShape({ color: '#3b1d72', gradient: { color: '#d6336c', angle: 90 } }),
        sampleTimer(secondsLeft, place),
        sampleShape({ name: 'glass', x: 200, width: 60, color: '#ffffff40' }),
      ],
      { format: 'auto', ...changes },
    );

  test(
    'counts down over the layers below it and under those above it',
    verifies('live-picture.timer'),
    async () => {
      for (const frame of [1, 5]) {
        const later = await pixelsOf(scene(70), frame);
        const first = await pixelsOf(scene(70 - frame));
        const differences = later.data.map((value, at) => Math.abs(value - (first.data[at] ?? 0)));
        const mean = differences.reduce((sum, each) => sum + each, 0) / differences.length;
        // Each picture has a palette of its own.
        expect(mean).toBeLessThan(3);
      }
      const [start, end] = [await pixelsOf(scene(70)), await pixelsOf(scene(70), 5)];
      expect(start.data).not.toEqual(end.data);
      expect(start.at(10, 30)).toEqual(end.at(10, 30));
    },
  );

  test('shows its first frame as PNG', verifies('live-picture.formats'), async () => {
    const [png, gif] = [await pixelsOf(scene(70, { format: 'png' })), await pixelsOf(scene(70))];
    const sum = png.data.reduce((total, value, at) => total + Math.abs(value - (gif.data[at] ?? 0)), 0);
    expect(sum / png.data.length).toBeLessThan(4);
  });

  test('has a frame for each second up to the end', verifies('live-picture.timer'), async () => {
    const pages = async (drawn: LiveScene) => (await sharp((await drawnLive(drawn)).bytes).metadata()).pages;
    expect(await pages(scene(3))).toBe(4);
    expect(await pages(scene(100))).toBe(8);
    expect((await pages(scene(0))) ?? 1).toBe(1);
  });

  test('counts beside another one', verifies('live-picture.timer'), async () => {
    const half = { y: 0, width: 300, height: 60 };
    const timers = [sampleTimer(2, { x: 0, ...half }), sampleTimer(500, { name: 'other', x: 300, ...half })];
    const two = sampleLive(timers, { width: 600, format: 'auto' });
    const frames = await Promise.all([0, 2, 6].map((page) => pixelsOf(two, page)));
    const side = (at: number, left: number) => {
      const { data } = frames[at] ?? { data: new Uint8Array() };
      return data.filter((_, place) => Math.floor((place % 2_400) / 1_200) === left);
    };
    expect(side(0, 0)).not.toEqual(side(1, 0));
    expect(side(1, 0)).toEqual(side(2, 0));
    expect(side(1, 1)).not.toEqual(side(2, 1));
  });

  test('leaves the rest transparent in every frame', verifies('live-picture.timer'), async () => {
    const clear = sampleLive([sampleTimer(70, place)], { format: 'auto', background: TRANSPARENT });
    for (const page of [0, 1, 7]) {
      const { at, data } = await pixelsOf(clear, page);
      expect(at(5, 5)[3]).toBe(0);
      const opaque = data.filter((value, place) => place % 4 === 3 && value === 255).length;
      expect(opaque).toBeGreaterThan(500);
      expect(opaque).toBeLessThan(9_000);
    }
  });

  test('is drawn where only a part of it is in the picture, and not where none is', async () => {
    for (const x of [-120, 200, -400, 900]) {
      const drawn = await drawnLive(sampleLive([sampleTimer(70, { ...place, x })], { format: 'auto' }));
      expect(drawn.format).toBe('gif');
    }
  });
});

describe('a file of a picture that can hardly be compressed', () => {
  test.each(['png', 'jpeg', 'gif'] as const)(
    'has at most 1 MB as %s',
    verifies('live-picture.size'),
    async (format) => {
      const picture = await noise(1_200, 1_000);
      const size = { width: 1_200, height: 1_000 };
      const layers = [sampleImage(picture, size), ...(format === 'gif' ? [sampleTimer(90)] : [])];
      const { bytes } = await drawnLive(sampleLive(layers, { ...size, format }, [picture]));
      expect(bytes.length).toBeLessThanOrEqual(1_000_000);
      expect((await sharp(bytes).metadata()).width).toBe(1_200);
    },
  );
});

test('scale 2 has twice the pixels of everything', verifies('live-picture.images'), async () => {
  const picture = await quarters();
  const layers = [
    sampleImage(picture, { x: 200, width: 60 }),
    sampleText('Twice'),
    sampleShape({ x: 100, width: 50, height: 30 }),
  ];
  const large = await pixelsOf(sampleLive(layers, { scale: 2 }, [picture]));
  expect([large.width, large.height]).toEqual([600, 120]);
  expect(large.at(298, 58)).toEqual([214, 51, 108, 255]);
  expect(large.at(302, 62)).toEqual([255, 255, 255, 255]);
  const { bytes } = await drawnLive(sampleLive(layers, { scale: 2 }, [picture]));
  const small = await sharp(bytes).resize(300, 60, { kernel: 'linear' }).removeAlpha().raw().toBuffer();
  const single = (await pixelsOf(sampleLive(layers, {}, [picture]))).data.filter((_, at) => at % 4 !== 3);
  const sum = small.reduce((total, value, at) => total + Math.abs(value - (single[at] ?? 0)), 0);
  expect(sum / small.length).toBeLessThan(3);
});
