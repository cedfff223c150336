import type { TimerDesignChanges } from '@vitrine/core/contracts';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createGifPlayer } from '../../packages/console/src/screens/timers/gif/gif-player.ts';
import { findPlaces, markPlaces } from '../../packages/console/src/screens/timers/stage/unit-places.ts';
import { openConsoleServer } from './console-server.ts';

/** Returns GIFs of drafts, as a browser gets them. */
async function drawDrafts(designs: readonly object[]): Promise<Uint8Array[]> {
  const { vitrine, principal, close } = await openConsoleServer();
  onTestFinished(close);
  const drawn: Uint8Array[] = [];
  for (const design of designs) {
    const { previewUrl } = await vitrine.timerFrames.create(principal, { design });
    drawn.push(new Uint8Array(await (await fetch(previewUrl)).arrayBuffer()));
  }
  return drawn;
}

test('shows each frame of a timer as another decoder does, in any order', async () => {
  const target = { kind: 'evergreen', duration: 'PT3S' } as const;
  const gifs = await drawDrafts([
    { target, width: 200, height: 60, preset: 'flip-dark', optimize: false },
    { target, width: 200, height: 60, preset: 'rings-light' },
    { target, width: 200, height: 60, background: { transparent: true } },
    {
      target,
      ...{ width: 200, height: 60, scale: 2, expired: { behaviour: 'message', message: 'Over' } },
    },
  ]);
  for (const gif of gifs) {
    const player = createGifPlayer(gif);
    const { pages = 1 } = await sharp(gif, { pages: -1 }).metadata();
    expect(player.count).toBe(pages);
    expect(pages).toBeGreaterThan(2);
    for (const index of [0, 2, 1, pages - 1, 0]) {
      const expected = await sharp(gif, { page: index }).ensureAlpha().raw().toBuffer();
      expect(Buffer.from(player.show(index)).equals(expected), `frame ${index}`).toBe(true);
    }
  }
});

test('throws for a file that ends too early', async () => {
  const [gif = new Uint8Array()] = await drawDrafts([{ width: 60, height: 30, frames: 1 }]);
  expect(() => createGifPlayer(gif.subarray(0, 40))).toThrow('The GIF ends too early.');
});

test.each([
  ['plain digits', {}],
  ['flip cards', { preset: 'flip-dark', headline: { text: 'Summer sale' } }],
  ['rings with a border of the picture', { preset: 'rings-light', scale: 2 }],
  ['a timer that has ended', { target: { date: '2020-01-01T00:00:00' } }],
  [
    'no seconds, boxes with borders',
    { units: { seconds: { show: false } }, digits: { box: { border: { width: 3 } } } },
  ],
] as const)('finds the units of the row in a marked picture: %s', async (_name, changes) => {
  const { vitrine, principal, close } = await openConsoleServer();
  onTestFinished(close);
  const draw = async (given: TimerDesignChanges) => {
    const { design, previewUrl } = await vitrine.timerFrames.create(principal, { design: given });
    return { design, gif: new Uint8Array(await (await fetch(previewUrl)).arrayBuffer()) };
  };
  const find = async (given: TimerDesignChanges) => {
    const { design } = await draw(given);
    const { gif } = await draw({ ...design, ...markPlaces(design) });
    return { design, ...findPlaces(design, createGifPlayer(gif).show(0)) };
  };
  const { design, units, row } = await find({ ...changes, width: 600, height: 150 });
  const middles = Object.values(units).map(({ x }) => x);
  expect(middles).toEqual(middles.toSorted((a, b) => a - b));
  expect(middles).toHaveLength(design.units.seconds.show ? 4 : 3);
  // The row is centred, and its units have the same distance. The ink of digits differs from their cells by some pixels.
  const [first = 0, second = 0, third = 0] = middles;
  expect(Math.abs(first + (middles.at(-1) ?? 0) - 600)).toBeLessThan(16);
  expect(Math.abs(second - first - (third - second))).toBeLessThan(16);
  expect((row?.bottom ?? 0) - (row?.top ?? 0)).toBeGreaterThan(40);

  const moved = await find({
    ...design,
    units: { ...design.units, hours: { ...design.units.hours, x: 300, y: 20 } },
  });
  expect(moved.units.hours).toEqual({ x: 300, y: 20 });
  expect(Object.keys(moved.units)).toHaveLength(middles.length);
});
