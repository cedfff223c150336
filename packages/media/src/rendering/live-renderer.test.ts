import type { LiveScene } from '@vitrine/core/server';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { TEST_PATIENCE } from '../../../../test/shared-media.ts';
import type { DrawingSources } from '../image/drawing-sources.ts';
import {
  drawnLive,
  sampleImage,
  sampleLive,
  sampleShape,
  sampleText,
  sampleTimer,
} from '../live/sample-lives.ts';
import { samplePng } from '../live/sample-png.ts';
import { testSources } from '../timer/drawing/sample-scenes.ts';
import { drawingTools } from './drawing-tools.ts';
import { liveRenderer } from './live-renderer.ts';
import type { MemoryBudget } from './memory-budget.ts';

const CALLER = { account: 'a' };

/** Returns a renderer with threads of its own. */
function openRenderer(sources: DrawingSources = testSources, budget?: MemoryBudget) {
  const tools = drawingTools(sources, { budget, patience: TEST_PATIENCE });
  return { ...liveRenderer(tools), close: tools.threads.close };
}

const renderer = openRenderer();
afterAll(() => renderer.close());

/** Draws a scene, however busy the machine is. */
async function render(scene: LiveScene, open: Pick<typeof renderer, 'renderLive'> = renderer, account = 'a') {
  return vi.waitFor(() => open.renderLive(scene, { account }), { timeout: 30_000, interval: 1 });
}

const scene = (text: string, changes: Partial<LiveScene> = {}) =>
  sampleLive([sampleShape({ isStatic: true }), sampleText(text)], changes);

test('the thread draws the same file as this one', async () => {
  expect((await render(scene('Same'))).bytes).toEqual((await drawnLive(scene('Same'))).bytes);
});

test(
  'concurrent calls for a scene draw once, and later ones find the file',
  verifies('live-picture.one-drawing'),
  async () => {
    const before = renderer.files.reads.misses;
    const drawn = await Promise.all(Array.from({ length: 50 }, () => render(scene('Once'))));
    expect(new Set(drawn).size).toBe(1);
    expect(await render(scene('Once'))).toBe(drawn[0]);
    expect(renderer.files.reads.misses).toBe(before + 1);
    expect((await render(scene('Twice'))).bytes).not.toEqual(drawn[0]?.bytes);
  },
);

test(
  'a picture with a timer is drawn anew for each second',
  verifies('live-picture.one-drawing'),
  async () => {
    const at = (secondsLeft: number) => ({
      ...sampleLive([sampleTimer(secondsLeft)]),
      key: 'of all seconds',
    });
    expect((await render(at(50))).bytes).not.toEqual((await render(at(49))).bytes);
    expect(await render(at(50))).toBe(await render(at(50)));
  },
);

test('the static layers of a design are read once', verifies('live-picture.static'), async () => {
  const pieces: string[] = [];
  const outlines: DrawingSources['outlines'] = (source, load, wanted, caller) => {
    pieces.push(...wanted);
    return testSources.outlines(source, load, wanted, caller);
  };
  const picture = vi.fn(testSources.picture);
  const open = openRenderer({ ...testSources, outlines, picture });
  const photo = await samplePng();
  const layers = (text: string) => [
    sampleImage(photo, { isStatic: true }),
    sampleText('QZ', { isStatic: true, name: 'static' }),
    sampleText(text, { y: 30 }),
  ];
  for (const text of ['one', 'two', 'six']) await render(sampleLive(layers(text), {}, [photo]), open);
  expect(picture).toHaveBeenCalledTimes(1);
  expect(pieces.filter((piece) => piece === 'Q')).toHaveLength(1);
  await open.close();
});

