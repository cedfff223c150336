import { expect, test } from 'vitest';
import { LABEL_LOCALES, LABEL_PRESETS, presetLabels, TIMER_UNITS } from './label-presets.ts';

test('LABEL_PRESETS has a label for every unit in at least twelve languages', () => {
  expect(LABEL_LOCALES.length).toBeGreaterThanOrEqual(12);
  for (const locale of LABEL_LOCALES) {
    for (const unit of TIMER_UNITS) expect(LABEL_PRESETS[locale][unit]).toMatch(/^[\p{L}\p{M}]{1,14}$/u);
  }
});

test('presetLabels returns the English labels for any unknown name, such as that of an inherited property', () => {
  expect(presetLabels('de').days).toBe('TAGE');
  expect(presetLabels('xx')).toBe(LABEL_PRESETS.en);
  expect(presetLabels('constructor')).toBe(LABEL_PRESETS.en);
});

test('labels of scripts without capitals are the words of CLDR for some number', () => {
  const numbers = [1, 2, 3, 5, 11, 100];
  for (const locale of ['ar', 'he', 'hi', 'ja', 'ko', 'th', 'zh-Hans', 'zh-Hant'] as const) {
    for (const unit of TIMER_UNITS) {
      const format = new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: unit.slice(0, -1),
        unitDisplay: 'long',
      });
      const words = numbers.map((number) => format.format(number));
      const label = LABEL_PRESETS[locale][unit];
      expect({ locale, unit, found: words.some((word) => word.includes(label)) }).toEqual({
        locale,
        unit,
        found: true,
      });
    }
  }
});

test('LABEL_LOCALES is in alphabetical order', () => {
  expect(LABEL_LOCALES).toEqual([...LABEL_LOCALES].sort());
});
