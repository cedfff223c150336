import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { ByteSink } from '../gif/byte-sink.ts';
import { shownByOmggif } from '../gif/three-decoders.ts';
import { drawnScene, SAMPLE_DESIGN } from '../timer/drawing/sample-scenes.ts';
import { TimerGif } from '../timer/drawing/timer-gif.ts';
import { rgbOf } from './color.ts';

const [WIDTH, HEIGHT] = [400, 100];

describe('a gradient shows no bands beside the text', () => {
  test.each([
    ['dark', '#0b1020', '#1e2a55', 1.5],
    ['colorful', '#7c2ae8', '#f0447a', 1.5],
    ['from black to white', '#000000', '#ffffff', 3],
  ])('%s', verifies('timer-picture.looks'), async (_, color, to, tolerance) => {
    const { background, digits } = SAMPLE_DESIGN;
    const design = {
      ...SAMPLE_DESIGN,
      width: WIDTH,
      height: HEIGHT,
      background: { ...background, color, gradient: { color: to, angle: 90 } },
      digits: { ...digits, shadow: { color: '#00000080', x: 0, y: 2, blur: 4 } },
      frames: 1,
    };
    const scene = await drawnScene(design);
    const [frame = new Uint8Array()] = shownByOmggif(
      new TimerGif(scene).render({ secondsLeft: 500_000 }, new ByteSink()),
    );
    const [from, end] = [rgbOf(color), rgbOf(to)];
    for (let x = 0; x < WIDTH; x++) {
      for (const part of [0, 1, 2] as const) {
        const exact = from[part] + ((end[part] - from[part]) * (x + 0.5)) / WIDTH;
        expect(Math.abs((frame[(2 * WIDTH + x) * 4 + part] ?? 0) - exact)).toBeLessThanOrEqual(tolerance);
      }
    }
  });
});
