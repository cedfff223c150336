import type { LiveTextLayer } from '@vitrine/core/server';
import { describe, expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { placedText, sampleLive, sampleText } from '../sample-lives.ts';

const INTER = { builtin: 1 };

/** Returns the texts of the lines, in visual order, with the size. */
async function linesOf(text: string, changes: Partial<LiveTextLayer> = {}) {
  const layer = sampleText(text, { font: INTER, width: 200, height: 60, size: 20, minSize: 10, ...changes });
  const { placed } = await placedText(sampleLive([layer]), layer);
  // Blanks have no glyph.
  const lines = placed.lines.map(({ line }) => line.glyphs.map(({ piece }) => piece).join(''));
  return { ...placed, texts: lines, layer };
}

const SENTENCE = 'A product name that is rather long';

describe('a text that is too long for its box', () => {
  test('becomes smaller until it fits', verifies('live-picture.text-fit'), async () => {
    const { size, isCut, lines, layer } = await linesOf(SENTENCE, { height: 40 });
    expect(isCut).toBe(false);
    expect(size).toBeLessThan(20);
    expect(size).toBeGreaterThan(12);
    for (const { line } of lines) expect(line.width * size).toBeLessThanOrEqual(layer.width);
    expect(lines.length * layer.lineHeight * size).toBeLessThanOrEqual(40);
    const larger = await linesOf(SENTENCE, { height: 40, size: size + 0.5, minSize: size + 0.5 });
    expect(larger.isCut).toBe(true);
  });

  test('keeps its size if it fits', verifies('live-picture.text-fit'), async () => {
    expect(await linesOf('Short')).toMatchObject({ size: 20, isCut: false, texts: ['Short'] });
    expect((await linesOf('Short', { fit: 'truncate' })).isCut).toBe(false);
  });

  test('is cut at its smallest size', verifies('live-picture.text-fit'), async () => {
    const { size, texts, isCut } = await linesOf(SENTENCE.repeat(9));
    expect({ size, isCut }).toEqual({ size: 10, isCut: true });
    expect(texts).toHaveLength(5);
    expect(texts.at(-1)).toMatch(/…$/);
    expect(texts.slice(0, -1).join('')).not.toContain('…');
  });

  test('keeps its size and is cut after the lines that fit', verifies('live-picture.text-fit'), async () => {
    const { size, texts, isCut } = await linesOf(SENTENCE.repeat(3), { fit: 'wrap' });
    expect({ size, isCut, count: texts.length }).toEqual({ size: 20, isCut: true, count: 2 });
    expect(texts[1]).toMatch(/…$/);
  });

  test('has one line', verifies('live-picture.text-fit'), async () => {
    const { texts, lines, size, layer } = await linesOf(SENTENCE, { fit: 'truncate' });
    expect(texts).toEqual(['Aproductnameth…']);
    expect((lines[0]?.line.width ?? 0) * size).toBeLessThanOrEqual(layer.width);
  });

  test('has one line if its box is lower than a line', verifies('live-picture.text-fit'), async () => {
    expect((await linesOf(SENTENCE, { fit: 'wrap', height: 5 })).texts).toHaveLength(1);
  });

  test.each(['shrink', 'wrap', 'truncate'] as const)(
    'breaks 500 letters without a space: %s',
    verifies('live-picture.text-fit'),
    async (fit) => {
      for (const letter of ['x', 'Ж', 'ب', 'क', '字', 'ก', '👜']) {
        const { lines, size, isCut, layer } = await linesOf(letter.repeat(500), { fit });
        expect(isCut, letter).toBe(true);
        expect(lines.length, letter).toBeGreaterThan(0);
        for (const { line } of lines)
          expect(line.width * size, letter).toBeLessThanOrEqual(layer.width + 0.1);
      }
    },
  );

  test('has no line in a box that is narrower than a letter, but an ellipsis', async () => {
    expect((await linesOf('Word', { fit: 'wrap', width: 3 })).texts.join('')).toContain('…');
  });
});

describe('lines', () => {
  const wrapped = (text: string, width: number) => linesOf(text, { fit: 'wrap', width, height: 400 });

  test.each([
    ['after a hyphen between letters', 'weather-proof', 100, ['weather-', 'proof']],
    ['not within a number with hyphens', 'no 1234-567890', 140, ['no', '1234-567890']],
    ['not at a no-break space', 'costs 1\u202f290\u00a0EUR', 110, ['costs', '1\u202f290\u00a0EUR']],
    ['at a line feed', 'one\ntwo\r\nthree', 200, ['one', 'two', 'three']],
    ['at an empty line', 'one\n\ntwo', 200, ['one', '', 'two']],
    ['between Japanese words', '田中さんへのおすすめ', 130, ['田中さんへの', 'おすすめ']],
  ])('end %s', verifies('live-picture.text-breaks'), async (_, text, width, expected) => {
    const { texts } = await wrapped(text, width);
    expect(texts).toEqual(expected.map((line) => line.replaceAll(/[\u202f\u00a0]/g, '')));
  });

  test(
    'run from right to left with numbers from left to right',
    verifies('live-picture.scripts'),
    async () => {
      const { texts } = await linesOf('הזמנה 1234-56 (3)', { font: { builtin: 5 }, width: 400 });
      expect(texts).toEqual(['(3)1234-56הזמנה']);
    },
  );

  test(
    'are cut at their left end if they run from right to left',
    verifies('live-picture.text-fit'),
    async () => {
      const { texts } = await linesOf('הזמנה שלך תגיע מחר בבוקר', { fit: 'truncate', font: { builtin: 5 } });
      expect(texts[0]).toMatch(/^…/);
    },
  );

  test('are at the edge of the box that the layer says', verifies('live-picture.scripts'), async () => {
    const at = async (changes: Partial<LiveTextLayer>) => {
      const { lines, size } = await linesOf('Hi', { width: 200, height: 100, ...changes });
      const { x = 0, baseline = 0, line } = lines[0] ?? {};
      return { left: x, right: x + (line?.width ?? 0) * size, baseline };
    };
    const topLeft = await at({});
    expect(topLeft.left).toBe(0);
    expect((await at({ align: 'right' })).right).toBeCloseTo(200);
    const centred = await at({ align: 'center' });
    expect(centred.left).toBeCloseTo(200 - centred.right);
    const bottom = await at({ valign: 'bottom' });
    expect(bottom.baseline - topLeft.baseline).toBe(76);
    expect((await at({ valign: 'middle' })).baseline - topLeft.baseline).toBe(38);
  });

  test('are kerned', verifies('live-picture.scripts'), async () => {
    const widthOf = async (text: string) => (await linesOf(text)).lines[0]?.line.width ?? 0;
    expect(await widthOf('AV')).toBeLessThan((await widthOf('A')) + (await widthOf('V')) - 0.03);
    expect(await widthOf('HI')).toBeCloseTo((await widthOf('H')) + (await widthOf('I')), 2);
  });
});

test('a text of blanks, or of letters that no font has, draws nothing', async () => {
  expect((await linesOf(' \u200b\t ')).texts.join('')).toBe('');
  expect((await linesOf('\u{e000}')).lines).toHaveLength(1);
});
