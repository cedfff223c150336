import { expect, test } from 'vitest';
import { LABEL_LOCALES, LABEL_PRESETS, presetLabels, TIMER_UNITS } from './label-presets.ts';

test('at least twelve languages have a label for every unit', () => {
  expect(LABEL_LOCALES.length).toBeGreaterThanOrEqual(12);
  for (const locale of LABEL_LOCALES) {
    for (const unit of TIMER_UNITS) expect(LABEL_PRESETS[locale][unit]).toMatch(/^[\p{L}\p{M}]{2,14}$/u);
  }
});

test('a language without a preset, also one that is named like a member of every object, has the English labels', () => {
  expect(presetLabels('de').days).toBe('TAGE');
  expect(presetLabels('xx')).toBe(LABEL_PRESETS.en);
  expect(presetLabels('constructor')).toBe(LABEL_PRESETS.en);
});
