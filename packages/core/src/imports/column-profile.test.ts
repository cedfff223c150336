import { expect, test } from 'vitest';
import { ColumnProfile } from './column-profile.ts';

function find(cells: readonly unknown[], comma: boolean | null = null) {
  const profile = new ColumnProfile(true);
  for (const cell of cells) profile.add(cell);
  return profile.find(comma);
}

function infer(...cells: unknown[]): string {
  return find(cells).type;
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
  ['1,000.50', 'number'],
  ['-12,345,678', 'number'],
  ['0,123,456', 'string'],
  ['1,0000.5', 'string'],
  ['12,34,567', 'string'],
  [' 1', 'number'],
  ['1.234,5', 'number'],
  ['1,5', 'number'],
  ['1.234.567', 'string'],
  ['NaN', 'string'],
  ['Infinity', 'string'],
  ['true', 'boolean'],
  ['FALSE', 'boolean'],
  ['yes', 'boolean'],
  ['Off', 'boolean'],
  ['N', 'string'],
  ['1', 'number'],
  ['2026-01-02', 'datetime'],
  ['2026-01-02T03:04:05.678+01:00', 'datetime'],
  ['2026-02-30', 'string'],
  ['2026-01-02 03:04:05', 'datetime'],
  ['2026/1/2 3:04', 'datetime'],
  ['2026-1-2 3:04:05+02', 'datetime'],
  ['2026-01-02 03:04:05 UTC', 'datetime'],
  ['2026-01-02 24:00', 'string'],
  ['01/02/2026', 'datetime'],
  ['31.12.2026', 'datetime'],
  ['12/31/2026 1:30 pm', 'datetime'],
  ['31/31/2026', 'string'],
  ['12/31-2026', 'string'],
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

test('finds the decimal comma from values that can only be decimal, or from the rest of the file', () => {
  expect(find(['1,5', '2'])).toMatchObject({ type: 'number', decimal: 'comma' });
  expect(find(['1.234,50', '99,00'])).toMatchObject({ type: 'number', decimal: 'comma' });
  // Thousands or thousandths.
  expect(find(['1,500', '2,250'])).toMatchObject({ type: 'string' });
  expect(find(['1,500', '2,250'], true)).toMatchObject({ type: 'number', decimal: 'comma' });
  expect(find(['1.500', '2'])).toMatchObject({ type: 'number', decimal: 'plain' });
  expect(find(['1.500', '2'], true)).toMatchObject({ type: 'number', decimal: 'comma' });
  expect(find(['1,5', '1.5'])).toMatchObject({ type: 'string' });
  expect(find(['1.234.567', '1,5'])).toMatchObject({ type: 'number', decimal: 'comma' });
  expect(find(['1.234.567'], true)).toMatchObject({ type: 'number', decimal: 'comma' });
});

test('finds commas between thousands from values that can only have those, or from the rest of the file', () => {
  expect(find(['1,000.50', '1,500', '99'])).toMatchObject({ type: 'number', decimal: 'point' });
  expect(find(['1,234,567', '1,500'])).toMatchObject({ type: 'number', decimal: 'point' });
  expect(find(['1,500', '1.5'])).toMatchObject({ type: 'number', decimal: 'point' });
  expect(find(['1,500', '2,250'], false)).toMatchObject({ type: 'number', decimal: 'point' });
  expect(find(['1,000.50', '1.000,50'])).toMatchObject({ type: 'string' });
  expect(find(['1,500', '1.500'])).toMatchObject({ type: 'string' });
  // A later `1,500` is not guessed.
  expect(find(['1', '2'])).toMatchObject({ type: 'number', decimal: 'plain' });
});

test('finds the order of day and month only where a value decides it', () => {
  expect(find(['01/02/2026', '13/02/2026'])).toMatchObject({ type: 'datetime', dates: 'dmy' });
  expect(find(['01/02/2026', '02/13/2026'])).toMatchObject({ type: 'datetime', dates: 'mdy' });
  expect(find(['01/02/2026', '2026-01-03'])).toMatchObject({ type: 'datetime', dates: 'undecided' });
  expect(find(['13/02/2026', '02/13/2026'])).toMatchObject({ type: 'string' });
  expect(find(['2026-01-03'])).toMatchObject({ type: 'datetime', dates: null });
});

test('is boolean only for one pair of words, and for single letters only if both occur', () => {
  expect(infer('yes', 'NO', 'Yes')).toBe('boolean');
  expect(infer('y', 'n')).toBe('boolean');
  expect(infer('y', 'y')).toBe('string');
  expect(infer('yes', 'false')).toBe('string');
  expect(infer('on', 'off', 'n/a')).toBe('string');
});

test('takes the types of JSON values', () => {
  expect(infer(1, 2.5)).toBe('number');
  expect(infer(true, null)).toBe('boolean');
  expect(infer(1, '2')).toBe('string');
  expect(infer({}, [])).toBe('string');
});

test('is more confident with more values, and less for text that is nearly another type', () => {
  expect(find(['1']).confidence).toBeLessThan(find(['1', '2', '3']).confidence);
  const nearly = find([...Array.from({ length: 99 }, (_, i) => String(i)), 'n/a']);
  expect(nearly.type).toBe('string');
  expect(nearly.confidence).toBeLessThan(0.05);
  expect(find(['x', 'y']).confidence).toBeGreaterThan(0.7);
  expect(find([null]).confidence).toBe(0);
});
