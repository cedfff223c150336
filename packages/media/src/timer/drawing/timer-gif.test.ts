import type { TimerDesign } from '@vitrine/core/contracts';
import { GifReader } from 'omggif';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { ByteSink } from '../../gif/byte-sink.ts';
import { secondsOf, shownByOmggif } from '../../gif/three-decoders.ts';
import { drawnScene, SAMPLE_BOX, SAMPLE_DESIGN, type SampleOptions } from './sample-scenes.ts';
import { MAX_GIF_BYTES, TimerGif } from './timer-gif.ts';

const HOUR = 3_600;
const DAY = 86_400;
const HIDDEN = { show: false, minDigits: null, label: null, x: null, y: null };
const TRANSPARENT = { ...SAMPLE_DESIGN.background, transparent: true, color: '#ffffff' };

async function render(
  changes: Partial<TimerDesign>,
  secondsLeft: number,
  options: SampleOptions = {},
): Promise<Uint8Array> {
  const scene = await drawnScene({ ...SAMPLE_DESIGN, ...changes }, options);
  return new TimerGif(scene).render({ secondsLeft }, new ByteSink());
}

function plain(color: string): Promise<Buffer> {
  return sharp({ create: { width: 30, height: 8, channels: 3, background: color } })
    .png()
    .toBuffer();
}

function noise(mean: number): Promise<Buffer> {
  const gaussian = { type: 'gaussian', mean, sigma: 50 } as const;
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#808080', noise: gaussian } })
    .png()
    .toBuffer();
}

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && Buffer.compare(a, b) === 0;
}

describe('each frame equals frame 0 of a GIF that begins at its second', () => {
  const box = { ...SAMPLE_DESIGN.digits, box: SAMPLE_BOX };
  const message = { behaviour: 'message' as const, message: 'It is over', imageId: null };
  const moved = { ...SAMPLE_DESIGN.units, seconds: { ...HIDDEN, show: true, x: 60, y: 44 } };
  const cases: readonly [name: string, changes: Partial<TimerDesign>, secondsLeft: number][] = [
    ['a minute begins', {}, 5 * DAY + 62],
    ['every digit changes', {}, 5 * DAY + 3],
    ['days lose a digit', {}, 100 * DAY + 2],
    ['hours lose a digit', { units: { ...SAMPLE_DESIGN.units, days: HIDDEN } }, 100 * HOUR + 2],
    ['the end', {}, 4],
    ['the end with a message', { expired: message }, 4],
    ['transparent', { background: TRANSPARENT }, 5 * DAY + 3],
    ['transparent, with a loop', { background: TRANSPARENT, loop: true }, 5 * DAY + 3],
    ['transparent boxes', { background: TRANSPARENT, digits: box }, 100 * DAY + 2],
    ['transparent boxes, then a message', { background: TRANSPARENT, digits: box, expired: message }, 4],
    ['overlapping units', { units: moved }, HOUR + 2],
    ['overlapping units, transparent', { units: moved, background: TRANSPARENT }, HOUR + 2],
    ['whole frames', { optimize: false, background: TRANSPARENT }, 62],
  ];

  test.each(cases)('%s', async (_, changes, secondsLeft) => {
    const gif = await render(changes, secondsLeft);
    const shown = secondsOf(gif, shownByOmggif(gif));
    expect(shown.length).toBeGreaterThan(4);
    for (const [k, frame] of shown.entries()) {
      const later = shownByOmggif(await render(changes, secondsLeft - k));
      expect({ k, same: isSame(frame, later[0]) }).toEqual({ k, same: true });
      if (k > 0) expect({ k, moves: !isSame(frame, shown[k - 1]) }).toEqual({ k, moves: true });
    }
  });
});

test(
  'the last frame shows the end, and after the end there is one frame',
  verifies('timer-picture.stops', 'timer-picture.expired'),
  async () => {
    for (const [secondsLeft, frames] of [
      [20, 8],
      [8, 8],
      [7, 8],
      [3, 4],
      [1, 2],
      [0, 1],
    ] as const) {
      expect(new GifReader(await render({}, secondsLeft)).numFrames(), `${secondsLeft}`).toBe(frames);
    }
    const running = shownByOmggif(await render({}, 3));
    expect(isSame(running.at(-1), shownByOmggif(await render({}, 0))[0])).toBe(true);
  },
);

