import { create } from 'fontkit';
import { expect, test } from 'vitest';
import { builtinFiles } from '../builtin-fonts.ts';
import { fallbackFiles } from '../fallback-fonts.ts';
import { openFont } from '../open-font.ts';
import { restoreMetrics } from './woff2-glyphs.ts';

test('restores every glyph as the decoder of fontkit does', async () => {
  const bold = { family: 'noto-sans-arabic', weight: 700 } as const;
  const files = [
    ...(await builtinFiles(2)),
    ...(await builtinFiles(16)),
    ...(await fallbackFiles(bold, [])).files,
  ];
  let compared = 0;
  for (const bytes of files) {
    const restored = openFont(Buffer.from(bytes)).font;
    const decoded = create(Buffer.from(bytes));
    if (!('getGlyph' in decoded)) throw new Error('a collection');
    for (let id = 0; id < restored.numGlyphs; id++) {
      const [one, other] = [restored.getGlyph(id), decoded.getGlyph(id)];
      if (one.path.toSVG() !== other.path.toSVG() || one.advanceWidth !== other.advanceWidth) {
        expect.fail(`glyph ${id} of ${restored.fullName} differs`);
      }
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(5_000);
});

test('restores omitted side bearings from the left edges', () => {
  const advances = [0x02, 0x58, 0x01, 0xf4];
  const edges = [50, -20, 70];
  expect(restoreMetrics(Buffer.from([3, ...advances]), 2, edges).toString('hex')).toBe(
    '0258003201f4ffec0046',
  );
  const bearings = [0, 1, 0, 2];
  const half = Buffer.from([2, ...advances, ...bearings]);
  expect(restoreMetrics(half, 2, edges).toString('hex')).toBe('0258000101f400020046');
  expect(() => restoreMetrics(Buffer.from([0, ...advances]), 2, edges)).toThrow(RangeError);
});
