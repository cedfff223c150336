import { expect, test } from 'vitest';
import type { Glyphs } from './glyph.ts';
import { setMessage } from './message.ts';
import { piecesOf } from './pieces.ts';

const square = {
  commands: Uint8Array.of(0, 1, 1, 1),
  points: Float32Array.of(0, 0, 0.5, 0, 0.5, 0.7, 0, 0.7),
};
const blank = { commands: new Uint8Array(), points: new Float32Array() };
const letters: Glyphs = new Map([
  ...Array.from('abcdefgh', (letter) => [letter, { advance: 0.5, outline: square }] as const),
  [' ', { advance: 0.25, outline: blank }],
]);
const ROOM = { x: 10, y: 10, width: 200, height: 60 };

test('a short message is one centred line of the largest size', () => {
  const { lines, fits } = setMessage(piecesOf('abc'), letters, ROOM, 40);
  expect(fits).toBe(true);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ size: 40, x: 10 + (200 - 60) / 2 });
});

test('a long message is broken between words into lines of about equal length', () => {
  const { lines, fits } = setMessage(piecesOf('abc abc abc abc abc'), letters, ROOM, 28);
  expect(fits).toBe(true);
  expect(lines.length).toBe(2);
  const [first = 0, second = 0] = lines.map(({ line }) => line.width);
  expect(Math.abs(first - second)).toBeLessThan(2);
});

test('a message shrinks until it fits', () => {
  const { lines, fits } = setMessage(piecesOf('abcdefgh '.repeat(6)), letters, ROOM, 40);
  expect(fits).toBe(true);
  expect(lines[0]?.size).toBeLessThan(28);
  for (const { x, baseline, size, line } of lines) {
    expect(x).toBeGreaterThanOrEqual(10);
    expect(x + line.width * size).toBeLessThanOrEqual(210.001);
    expect(baseline).toBeLessThanOrEqual(71);
  }
});

test('reports a message that does not fit at a legible size', () => {
  expect(setMessage(piecesOf('abcdefgh'.repeat(20)), letters, ROOM, 40).fits).toBe(false);
});
