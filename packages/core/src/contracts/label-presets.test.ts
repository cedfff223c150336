import { expect, test } from 'vitest';
import { LABEL_LOCALES, LABEL_PRESETS, presetLabels, TIMER_UNITS } from './label-presets.ts';

test('LABEL_PRESETS has a label for every unit in at least twelve languages', () => {
  expect(LABEL_LOCALES.length).toBeGreaterThanOrEqual(12);
  for (const locale of LABEL_LOCALES) {
    for (const unit of TIMER_UNITS) expect(LABEL_PRESETS[locale][unit]).toMatch(/^[\p{L}\p{M}]{2,14}$/u);
  }
});

test('presetLabels returns the English labels for any unknown name, such as that of an inherited property', () => {
  expect(presetLabels('de').days).toBe('TAGE');
  expect(presetLabels('xx')).toBe(LABEL_PRESETS.en);
  expect(presetLabels('constructor')).toBe(LABEL_PRESETS.en);
});
