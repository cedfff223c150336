import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { soundCffFont } from '../../../../test/hostile-bytes/font-bombs.ts';
import { byDelta, byList, extended, gsub } from '../../../../test/hostile-bytes/substitutions.ts';
import { composite, square, tinyTables, ttf } from '../../../../test/hostile-bytes/tiny-font.ts';
import { readFontFile } from './files/font-tables.ts';
import { fontTasks } from './font-tasks.ts';
import { liningFigure } from './lining-figures.ts';
import { openFont } from './open-font.ts';

const DIGITS = Array.from('0123456789');

async function digitsOf(font: Uint8Array) {
  const { glyphs } = await fontTasks.outlines({ files: [font], pieces: DIGITS });
  return glyphs.map((glyph) => glyph?.box ?? null);
}

/** Playfair Display has old-style digits unless a program asks for lining ones. */
function playfairDisplay(format: 'woff' | 'woff2'): Buffer {
  const { resolve } = createRequire(import.meta.url);
  return readFileSync(
    resolve(`@fontsource/playfair-display/files/playfair-display-latin-400-normal.${format}`),
  );
}

test('draws lining digits from a TTF, a WOFF and a WOFF2', async () => {
  const woff = playfairDisplay('woff');
  const files = { woff, woff2: playfairDisplay('woff2'), ttf: ttf(readFontFile(woff).tables) };
  for (const [format, file] of Object.entries(files)) {
    expect(readFontFile(file).format).toBe(format);
    for (const box of await digitsOf(file)) {
      expect(box?.top, format).toBeLessThan(-700);
      expect(box?.bottom, format).toBeLessThan(20);
    }
  }
});

test('passes the substitutions of an OTF to the parser', async () => {
  const { tables } = readFontFile(soundCffFont());
  const bytes = ttf(new Map([...(tables ?? []), ['GSUB', gsub('lnum', byDelta(1, 0))]]));
  bytes.write('OTTO', 0, 'latin1');
  const { font, format } = openFont(bytes);
  expect(format).toBe('otf');
  expect(font).toHaveProperty('GSUB.featureList[0].tag', 'lnum');
});

test.each([
  [300, 'a difference of ids', byDelta(1, 1), 'lnum'],
  [300, 'a list of ids', byList(1, 2), 'lnum'],
  [300, 'an extension', extended(byList(1, 2)), 'lnum'],
  [600, 'another feature, which is ignored', byDelta(1, 1), 'onum'],
  [600, 'a lookup of another type, which is ignored', { ...byDelta(1, 1), type: 5 }, 'lnum'],
])('draws digits %i units high with %s', async (height, _, lookup, feature) => {
  const tables = { GSUB: gsub(feature, lookup) };
  const font = ttf(tinyTables({ glyphs: [square(), square(), square(300)], tables }));
  for (const box of await digitsOf(font)) expect((box?.bottom ?? 0) - (box?.top ?? 0)).toBe(height);
});

test.each([
  ['keeps a digit of full height that has a substitution', composite([1]), 1],
  ['substitutes a digit of another height', square(300), 2],
])('%s', (_, substitute, expected) => {
  const tables = { GSUB: gsub('lnum', byList(1, 2)) };
  const { font } = openFont(ttf(tinyTables({ glyphs: [square(), square(), substitute], tables })));
  expect(liningFigure(font, 1)).toBe(expected);
});

test('draws the plain digits if the substitutions are broken', async () => {
  const broken = gsub('lnum', byDelta(1, 1)).subarray(0, 30);
  const font = ttf(tinyTables({ glyphs: [square(), square()], tables: { GSUB: broken } }));
  expect((await digitsOf(font)).every((box) => box !== null)).toBe(true);
});
