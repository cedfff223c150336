import type { ReadFont, Refusal } from '@vitrine/core/server';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { soundFonts } from '../../../../test/hostile-bytes/sound-files.ts';
import { composite, square, tinyTables, ttf } from '../../../../test/hostile-bytes/tiny-font.ts';
import { verifies } from '../../../../test/requirements.ts';
import { sharedMedia } from '../../../../test/shared-media.ts';
import { builtinFiles } from './builtin-fonts.ts';
import { fontTasks } from './font-tasks.ts';

const CALLER = { account: null };

const media = sharedMedia();

const fonts = soundFonts();

function taken(answer: ReadFont | Refusal): ReadFont {
  if ('refused' in answer) throw new Error(`refused: ${answer.refused}`);
  return answer;
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const answer = await media.readFont(bytes, CALLER);
  return 'refused' in answer ? answer.refused : 'taken';
}

/** Returns the number of dark pixels of a sample. */
async function ink(sample: Uint8Array): Promise<number> {
  const grey = await sharp(sample).greyscale().raw().toBuffer();
  return grey.filter((value) => value < 128).length;
}

test(
  'detects every format by its bytes, and draws its sample',
  verifies('fonts.upload.formats', 'fonts.format', 'fonts.upload.drawn'),
  async () => {
    for (const [format, bytes] of Object.entries(fonts)) {
      const { facts, sample } = taken(await media.readFont(bytes, CALLER));
      expect(facts).toMatchObject({
        format,
        bytes: bytes.length,
        hasDigits: true,
        variable: false,
        italic: false,
      });
      expect(await sharp(sample).metadata()).toMatchObject({ format: 'webp', width: 640, height: 96 });
      expect(await ink(sample), format).toBeGreaterThan(2_000);
    }
  },
);

test('reads the names of a font', async () => {
  for (const bytes of [fonts.woff, fonts.woff2]) {
    const { facts } = taken(await media.readFont(bytes, CALLER));
    expect(facts).toMatchObject({ family: 'Inter', style: 'Bold', fullName: 'Inter Bold', weight: 700 });
  }
  expect(taken(await media.readFont(fonts.ttf, CALLER)).facts).toMatchObject({
    family: 'Unnamed',
    weight: 400,
    glyphCount: 2,
  });
});

test('draws the same sample from the WOFF and the WOFF2 of a font', async () => {
  const [woff, woff2] = [
    taken(await media.readFont(fonts.woff, CALLER)),
    taken(await media.readFont(fonts.woff2, CALLER)),
  ];
  const [a, b] = await Promise.all(
    [woff, woff2].map(({ sample }) => sharp(sample).greyscale().raw().toBuffer()),
  );
  const different = (a ?? Buffer.alloc(0)).filter((value, i) => Math.abs(value - (b?.[i] ?? 0)) > 24).length;
  expect(different).toBeLessThan(100);
});

test('draws the default instance of a variable font', async () => {
  const variable = ttf(tinyTables({ glyphs: [square(), square()], tables: { fvar: Buffer.alloc(20) } }));
  const { facts, sample } = taken(await media.readFont(variable, CALLER));
  expect(facts.variable).toBe(true);
  expect(await ink(sample)).toBeGreaterThan(2_000);
});

test('draws a composite glyph', async () => {
  const font = ttf(tinyTables({ glyphs: [square(), composite([2]), square()] }));
  expect(await ink(taken(await media.readFont(font, CALLER)).sample)).toBeGreaterThan(2_000);
});

describe('refuses with a reason', () => {
  test.each(['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'glyf', 'loca'])(
    'a font without %s',
    verifies('fonts.upload.tables'),
    async (tag) => {
      const tables = tinyTables({ glyphs: [square(), square()] });
      tables.delete(tag);
      expect(await refusal(ttf(tables))).toMatch(/^The font (lacks the table|has no outlines)/);
    },
  );

  test('a font with pictures only', async () => {
    const tables = tinyTables({ glyphs: [square(), square()] });
    for (const tag of ['glyf', 'loca']) tables.delete(tag);
    for (const tag of ['CBDT', 'CBLC']) tables.set(tag, Buffer.alloc(100));
    expect(await refusal(ttf(tables))).toContain('no outlines');
  });

  test('a font that draws nothing of the sample', async () => {
    expect(await refusal(ttf(tinyTables({ glyphs: [square(), Buffer.alloc(0)] })))).toContain(
      'draws nothing',
    );
  });

  test.each([0, 15, 16_385])('an em of %i units', async (unitsPerEm) => {
    const font = ttf(tinyTables({ glyphs: [square(), square()], unitsPerEm }));
    expect(await refusal(font)).toBe('The em square of the font has 16 to 16384 units.');
  });

  test('other files', async () => {
    for (const text of ['', '<!doctype html>', '@font-face {}', 'wOF2', 'GIF89a'.padEnd(100)]) {
      expect(await refusal(Buffer.from(text)), text).toMatch(/^The file is /);
    }
  });
});

test('omits an endless glyph after its time, but not those before and after it', async () => {
  const ladder = Array.from({ length: 40 }, (_, i) => composite([i + 3, i + 3]));
  const glyphs = [square(), square(), ...ladder, Buffer.alloc(0)];
  const font = ttf(tinyTables({ glyphs, letters: { D: 2 } }));
  const pieces = Array.from('7DA');
  const glyphsOf = async () => {
    const outlines = await fontTasks.outlines({ files: [font], pieces });
    // A busy machine gives no verdict.
    return outlines.starved ? 'starved' : outlines.glyphs.map((glyph) => glyph !== null);
  };
  await expect.poll(glyphsOf, { timeout: 110_000 }).toEqual([true, false, true]);
});

test('finds the glyphs of a built-in font in all its files', async () => {
  const outlines = await fontTasks.outlines({
    files: await builtinFiles(2),
    pieces: Array.from('0Żдω'),
  });
  expect(outlines.glyphs.every((glyph) => glyph !== null && glyph.path !== '' && glyph.advance > 300)).toBe(
    true,
  );
  expect(outlines).toMatchObject({ ascent: 968.75 });
});
