import { expect, test } from 'vitest';
import { Canvas } from './canvas.ts';
import { ScratchCanvas } from './scratch-canvas.ts';

test('copies canvases of all sizes, with and without opacity, and leaves them as they are', () => {
  const scratch = new ScratchCanvas();
  for (const [width, height, transparent] of [
    [4, 3, false],
    [2, 2, true],
    [5, 5, true],
    [3, 1, false],
    [1_200, 2_000, false],
  ] as const) {
    const canvas = Canvas.filled(width, height, [1, 2, width], transparent);
    const before = canvas.copy();
    const copy = scratch.copyOf(canvas);
    expect(copy.equals(canvas)).toBe(true);
    copy.colors.fill(9);
    copy.alpha?.fill(9);
    expect(canvas.equals(before)).toBe(true);
  }
});

test('uses its memory again, but not for canvases that are rarely so large', () => {
  const scratch = new ScratchCanvas();
  const memoryOf = (width: number, height: number) =>
    scratch.copyOf(Canvas.filled(width, height, [0, 0, 0], false)).colors.buffer;
  expect(memoryOf(20, 20)).toBe(memoryOf(10, 20));
  expect(memoryOf(1_200, 2_000)).not.toBe(memoryOf(1_200, 2_000));
});
