import { UnavailableError } from '@vitrine/core';
import { afterAll, describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { TEST_PATIENCE } from '../../../../test/shared-media.ts';
import { builtinFiles } from '../font/builtin-fonts.ts';
import { ByteSink } from '../gif/byte-sink.ts';
import type { DrawingSources } from '../image/drawing-sources.ts';
import { drawnScene, SAMPLE_DESIGN, sampleScene, testSources } from '../timer/drawing/sample-scenes.ts';
import { TimerGif } from '../timer/drawing/timer-gif.ts';
import { drawingTools } from './drawing-tools.ts';
import { timerRenderer } from './timer-renderer.ts';

const CALLER = { account: null };

/** Returns a renderer with threads of its own. */
function openRenderer(sources = testSources) {
  const tools = drawingTools(sources, { patience: TEST_PATIENCE });
  const { threads } = tools;
  return { ...timerRenderer(tools), waiting: () => threads.waiting, close: threads.close };
}

const renderer = openRenderer();
afterAll(() => renderer.close());

const { labels, digits, separator } = SAMPLE_DESIGN;

test('the thread draws the same GIF as this one', async () => {
  const expected = new TimerGif(await drawnScene(SAMPLE_DESIGN)).render(
    { secondsLeft: 4_000 },
    new ByteSink(),
  );
  expect(await renderer.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 4_000 }, CALLER)).toEqual(
    expected,
  );
  expect(await renderer.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 3_999.2 }, CALLER)).toEqual(
    expected,
  );
});

test('requests for the same second share one GIF', verifies('timer-picture.one-render'), async () => {
  const gifs = await Promise.all(
    Array.from({ length: 300 }, () =>
      renderer.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 777 }, CALLER),
    ),
  );
  expect(new Set(gifs).size).toBe(1);
  expect(await renderer.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 777 }, CALLER)).toBe(gifs[0]);
  expect(await renderer.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 776 }, CALLER)).not.toEqual(
    gifs[0],
  );
});

test(
  'a good design has no warnings, and the estimated size is that of its GIF',
  verifies('timer-picture.warnings'),
  async () => {
    const scene = sampleScene(SAMPLE_DESIGN);
    const { warnings, estimatedBytes } = await renderer.checkTimer(scene, { secondsLeft: 5_000 }, CALLER);
    expect(warnings).toEqual([]);
    expect(estimatedBytes).toBe((await renderer.renderTimer(scene, { secondsLeft: 5_000 }, CALLER)).length);
  },
);

test.each([
  [
    'units that are too wide',
    { digits: { ...digits, size: 80 } },
    /reach \d+ px beyond the left or right edge/,
  ],
  [
    'units that are too high',
    { width: 1200, digits: { ...digits, size: 140 } },
    /reach \d+ px beyond the upper or lower edge/,
  ],
  [
    'pale digits',
    { digits: { ...digits, color: '#202a50' } },
    /^The digits \(#202a50\) have a contrast of 1\.\d/,
  ],
  [
    'white digits on a white page',
    { background: { ...SAMPLE_DESIGN.background, transparent: true } },
    /^The digits \(#ffffff\) have a contrast of 1\.0 to a white page/,
  ],
  [
    'pale labels on a white page',
    {
      background: { ...SAMPLE_DESIGN.background, transparent: true },
      labels: { ...labels, color: '#eeeeee' },
      digits: { ...digits, color: '#888888' },
    },
    /^The labels \(#eeeeee\) have a contrast of 1\.\d to a white page/,
  ],
  [
    'pale labels',
    { labels: { ...labels, color: '#101840' } },
    /^The labels \(#101840\) have a contrast of 1\.\d/,
  ],
  ['borrowed letters', { separator: { ...separator, text: 'ש' } }, /^The font of the digits lacks "ש"/],
  ['letters that no font has', { separator: { ...separator, text: 'ᚠ' } }, /^No font here has "ᚠ"/],
  [
    'a long message',
    { expired: { behaviour: 'message' as const, message: 'unbreakable'.repeat(30), imageId: null } },
    /^The message does not fit/,
  ],
  [
    'a large file',
    { width: 1000, height: 500, digits: { ...digits, size: 150 }, frames: 120, optimize: false },
    /^The GIF has \d+ KB/,
  ],
])('warns of %s', verifies('timer-picture.warnings'), async (_, changes, warning) => {
  const { warnings } = await renderer.checkTimer(
    sampleScene({ ...SAMPLE_DESIGN, ...changes }),
    { secondsLeft: 500_000 },
    CALLER,
  );
  expect(
    warnings.some((text) => warning.test(text)),
    warnings.join('\n'),
  ).toBe(true);
});

test('draws the digits of a font without digits in another font', async () => {
  const [, , , greek] = await builtinFiles(2);
  const scene = sampleScene(SAMPLE_DESIGN, { fontFile: greek as Uint8Array });
  const { warnings } = await renderer.checkTimer(scene, { secondsLeft: 5_000 }, CALLER);
  expect(warnings.join(' ')).toContain('lacks "0", "1", "2"');
  const borrowed = await renderer.renderTimer(scene, { secondsLeft: 5_000 }, CALLER);
  expect(borrowed.length).toBeGreaterThan(2_000);
});

test('does not warn that the label font lacks the letter that is only measured', async () => {
  const [, , , greek] = await builtinFiles(2);
  const design = { ...SAMPLE_DESIGN, labels: { ...labels, locale: 'el' as const } };
  const scene = { ...sampleScene(design, { fontFile: greek as Uint8Array }), digitFont: { builtin: 2 } };
  expect((await renderer.checkTimer(scene, { secondsLeft: 5_000 }, CALLER)).warnings).toEqual([]);
});

test('refuses calls beyond the queue at once, and draws the others', async () => {
  const calls = Array.from({ length: 700 }, (_, second) =>
    renderer.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 100_000 + second }, CALLER).then(
      () => null,
      (error: unknown) => error,
    ),
  );
  const errors = (await Promise.all(calls)).filter((error) => error !== null);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.every((error) => error instanceof UnavailableError)).toBe(true);
  expect(errors.length).toBeLessThan(700);
  expect(
    (await renderer.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 5 }, CALLER)).length,
  ).toBeGreaterThan(0);
});

