import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { findLabelLocale, LABEL_LOCALES, LABEL_PRESETS, presetLabels, TIMER_UNITS } from './label-presets.ts';

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

test.each([
  ['pt-BR', 'pt'],
  ['pt_PT', 'pt'],
  ['de-AT', 'de'],
  ['DE', 'de'],
  ['en-US', 'en'],
  ['EN_gb', 'en'],
  ['es-419', 'es'],
  ['fr-Latn-CA-x-private', 'fr'],
  ['no', 'nb'],
  ['nn-NO', 'nb'],
  ['nb-NO', 'nb'],
  ['zh', 'zh-Hans'],
  ['zh-CN', 'zh-Hans'],
  ['zh-SG', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-hant', 'zh-Hant'],
  ['zh-Hans-HK', 'zh-Hans'],
  ['sr', 'sr'],
  ['sr-RS', 'sr'],
  ['sr-Latn-RS', 'hr'],
  ['sh', 'hr'],
  ['bs-BA', 'hr'],
  ['iw', 'he'],
  ['he-IL', 'he'],
  ['mo', 'ro'],
  ['ja-JP', 'ja'],
  ['de-DE-u-co-phonebk', 'de'],
])('the tag %s selects the labels of %s', verifies('timers.design.language-tags'), (tag, locale) => {
  expect(findLabelLocale(tag)).toBe(locale);
});

test.each([
  '',
  ' ',
  'xx',
  'sw',
  'de-',
  '-de',
  'de--AT',
  'english',
  'de-Cyrl',
  'x-de',
  'constructor',
  'd',
  '1',
  'de AT',
])('the tag %j selects none', verifies('timers.design.language-tags'), (tag) => {
  expect(findLabelLocale(tag)).toBeNull();
});

test('every language with labels selects itself', () => {
  expect(LABEL_LOCALES.map(findLabelLocale)).toEqual(LABEL_LOCALES);
});
