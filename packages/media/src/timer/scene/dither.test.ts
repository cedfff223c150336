import type { TimerDesign } from '@vitrine/core/contracts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { ByteSink } from '../../gif/byte-sink.ts';
import { secondsOf, shownByOmggif } from '../../gif/three-decoders.ts';
import { drawnScene, SAMPLE_DESIGN } from '../drawing/sample-scenes.ts';
import { TimerGif } from '../drawing/timer-gif.ts';

const SIZE = { width: 300, height: 80 };
const PIXELS = SIZE.width * SIZE.height;

/** A gradient in two directions, with more colors than a palette. */
const gradient = picture((x, y) => [(x * 255) / 300, 60 + (y * 190) / 80, 128 - y + (x * 60) / 300]);
const flat = picture((x) => (x < 150 ? [20, 90, 160] : [250, 200, 30]));

async function picture(colorAt: (x: number, y: number) => number[]): Promise<Uint8Array> {
  const pixels = Uint8Array.from({ length: PIXELS * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    return colorAt(pixel % SIZE.width, Math.floor(pixel / SIZE.width))[at % 3] ?? 0;
  });
  return sharp(pixels, { raw: { ...SIZE, channels: 3 } })
    .png()
    .toBuffer();
}

async function render(background: Promise<Uint8Array>, changes: Partial<TimerDesign> = {}) {
  const scene = await drawnScene({ ...SAMPLE_DESIGN, ...changes }, { background: await background });
  const gif = new TimerGif(scene).render({ secondsLeft: 100_000 }, new ByteSink());
  return { gif, frames: shownByOmggif(gif), picture: scene.input.background ?? new Uint8Array() };
}

/** Returns the mean difference of two pictures as they look from a distance. */
async function blurredDifference(a: Uint8Array, b: Uint8Array): Promise<number> {
  const [one, other] = await Promise.all(
    [a, b].map((rgba) =>
      sharp(rgba, { raw: { ...SIZE, channels: 4 } })
        .removeAlpha()
        .blur(3)
        .raw()
        .toBuffer(),
    ),
  );
  if (one === undefined || other === undefined) throw new Error('two pictures');
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;
}

const HIDDEN = { show: false, minDigits: null, label: null, x: null, y: null };
const NO_TEXT: Partial<TimerDesign> = {
  labels: { ...SAMPLE_DESIGN.labels, show: false },
  separator: { ...SAMPLE_DESIGN.separator, show: false },
  units: { days: { ...HIDDEN, show: true, x: 5_000 }, hours: HIDDEN, minutes: HIDDEN, seconds: HIDDEN },
};

test('a gradient behind a timer shows no bands', verifies('timer-picture.dithered'), async () => {
  const { frames, picture } = await render(gradient, { ...NO_TEXT, frames: 1 });
  const [shown = new Uint8Array()] = frames;
  expect(await blurredDifference(shown, picture)).toBeLessThan(0.6);
  for (const row of [0, 40, 79]) {
    const colors = Array.from({ length: SIZE.width }, (_, x) => {
      const at = (row * SIZE.width + x) * 4;
      return shown.subarray(at, at + 3).join();
    });
    const starts = colors.flatMap((color, x) => (color === colors[x - 1] ? [] : [x]));
    const longest = Math.max(...starts.map((x, at) => (starts[at + 1] ?? SIZE.width) - x));
    expect(longest).toBeLessThan(20);
  }
});

test('a picture after the end shows no bands', verifies('timer-picture.dithered'), async () => {
  const expired = { behaviour: 'image', message: null, imageId: 1 } as const;
  const scene = await drawnScene({ ...SAMPLE_DESIGN, expired }, { expiredImage: await gradient });
  const [frame] = shownByOmggif(new TimerGif(scene).render({ secondsLeft: 0 }, new ByteSink()));
  const difference = await blurredDifference(
    frame ?? new Uint8Array(),
    scene.input.expiredImage ?? new Uint8Array(),
  );
  expect(difference).toBeLessThan(0.6);
});

test(
  'each frame over a picture equals frame 0 of a GIF that begins then, so that no pixel shimmers',
  verifies('timer-picture.same-second', 'timer-picture.dithered'),
  async () => {
    const scene = await drawnScene(SAMPLE_DESIGN, { background: await gradient });
    const gif = new TimerGif(scene).render({ secondsLeft: 100_000 }, new ByteSink());
    const shown = secondsOf(gif, shownByOmggif(gif));
    expect(shown.length).toBe(SAMPLE_DESIGN.frames);
    for (const [k, frame] of shown.entries()) {
      const [first] = shownByOmggif(new TimerGif(scene).render({ secondsLeft: 100_000 - k }, new ByteSink()));
      expect(Buffer.compare(frame, first ?? new Uint8Array())).toBe(0);
    }
  },
);

test('patches stay small over a dithered picture', verifies('timer-picture.dithered'), async () => {
  const [one, many] = [await render(gradient, { frames: 1 }), await render(gradient, { frames: 40 })];
  const [flatOne, flatMany] = [await render(flat, { frames: 1 }), await render(flat, { frames: 40 })];
  const patches = many.gif.length - one.gif.length;
  expect(patches).toBeLessThan(2.5 * (flatMany.gif.length - flatOne.gif.length));
});

test('a flat picture keeps its colors', verifies('timer-picture.dithered'), async () => {
  const { frames, picture } = await render(flat, { ...NO_TEXT, frames: 1 });
  expect(Buffer.compare(frames[0] ?? new Uint8Array(), picture)).toBe(0);
});