test('the end can show a message in the color of the digits', verifies('timer-picture.expired'), async () => {
  const expired = { behaviour: 'message' as const, message: 'The sale is over', imageId: null };
  const ended = shownByOmggif(await render({ expired }, 0))[0];
  expect(isSame(ended, shownByOmggif(await render({}, 0))[0])).toBe(false);
  expect(
    isSame(ended, shownByOmggif(await render({ expired: { ...expired, message: 'Sold out' } }, 0))[0]),
  ).toBe(false);
  expect(colorsOf(ended)).toContain('255,255,255,255');
  expect(colorsOf(ended)).not.toContain('255,196,64,255');
});

test('the end can show a picture with its own colors', verifies('timer-picture.expired'), async () => {
  const expired = { behaviour: 'image' as const, message: null, imageId: 1 };
  const options = { expiredImage: await plain('#7f3311') };
  const gif = await render({ expired }, 2, options);
  expect(colorsOf(shownByOmggif(gif)[2])).toEqual(['127,51,17,255']);
  expect(colorsOf(shownByOmggif(await render({ expired }, 0, options))[0])).toEqual(['127,51,17,255']);
});

test('a photograph at the end leaves no pixels of a photograph behind the seconds', async () => {
  const expired = { behaviour: 'image' as const, message: null, imageId: 1 };
  const options = { background: await noise(140), expiredImage: await noise(90) };
  const ended = shownByOmggif(await render({ expired }, 1, options))[1];
  expect(isSame(ended, shownByOmggif(await render({ expired }, 0, options))[0])).toBe(true);
});

test(
  'the end shows zeros if the message or picture is missing',
  verifies('timer-picture.expired.nothing-given'),
  async () => {
    const zeros = shownByOmggif(await render({}, 0))[0];
    for (const behaviour of ['message', 'image'] as const) {
      const expired = { behaviour, message: null, imageId: null };
      expect(isSame(zeros, shownByOmggif(await render({ expired }, 0))[0])).toBe(true);
    }
  },
);

test('plays once, or endlessly if the design has a loop', verifies('timer-picture.plays-once'), async () => {
  const once = await render({}, 100);
  expect(new GifReader(once).loopCount()).toBeNull();
  expect(Buffer.from(once).includes('NETSCAPE')).toBe(false);
  expect(new GifReader(await render({ loop: true }, 100)).loopCount()).toBe(0);
});

test('every frame is whole without optimization', verifies('timer-picture.whole-frames'), async () => {
  const reader = new GifReader(await render({ optimize: false }, 100));
  for (let at = 0; at < reader.numFrames(); at++) {
    expect(reader.frameInfo(at)).toMatchObject({ x: 0, y: 0, width: 300, height: 80 });
  }
});

test('the second frame has only the digit that changed', async () => {
  const { x, width, height } = new GifReader(await render({}, 5 * DAY + 47)).frameInfo(1);
  expect(width).toBeLessThan(30);
  expect(height).toBeLessThan(30);
  expect(x).toBeGreaterThan(200);
});

test('scale 2 doubles width and height', verifies('timer-picture.size'), async () => {
  const reader = new GifReader(await render({ scale: 2 }, 100));
  expect([reader.width, reader.height]).toEqual([600, 160]);
  const shown = await sharp(shownByOmggif(await render({ scale: 2 }, 100))[0], {
    raw: { width: 600, height: 160, channels: 4 },
  })
    .resize(300, 80, { kernel: 'cubic' })
    .raw()
    .toBuffer();
  // The same picture, drawn anew instead of enlarged.
  const small = shownByOmggif(await render({}, 100))[0] as Uint8Array;
  const differences = small.map((value, at) => Math.abs(value - (shown[at] ?? 0)));
  expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(6);
});

