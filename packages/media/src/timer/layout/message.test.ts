import { expect, test } from 'vitest';
import type { Glyphs } from '../../paint/glyph.ts';
import { piecesOf } from '../../text/pieces.ts';
import { prepared } from '../../text/prepared-text.ts';
import { setMessage } from './message.ts';

const square = {
  commands: Uint8Array.of(0, 1, 1, 1),
  points: Float32Array.of(0, 0, 0.5, 0, 0.5, 0.7, 0, 0.7),
};
const blank = { commands: new Uint8Array(), points: new Float32Array() };
const dot = { advance: 0.2, outline: square };
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

test.each([
  ['abc abc ab. abcd abc ab', ['abc abc ab.', 'abcd abc ab'], 'a sentence'],
  ['abc abcd. abc ab, abc abcd efgh', ['abc abcd. abc ab,', 'abc abcd efgh'], 'a clause near the middle'],
  [
    'ab. abc abc abcd abc abcd abc',
    ['ab. abc abc abcd', 'abc abcd abc'],
    'a word, far from a short sentence',
  ],
])('a line of %j breaks at %j: after %s', (message, expected, _) => {
  const glyphs: Glyphs = new Map([...letters, ...Array.from('.,', (mark) => [mark, dot] as const)]);
  const { lines } = setMessage(piecesOf(message), glyphs, ROOM, 26);
  const texts = lines.map(({ line, size, x }) => {
    expect(x + line.width * size).toBeLessThanOrEqual(210.001);
    return line.glyphs.map(({ piece }) => piece).join('');
  });
  expect(texts).toEqual(expected.map((line) => line.replaceAll(' ', '')));
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

test('a text without spaces is broken between words', () => {
  const text = '促销已经结束';
  const glyphs: Glyphs = new Map(
    Array.from(text, (letter) => [letter, { advance: 1, outline: square }] as const),
  );
  const { lines, fits } = setMessage(piecesOf(text), glyphs, { ...ROOM, width: 130 }, 30);
  expect(fits).toBe(true);
  expect(lines.map(({ line }) => line.glyphs.map(({ piece }) => piece).join(''))).toEqual([
    '促销已经',
    '结束',
  ]);
});

test('each line of a right-to-left message begins at the right', async () => {
  const words = ['אחת', 'שתיים', 'שלוש', 'ארבע'];
  const glyphs: Glyphs = new Map([
    ...words.map((word) => [word, { advance: 2, outline: square }] as const),
    [' ', { advance: 0.25, outline: blank }],
  ]);
  const { lines } = setMessage(await prepared(words.join(' ')), glyphs, { ...ROOM, width: 100 }, 20);
  expect(lines.map(({ line }) => line.glyphs.map(({ piece }) => piece))).toEqual([
    ['שתיים', 'אחת'],
    ['ארבע', 'שלוש'],
  ]);
});
