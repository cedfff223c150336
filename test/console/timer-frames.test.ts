import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createGifPlayer } from '../../packages/console/src/screens/timers/gif-player.ts';
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
