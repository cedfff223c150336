import { expect, test } from 'vitest';
import { previewValue, whyUnread } from './preview-value.ts';

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
  ['ftp://shop.example/a', 'url_link', point, null],
  ['12345678901234567', 'number', point, null],
  ['$1,299.50', 'number', { ...point, unit: '$' }, '1299.5'],
] as const)('shows %j as %s', (text, type, form, shown) => {
  expect(previewValue(text, type, form)).toBe(shown);
});

test('says that something is to be chosen only of a text that is read then', () => {
  const open = { decimal: 'open', dates: null } as const;
  const undecided = { decimal: 'undecided', dates: 'undecided' } as const;
  const refused = 'Does not fit the type, so the record will be refused.';
  expect(whyUnread('3/4/2026', 'datetime', open, undecided)).toMatch(/^Choose above whether the day/);
  expect(whyUnread('someday', 'datetime', open, undecided)).toBe(refused);
  expect(whyUnread('1.500', 'number', open, undecided)).toMatch(/^Choose above how numbers/);
  expect(whyUnread('??', 'number', open, undecided)).toBe(refused);
});
