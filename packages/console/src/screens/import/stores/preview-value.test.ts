import { expect, test } from 'vitest';
import { previewValue } from './preview-value.ts';

const comma = { decimal: 'comma', dates: 'dmy' } as const;
const point = { decimal: 'point', dates: 'mdy' } as const;

test.each([
  ['1.234,50', 'number', comma, '1234.5'],
  ['1,5', 'number', point, '1.5'],
  ['1.500', 'number', { decimal: 'open', dates: null }, null],
  ['WAHR', 'boolean', point, 'yes'],
  ['1,234.50', 'number', point, '1234.5'],
  ['-2', 'number', point, '-2'],
  ['Yes', 'boolean', point, 'yes'],
  ['N', 'boolean', point, 'no'],
  ['maybe', 'boolean', point, null],
  ['31.12.2026', 'datetime', comma, '2026-12-31'],
  ['31.12.2026', 'datetime', point, null],
  ['2/1/2026 10:30', 'datetime', point, '2026-02-01 10:30'],
  ['2026-02-30', 'datetime', point, null],
  [' text ', 'string', point, ' text '],
  ['https://shop.example/a.png', 'url_image', point, 'https://shop.example/a.png'],
  ['a.png', 'url_link', point, null],
] as const)('shows %j as %s', (text, type, form, shown) => {
  expect(previewValue(text, type, form)).toBe(shown);
});
