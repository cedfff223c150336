import { expect, test } from 'vitest';
import { TypeInference } from './infer-types.ts';

function infer(...cells: (string | null)[]): string {
  const inference = new TypeInference();
  for (const cell of cells) inference.add(cell);
  return inference.type;
}

test.each([
  ['1', 'number'],
  ['-12.5', 'number'],
  ['0.0', 'number'],
  ['-0.50', 'number'],
  ['-0', 'number'],
  ['100', 'number'],
  ['1e-7', 'number'],
  ['9007199254740991', 'number'],
  ['9007199254740992', 'string'],
  ['9007199254740993', 'string'],
  ['0.1000000000000000055', 'string'],
  ['007', 'string'],
  ['+1', 'string'],
  ['.5', 'string'],
  ['5.', 'string'],
  ['1e5', 'string'],
  ['2E10', 'string'],
  ['0x10', 'string'],
  ['1,000', 'string'],
  [' 1', 'string'],
  ['NaN', 'string'],
  ['Infinity', 'string'],
  ['true', 'boolean'],
  ['FALSE', 'boolean'],
  ['yes', 'string'],
  ['2026-01-02', 'datetime'],
  ['2026-01-02T03:04:05.678+01:00', 'datetime'],
  ['2026-02-30', 'string'],
  ['2026-01-02 03:04:05', 'string'],
  ['01/02/2026', 'string'],
  ['https://example.com/a', 'url_link'],
  ['https://example.com/a.PNG?size=1', 'url_image'],
  ['ftp://example.com/a.png', 'string'],
  ['https://', 'string'],
])('infers from %j the type %s', (cell, type) => {
  expect(infer(cell)).toBe(type);
});

test('uses every value of a column', () => {
  expect(infer('1', '2', '3', 'x')).toBe('string');
  expect(infer('1', '02134')).toBe('string');
  expect(infer('true', '1')).toBe('string');
  expect(infer('https://example.com/a.png', 'https://example.com/b')).toBe('url_link');
});

test('ignores empty cells; a column without values is a string', () => {
  expect(infer(null, '5', '', null)).toBe('number');
  expect(infer(null, '')).toBe('string');
  expect(infer()).toBe('string');
});
