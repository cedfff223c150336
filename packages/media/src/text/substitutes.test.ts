import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { SAMPLE_DESIGN, sampleScene, testSources } from '../timer/drawing/sample-scenes.ts';
import { namedTexts, readSceneText } from '../timer/layout/timer-text.ts';
import { GlyphStore } from './glyph-store.ts';
import { substitutesOf } from './substitutes.ts';
import { textWarnings } from './text-warnings.ts';

const store = new GlyphStore(testSources);

async function headlineOf(text: string) {
  const design = { ...SAMPLE_DESIGN, headline: { ...SAMPLE_DESIGN.headline, text } };
  const read = await readSceneText(store, sampleScene(design), { account: null });
  return { ...read.headline, warnings: textWarnings(namedTexts(read)) };
}

test(
  'a hyphen or a space that the font lacks is drawn as another one of the font',
  verifies('timer-picture.substitutes'),
  async () => {
    const text = 'Last\u2011minute\u2010offer\u00a0now\u202f!\u2003\u2009.';
    const { glyphs, warnings } = await headlineOf(text);
    expect(warnings).toEqual([]);
    expect(glyphs.get('\u2011')?.advance).toBeGreaterThan(0.2);
    expect(glyphs.get('\u2011')).toEqual(glyphs.get('\u2010'));
    expect(glyphs.get('\u2003')?.advance).toBe(1);
  },
);

test.each([
  '→ ← ↑ ↓ ⇒ ✓ ✔ ✗ ★ ☆ ● ○ ■ ▶ ◀ ❤ ♥ ☎ ✉ ☀ ✂ ① ② ⓐ ™ ‼',
  '🎉 🎁 🔥 ⭐ 🛒 👍 😀 ❗ ❓ ⏰ ⌛ ⚡ ❤️ ☀️ ⬆️',
  '👍🏽 👨‍👩‍👧 🏳️‍🌈 ❤️‍🔥 🇩🇪 🇧🇷 1️⃣ #️⃣',
  'ঘণ্টা மணி నిమిషాలు საათი ժամեր ម៉ោង နာရီ පැය ሰዓታት કલાક ਘੰਟੇ ಗಂಟೆ മണിക്കൂർ ຊົ່ວໂມງ',
])(
  'draws every letter of %s',
  verifies('timer-picture.substitutes', 'timer-picture.scripts'),
  async (text) => {
    const { missing, replaced } = await headlineOf(text);
    expect({ missing, replaced }).toEqual({ missing: [], replaced: [] });
  },
);

test('a flag, a family, a keycap and an emoji with a skin tone are one glyph', async () => {
  for (const emoji of ['🇩🇪', '👨‍👩‍👧', '1️⃣', '👍🏽']) {
    const { glyphs } = await headlineOf(emoji);
    const widths = [...glyphs].filter(([piece]) => piece !== 'H').map(([, { advance }]) => advance);
    expect({ emoji, widths }).toEqual({ emoji, widths: [expect.closeTo(1.25, 0)] });
  }
});

test('names what is drawn for a letter that no font has', verifies('timer-picture.substitutes'), async () => {
  expect((await headlineOf('㎏ ᚠ')).warnings).toEqual([
    'No font here has "㎏": "kg" is drawn in the headline.',
    'No font here has "ᚠ": omitted from the headline.',
  ]);
});

test('the substitutes of a letter are its compatible letters, then the letter without marks', () => {
  expect(substitutesOf('①')).toEqual(['1']);
  expect(substitutesOf('1⃣')).toEqual(['1']);
  expect(substitutesOf('👍🏽')).toEqual(['👍']);
  expect(substitutesOf('👮🏽‍♂')).toEqual(['👮‍♂', '👮']);
  expect(substitutesOf('a')).toEqual([]);
});