describe('accounts take turns', () => {
  const HEAVY = {
    ...SAMPLE_DESIGN,
    width: 1200,
    height: 600,
    frames: 120,
    optimize: false,
    digits: { ...digits, size: 120 },
  };
  /** Draws a hundred different timers that take a long time. */
  const flood = (open: ReturnType<typeof openRenderer>, drawn: string[]) =>
    Promise.allSettled(
      Array.from({ length: 100 }, async (_, at) => {
        const design = {
          ...HEAVY,
          background: { ...HEAVY.background, color: `#0000${(16 + at).toString(16)}` },
        };
        await open.renderTimer(sampleScene(design), { secondsLeft: 500_000 }, { account: 'flood' });
        drawn.push('flood');
      }),
    );

  test('a hundred heavy timers of one account do not delay those of others', async () => {
    const open = openRenderer();
    const drawn: string[] = [];
    const flooding = flood(open, drawn);
    for (const account of ['b', 'c', 'd']) {
      await open.renderTimer(
        sampleScene(SAMPLE_DESIGN),
        { secondsLeft: 4_000 + account.charCodeAt(0) },
        { account },
      );
    }
    expect(drawn.length).toBeLessThan(30);
    expect(open.waiting()).toBeGreaterThan(50);
    await open.close();
    await flooding;
  });

  test('a cached GIF needs no turn', async () => {
    const open = openRenderer();
    const gif = await open.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 60 }, { account: 'a' });
    const drawn: string[] = [];
    const flooding = flood(open, drawn);
    expect(
      await open.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 60 }, { account: 'flood' }),
    ).toBe(gif);
    expect(drawn).toEqual([]);
    await open.close();
    await flooding;
  });

  test('pictures that never arrive delay only their own account, until it leaves', async () => {
    const stuck: DrawingSources = { ...testSources, picture: () => new Promise(() => {}) };
    const open = openRenderer(stuck);
    const leaving = new AbortController();
    const caller = { account: 'stuck', signal: leaving.signal };
    const scene = sampleScene(SAMPLE_DESIGN, { background: new Uint8Array(10) });
    const waiting = Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => open.renderTimer(scene, { secondsLeft: at }, caller)),
    );
    for (const account of ['b', 'c']) {
      expect(
        (await open.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 5 }, { account })).length,
      ).toBeGreaterThan(0);
    }
    leaving.abort(new Error('gone'));
    expect((await waiting).map((one) => one.status === 'rejected' && one.reason.message)).toEqual(
      Array.from({ length: 20 }, () => 'gone'),
    );
    const own = await open.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 6 }, { account: 'stuck' });
    expect(own.length).toBeGreaterThan(0);
    expect(open.waiting()).toBe(0);
    await open.close();
  });

  test('closes within seconds while timers wait and are drawn', async () => {
    const open = openRenderer();
    const flooding = flood(open, []);
    await open.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 5 }, { account: 'b' });
    const began = performance.now();
    await open.close();
    expect(performance.now() - began).toBeLessThan(20_000);
    const outcomes = await flooding;
    expect(outcomes.some((one) => one.status === 'rejected' && /closed/.test(one.reason.message))).toBe(true);
  });
});

test('calls fail after close', async () => {
  const closed = openRenderer();
  await closed.close();
  await expect(closed.renderTimer(sampleScene(SAMPLE_DESIGN), { secondsLeft: 5 }, CALLER)).rejects.toThrow(
    'closed',
  );
});