test('everything except text and boxes is transparent', verifies('timer-picture.transparent'), async () => {
  const frames = shownByOmggif(await render({ background: TRANSPARENT }, 5 * DAY + 3));
  for (const frame of frames) {
    const clear = frame.filter((value, at) => at % 4 === 3 && value === 0).length;
    expect(clear / (frame.length / 4)).toBeGreaterThan(0.6);
    expect(frame[3]).toBe(0);
  }
  const digits = { ...SAMPLE_DESIGN.digits, box: { ...SAMPLE_BOX, border: null } };
  const boxes = colorsOf(shownByOmggif(await render({ background: TRANSPARENT, digits }, 5))[0]);
  expect(boxes).toContain('192,32,64,255');
});

test('a transparent loop clears its last frame before it restarts, otherwise the last frame stays', async () => {
  for (const [loop, disposal] of [
    [true, 2],
    [false, 1],
  ] as const) {
    const reader = new GifReader(await render({ background: TRANSPARENT, loop }, 100));
    expect(reader.frameInfo(reader.numFrames() - 1).disposal).toBe(disposal);
  }
});

test(
  'a transparent timer of a minute has at most 60 KB',
  verifies('timer-picture.transparent.size'),
  async () => {
    const changes = {
      width: 600,
      height: 150,
      background: TRANSPARENT,
      digits: { ...SAMPLE_DESIGN.digits, size: 72 },
      labels: { ...SAMPLE_DESIGN.labels, size: 16 },
      layout: { ...SAMPLE_DESIGN.layout, gap: null, fit: 'shrink' as const },
      frames: 60,
    };
    for (const secondsLeft of [480_707, 480_660, 480_659]) {
      expect((await render(changes, secondsLeft)).length, `${secondsLeft}`).toBeLessThan(60 * 1024);
    }
  },
);

test('the edges of transparent timers have no fringe of the matte color', async () => {
  const background = { ...TRANSPARENT, color: '#00ff00' };
  const digits = { ...SAMPLE_DESIGN.digits, color: '#ff0000' };
  const labels = { ...SAMPLE_DESIGN.labels, show: false };
  const colors = colorsOf(shownByOmggif(await render({ background, digits, labels }, 5))[0]);
  for (const color of colors.filter((one) => one.endsWith(',255'))) {
    expect(Number(color.split(',')[0]), color).toBeGreaterThan(80);
  }
});

test('keeps the colors of the design exactly', async () => {
  const digits = { ...SAMPLE_DESIGN.digits, box: SAMPLE_BOX };
  const colors = colorsOf(shownByOmggif(await render({ digits }, 100))[0]);
  for (const exact of ['18,32,74', '255,255,255', '192,32,64', '32,192,64', '255,196,64']) {
    expect(colors).toContain(`${exact},255`);
  }
});

test('a timer with all units outside the picture shows its background', async () => {
  const away = { show: true, minDigits: null, label: null, x: 1200, y: 600 };
  const gif = await render({ units: { days: away, hours: away, minutes: away, seconds: away } }, 50);
  expect(colorsOf(shownByOmggif(gif)[0])).toEqual(['18,32,74,255']);
});

test('has fewer frames if the file becomes too large for mails', async () => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  const background = await sharp({
    create: { width: 1200, height: 600, channels: 3, background: '#888', noise },
  })
    .png()
    .toBuffer();
  const gif = await render({ width: 1200, height: 600, optimize: false, frames: 120 }, 200, { background });
  const frames = new GifReader(gif).numFrames();
  expect(frames).toBeGreaterThan(1);
  expect(frames).toBeLessThan(30);
  expect(gif.length).toBeLessThan(MAX_GIF_BYTES + 2_000_000);
});

test('has fewer frames if they have too many pixels in total', async () => {
  const gif = await render({ width: 1200, height: 600, scale: 2, optimize: false, frames: 120 }, 200);
  expect(new GifReader(gif).numFrames()).toBe(Math.floor(100_000_000 / (2_400 * 1_200)) + 1);
});

function colorsOf(frame: Uint8Array | undefined): string[] {
  const colors = new Set<string>();
  for (let at = 0; at < (frame?.length ?? 0); at += 4) colors.add(`${frame?.subarray(at, at + 4)}`);
  return [...colors];
}
