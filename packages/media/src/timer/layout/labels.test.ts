import { LABEL_LOCALES, TIMER_UNITS } from '@vitrine/core/server';
import { expect, test } from 'vitest';
import { firstByDay } from '../../../../../test/nightly.ts';
import { verifies } from '../../../../../test/requirements.ts';
import { fallbackFiles } from '../../font/fallback-fonts.ts';
import { GlyphStore } from '../../text/glyph-store.ts';
import { drawnScene, SAMPLE_DESIGN, sampleScene, testSources } from '../drawing/sample-scenes.ts';
import { readSceneText } from './timer-text.ts';

const CALLER = { account: null };

test('draws every letter of every preset label in any font', verifies('timer-picture.locales'), async () => {
  const store = new GlyphStore(testSources);
  for (const locale of LABEL_LOCALES) {
    const design = { ...SAMPLE_DESIGN, labels: { ...SAMPLE_DESIGN.labels, locale } };
    const texts = await Promise.all(
      firstByDay([15, 2]).map((builtin) =>
        readSceneText(store, sampleScene(design, { font: { builtin } }), CALLER),
      ),
    );
    for (const { labels } of texts) expect(labels.missing, locale).toEqual([]);
    const { units } = (await drawnScene(design)).layout(500_000);
    units.forEach(({ unit, label }) => {
      expect(label?.line.glyphs, `${locale} ${unit}`).toHaveLength(texts[0]?.texts.labels[unit].length ?? 0);
    });
    expect(units.map(({ unit }) => unit)).toEqual(TIMER_UNITS);
  }
});

test('draws Han letters in the form of the locale', async () => {
  const outlineIn = async (locale: 'ja' | 'zh-Hans') => {
    const design = { ...SAMPLE_DESIGN, labels: { ...SAMPLE_DESIGN.labels, locale } };
    const units = { ...design.units, days: { ...design.units.days, label: '骨' } };
    const { labels } = await readSceneText(
      new GlyphStore(testSources),
      sampleScene({ ...design, units }),
      CALLER,
    );
    return labels.glyphs.get('骨')?.outline.points;
  };
  expect(await outlineIn('ja')).not.toEqual(await outlineIn('zh-Hans'));
});

test('joins the letters of an uploaded font', verifies('timer-picture.scripts'), async () => {
  const { files } = await fallbackFiles({ family: 'noto-sans-arabic', weight: 700 }, []);
  const design = { ...SAMPLE_DESIGN, labels: { ...SAMPLE_DESIGN.labels, locale: 'ar' as const } };
  const scene = sampleScene(design, { fontFile: files[0] as Uint8Array });
  const { labels } = await readSceneText(new GlyphStore(testSources), scene, CALLER);
  expect(labels).toMatchObject({ missing: [], borrowed: [] });
  expect([...labels.glyphs.keys()]).toEqual(expect.arrayContaining(['أيام', 'ساعات', 'دقائق', 'ثوان']));
});

test('names the letters that no font has', async () => {
  const units = { ...SAMPLE_DESIGN.units, days: { ...SAMPLE_DESIGN.units.days, label: 'ᚠ日' } };
  const scene = sampleScene({ ...SAMPLE_DESIGN, units });
  const { labels } = await readSceneText(new GlyphStore(testSources), scene, CALLER);
  expect(labels).toMatchObject({ missing: ['ᚠ'], borrowed: ['日'], absentPackages: [] });
});
