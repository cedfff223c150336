import { expect, test } from 'vitest';
import { sharedMedia } from '../../../../test/shared-media.ts';
import { builtinFiles, builtinFonts } from './builtin-fonts.ts';
import { factsOf } from './font-facts.ts';
import { openFont } from './open-font.ts';

const media = sharedMedia();

test('the list matches the files', async () => {
  for (const { id, facts } of builtinFonts) {
    const files = await builtinFiles(id);
    const opened = files.map((bytes) => factsOf(openFont(Buffer.from(bytes)), bytes.length));
    expect(
      opened.reduce((total, { glyphCount }) => total + glyphCount, 0),
      facts.fullName,
    ).toBe(facts.glyphCount);
    expect(
      opened.reduce((total, { bytes }) => total + bytes, 0),
      facts.fullName,
    ).toBe(facts.bytes);
    const { style, weight, italic, format, variable, hasDigits } = facts;
    expect(opened[0]).toMatchObject({ style, weight, italic, format, variable, hasDigits });
    expect(facts.family).toBe(opened[0]?.family.replace(' Thin', ''));
  }
});

test('ids are unique, from 1 to 999, and ascending', () => {
  const ids = builtinFonts.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(ids.every((id) => id >= 1 && id <= 999)).toBe(true);
});

test('a sample is a WebP, and is cached', async () => {
  const sample = await media.builtinSample(2);
  expect(Buffer.from(sample).toString('latin1', 8, 12)).toBe('WEBP');
  expect(await media.builtinSample(2)).toBe(sample);
});
