import { LABEL_LOCALES, presetLabels, TIMER_UNITS } from '@vitrine/core';
import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { GlyphStore } from './glyph-store.ts';
import { piecesOf } from './pieces.ts';
import { drawnScene, SAMPLE_DESIGN, sampleScene, testSources } from './sample-scenes.ts';
import { labelText } from './timer-text.ts';

const CALLER = { account: null };

test('draws every letter of every preset label in any font', verifies('timer-picture.locales'), async () => {
  const store = new GlyphStore(testSources);
  for (const locale of LABEL_LOCALES) {
    const design = { ...SAMPLE_DESIGN, labels: { ...SAMPLE_DESIGN.labels, locale } };
    for (const builtin of [2, 15]) {
      const { missing } = await labelText(store, sampleScene(design, { font: { builtin } }), CALLER);
      expect(missing, locale).toEqual([]);
    }
    const { units } = (await drawnScene(design)).layout(500_000);
    units.forEach(({ unit, label }) => {
      expect(label?.line.glyphs, `${locale} ${unit}`).toHaveLength(
        piecesOf(presetLabels(locale)[unit]).length,
      );
    });
    expect(units.map(({ unit }) => unit)).toEqual(TIMER_UNITS);
  }
});
