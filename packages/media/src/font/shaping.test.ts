import { expect, test } from 'vitest';
import { flipped } from '../../../../test/hostile-bytes/damage.ts';
import { seeded } from '../../../../test/seeded.ts';
import { fallbackFiles } from './fallback-fonts.ts';
import { readFontFile } from './files/font-tables.ts';
import { SHAPING_TABLES, writeSfnt } from './files/sfnt.ts';
import { fontTasks } from './font-tasks.ts';

async function outlines(family: 'noto-sans-arabic' | 'noto-sans-thai' | 'noto-sans-jp', pieces: string[]) {
  const set = await fallbackFiles({ family, weight: 400 }, pieces);
  return (await fontTasks.outlines({ ...set, pieces })).glyphs;
}

test('joins the letters of a word, from right to left', async () => {
  const [word, ...letters] = await outlines('noto-sans-arabic', ['باب', 'ب', 'ا', 'ب']);
  const apart = letters.reduce((total, letter) => total + (letter?.advance ?? 0), 0);
  expect(word?.advance).toBeLessThan(apart * 0.8);
  const [reversed] = await outlines('noto-sans-arabic', ['ابب']);
  expect(reversed?.path).not.toBe(word?.path);
});

test('places marks above and below their letter', async () => {
  const [plain, marked] = await outlines('noto-sans-thai', ['ชวโมง', 'ชั่วโมง']);
  expect(marked?.advance).toBe(plain?.advance);
  expect(marked?.box?.top).toBeLessThan((plain?.box?.top ?? 0) - 100);
});

test('has no glyph for a word with a letter that the font lacks', async () => {
  expect(await outlines('noto-sans-thai', ['วันX', 'วัน'])).toMatchObject([null, { piece: 'วัน' }]);
});

test('draws the weight of a variable font', async () => {
  const drawn = async (weight: 400 | 700) => {
    const set = await fallbackFiles({ family: 'noto-sans-jp', weight }, ['一']);
    const [glyph] = (await fontTasks.outlines({ ...set, pieces: ['一'] })).glyphs;
    return (glyph?.box?.bottom ?? 0) - (glyph?.box?.top ?? 0);
  };
  const [regular, bold] = [await drawn(400), await drawn(700)];
  expect(regular).toBeGreaterThan(40);
  expect(bold).toBeGreaterThan(regular * 1.3);
});

test('damaged tables end in glyphs or in none, within the time limit', async () => {
  const { files } = await fallbackFiles({ family: 'noto-sans-arabic', weight: 400 }, []);
  const { tables } = readFontFile(Buffer.from(files[0] ?? []));
  const random = seeded(7);
  for (let round = 0; round < 60; round++) {
    const damaged = new Map(tables);
    for (const tag of ['GSUB', 'GPOS', 'GDEF', 'cmap', 'hmtx']) {
      damaged.set(tag, flipped(tables.get(tag) ?? Buffer.alloc(0), random));
    }
    const began = performance.now();
    const { glyphs } = await fontTasks.outlines({
      files: [writeSfnt(damaged, SHAPING_TABLES)],
      pieces: ['أيام', 'ثوانٍ'],
    });
    expect(glyphs).toHaveLength(2);
    expect(performance.now() - began).toBeLessThan(20_000);
  }
  const [sound] = await outlines('noto-sans-arabic', ['أيام']);
  expect(sound?.advance).toBeGreaterThan(1_000);
});
