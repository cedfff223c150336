import { expect, test } from 'vitest';
import { textWarnings } from './text-warnings.ts';

const COVERED = { glyphs: new Map(), borrowed: [], replaced: [], missing: [], absentPackages: [] };

test('names the packages to install for letters that no font has', () => {
  const labels = { ...COVERED, missing: ['日', ' '], absentPackages: ['@fontsource-variable/noto-sans-jp'] };
  expect(
    textWarnings([
      ['digits', COVERED],
      ['labels', labels],
      ['headline', labels],
    ]),
  ).toEqual([
    'No font here has "日": omitted from the labels.',
    'No font here has "日": omitted from the headline.',
    'More letters are in packages that this server lacks: @fontsource-variable/noto-sans-jp.',
  ]);
});

test('does not warn of a text that one font covers', () => {
  expect(
    textWarnings([
      ['digits', COVERED],
      ['labels', COVERED],
      ['headline', COVERED],
    ]),
  ).toEqual([]);
});