test('designs of an account do not evict the base of others', verifies('live-picture.turns'), async () => {
  const BASE_BYTES = 300 * 60 * 3;
  // Five bases or more in each thread. Without decoded pictures, whoever reads a base decodes its picture.
  const budget = { scenes: 25 * BASE_BYTES, gifs: 0, live: 0, pictures: 0 };
  const picture = vi.fn(testSources.picture);
  const open = openRenderer({ ...testSources, picture }, budget);
  const photo = await samplePng();
  const design = (x: number, text: string) =>
    sampleLive([sampleImage(photo, { isStatic: true, x, height: 30 }), sampleText(text, { y: 30 })], {}, [
      photo,
    ]);
  await render(design(-1, 'one'), open, 'a');
  for (let x = 0; x < 60; x++) await render(design(x, 'flood'), open, 'flood');
  const read = picture.mock.calls.length;
  await render(design(-1, 'two'), open, 'a');
  expect(picture).toHaveBeenCalledTimes(read);
  await render(design(0, 'two'), open, 'flood');
  expect(picture).toHaveBeenCalledTimes(read + 1);
  await open.close();
});

describe('a picture that arrives late', () => {
  /** Returns a renderer whose pictures wait, and a function that lets them go. */
  function lateRenderer() {
    const { promise, resolve } = Promise.withResolvers<void>();
    const picture: DrawingSources['picture'] = async (...given) => {
      await promise;
      return testSources.picture(...given);
    };
    return { open: openRenderer({ ...testSources, picture }), arrive: resolve };
  }

  test(
    'is drawn when it is there, once for all that wait',
    verifies('live-picture.one-drawing'),
    async () => {
      const { open, arrive } = lateRenderer();
      const photo = await samplePng();
      const late = sampleLive([sampleImage(photo)], {}, [photo]);
      const drawn = [open.renderLive(late, CALLER), open.renderLive(late, CALLER)];
      arrive();
      const [first, second] = await Promise.all(drawn);
      expect(first?.format).toBe('png');
      expect(second).toBe(first);
      await open.close();
    },
  );

  test('delays only its own account', verifies('live-picture.turns'), async () => {
    const { open, arrive } = lateRenderer();
    const photo = await samplePng();
    const stuck = Array.from({ length: 20 }, (_, at) =>
      open.renderLive(sampleLive([sampleImage(photo), sampleText(`${at}`)], {}, [photo]), {
        account: 'stuck',
      }),
    );
    const settled = Promise.allSettled(stuck);
    for (const account of ['b', 'c'])
      expect((await render(scene(account), open, account)).format).toBe('png');
    arrive();
    expect((await settled).every(({ status }) => status === 'fulfilled')).toBe(true);
    await open.close();
  });
});

test('a caller that leaves gets its reason', async () => {
  const leaving = new AbortController();
  const left = renderer.renderLive(scene('Leaving'), { account: 'a', signal: leaving.signal });
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
});

test('calls fail after close', async () => {
  const closed = openRenderer();
  await closed.close();
  await expect(closed.renderLive(scene('Closed'), CALLER)).rejects.toThrow('closed');
});

describe('a check', () => {
  const warningsOf = async (layers: Parameters<typeof sampleLive>[0], pictures: Uint8Array[] = []) =>
    (await renderer.checkLive(sampleLive(layers, {}, pictures), CALLER)).warnings;

  test(
    'finds nothing wrong with a good scene, and the size of its file',
    verifies('live-picture.warnings'),
    async () => {
      const { warnings, estimatedBytes } = await renderer.checkLive(scene('Good'), CALLER);
      expect(warnings).toEqual([]);
      expect(estimatedBytes).toBe((await render(scene('Good'))).bytes.length);
    },
  );

  test('names what can not be seen', verifies('live-picture.warnings'), async () => {
    expect(await warningsOf([sampleText('Too long. '.repeat(90))])).toEqual([
      expect.stringMatching(/^The text "title" is cut\./),
    ]);
    expect(await warningsOf([sampleText('\u{10ffff}')])).toEqual([
      expect.stringMatching(/omitted from the text "title"/),
    ]);
    expect(await warningsOf([sampleText('Far', { x: 300 })])).toEqual([
      'The layer "title" is outside of the picture.',
    ]);
  });

  test('names pictures that are left out', verifies('live-picture.memory'), async () => {
    const photo = await samplePng();
    const layers = Array.from({ length: 6 }, (_, at) =>
      sampleImage(photo, { name: `photo ${at}`, width: 2_000, height: 2_000, x: at, isStatic: true }),
    );
    expect(await warningsOf(layers, [photo])).toEqual([
      'The layer "photo 5" is left out: the pictures of all layers together are too large.',
    ]);
  });
});
