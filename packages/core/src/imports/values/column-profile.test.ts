import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { ColumnProfile } from './column-profile.ts';
import type { DecimalMarks } from './decimal-evidence.ts';

type Cell = string | number | boolean | readonly unknown[] | null;

const marksOf = (decimal: 'point' | 'comma'): DecimalMarks => ({
  comma: decimal,
  point: decimal,
  isGiven: false,
});
const NOTHING: DecimalMarks = { comma: null, point: 'point', isGiven: false };
/** Another column has decimal commas. */
const COMMAS: DecimalMarks = { ...NOTHING, comma: 'comma', point: null };
/** Between the cells are semicolons. */
const SEMICOLONS: DecimalMarks = { ...NOTHING, point: null };

function profileOf(cells: readonly Cell[]): ColumnProfile {
  const profile = new ColumnProfile();
  for (const cell of cells) {
    if (typeof cell === 'number') profile.addNumber(String(cell));
    else if (typeof cell === 'boolean') profile.addBoolean(cell);
    else if (typeof cell === 'object' && cell !== null) profile.addOther(JSON.stringify(cell));
    else profile.add(cell);
  }
  return profile;
}

function find(cells: readonly Cell[], marks: DecimalMarks = NOTHING) {
  return profileOf(cells).find(marks);
}

function infer(...cells: Cell[]): string {
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
  ['.5', 'number'],
  ['-.25', 'number'],
  ['\u22123', 'number'],
  ['1\u202f234', 'number'],
  ['1\u00a0234,50', 'number'],
  ['1 234', 'string'],
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
  ['yes', 'string'],
  ['NO', 'string'],
  ['ON', 'string'],
  ['Off', 'string'],
  ['t', 'string'],
  ['ja', 'string'],
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
  ['3 Nov 2023', 'datetime'],
  ['03-NOV-2023', 'datetime'],
  ['Nov 3, 2023', 'datetime'],
  ['Sept. 3 2023', 'datetime'],
  ['November 3, 2023, 13:30', 'datetime'],
  ['November 3, 2023 1:30 PM', 'datetime'],
  ['3 Nov 2023 9:05', 'datetime'],
  ['3 Nov 2023 13:30 PM', 'string'],
  ['Fri, 03 Nov 2023 13:30:00 +0100', 'datetime'],
  ['3 Nov 23', 'string'],
  ['31 Nov 2023', 'string'],
  ['3 mars 2023', 'string'],
  ['MAR1', 'string'],
  ['May 2023', 'string'],
  ['12/31-2026', 'string'],
  ['https://example.com/a', 'url_link'],
  ['https://example.com/a.PNG?size=1', 'url_image'],
  ['https://pictures.example/i/CRLA3Rjkrzon', 'url_image'],
  ['https://example.com/i/about', 'url_link'],
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
  expect(find(['1,500', '2,250'], COMMAS)).toMatchObject({ type: 'number', decimal: 'comma' });
  expect(find(['1.500', '2'])).toMatchObject({ type: 'number', decimal: 'plain' });
  expect(find(['1.500', '2'], COMMAS)).toMatchObject({ type: 'string', decimal: 'undecided' });
  expect(find(['1.500', '1.234.567'], COMMAS)).toMatchObject({ type: 'number', decimal: 'comma' });
  expect(find(['1.500', '1,500'], COMMAS)).toMatchObject({ type: 'string', decimal: 'undecided' });
  expect(find(['1,5', '1.5'])).toMatchObject({ type: 'string' });
  expect(find(['1.234.567', '1,5'])).toMatchObject({ type: 'number', decimal: 'comma' });
  expect(find(['1.234.567'], COMMAS)).toMatchObject({ type: 'number', decimal: 'comma' });
});

test('finds commas between thousands from values that can only have those, or from the rest of the file', () => {
  expect(find(['1,000.50', '1,500', '99'])).toMatchObject({ type: 'number', decimal: 'point' });
  expect(find(['1,234,567', '1,500'])).toMatchObject({ type: 'number', decimal: 'point' });
  expect(find(['1,500', '1.5'])).toMatchObject({ type: 'number', decimal: 'point' });
  expect(find(['1,500', '2,250'], marksOf('point'))).toMatchObject({ type: 'number', decimal: 'point' });
  expect(find(['1,000.50', '1.000,50'])).toMatchObject({ type: 'string' });
  expect(find(['1,500', '1.500'])).toMatchObject({ type: 'string' });
  // A later `1,500` is not guessed.
  expect(find(['1', '2'])).toMatchObject({ type: 'number', decimal: 'plain' });
});

test('guesses neither a comma nor a point between semicolons', verifies('detect.decimal'), () => {
  expect(find(['52.520', '48.137'], SEMICOLONS)).toMatchObject({ type: 'string', decimal: 'undecided' });
  expect(find(['-1.250', '12.500', '3'], SEMICOLONS)).toMatchObject({ type: 'string' });
  expect(find(['1,500'], SEMICOLONS)).toMatchObject({ type: 'string', decimal: 'undecided' });
  expect(find(['52.520', '48.13'], SEMICOLONS)).toMatchObject({ type: 'number', decimal: 'point' });
  expect(find(['0.520', '0,137'], SEMICOLONS)).toMatchObject({ type: 'string' });
  // A later one is refused.
  expect(find(['1', '2'], SEMICOLONS)).toMatchObject({ type: 'number', decimal: 'open' });
});

test('what the caller says takes precedence over the values', verifies('detect.decimal'), () => {
  const given: DecimalMarks = { ...marksOf('comma'), isGiven: true };
  expect(find(['52.520'], given)).toMatchObject({ type: 'number', decimal: 'comma' });
  expect(find(['1.5'], given)).toMatchObject({ type: 'string' });
});

test('compares values to find out whether they differ', verifies('detect.distinct'), () => {
  const isDistinct = (...cells: Cell[]) => {
    const { type, decimal, dates } = find(cells);
    const form = {
      decimal: decimal === 'comma' ? 'comma' : 'plain',
      dates: dates === 'dmy' ? dates : null,
    } as const;
    return profileOf(cells).isDistinct(type, form);
  };
  expect(isDistinct('1', '2')).toBe(true);
  expect(isDistinct('1', '1.0')).toBe(false);
  expect(isDistinct('1000', '1,000.0')).toBe(false);
  expect(isDistinct('2024-01-01', '2024-01-01T00:00:00Z')).toBe(false);
  expect(isDistinct('31.12.2026', '2026-12-31')).toBe(false);
  expect(isDistinct('yes', 'no', 'Yes')).toBe(false);
  expect(isDistinct('a', 'A', ' a')).toBe(true);
  expect(isDistinct('a', '')).toBe(false);
  expect(isDistinct('a', ' ')).toBe(false);
  expect(isDistinct(1, '1.0')).toBe(false);
});

test('fractions that differ as text only are text: versions', verifies('detect.distinct'), () => {
  expect(infer('1.9', '1.10', '1.1')).toBe('string');
  expect(infer('1,10', '1,1', '2,5')).toBe('string');
  expect(infer('5', '5.0')).toBe('number');
  expect(infer('1.9', '1.10', '1.2')).toBe('string');
  expect(infer('1.99', '1.100')).toBe('string');
  expect(infer('1.8', '1.10', '1.2')).toBe('number');
  expect(infer('$1.9', '$1.10')).toBe('number');
});

test('blank cells have no influence on the type', verifies('import.values'), () => {
  for (const cells of [
    ['29.85', ' '],
    ['2024-01-01', '\t'],
    ['https://a.example', '\u00a0'],
    ['yes', 'no', '  '],
  ]) {
    expect(infer(...cells)).toBe(infer(...cells.filter((cell) => cell.trim() !== '')));
  }
  expect(infer(' ', '  ')).toBe('string');
});

test('finds the order of day and month only where a value decides it', () => {
  expect(find(['01/02/2026', '13/02/2026'])).toMatchObject({ type: 'datetime', dates: 'dmy' });
  expect(find(['01/02/2026', '02/13/2026'])).toMatchObject({ type: 'datetime', dates: 'mdy' });
  expect(find(['01/02/2026', '2026-01-03'])).toMatchObject({ type: 'datetime', dates: 'undecided' });
  expect(find(['13/02/2026', '02/13/2026'])).toMatchObject({ type: 'string' });
  expect(find(['2026-01-03'])).toMatchObject({ type: 'datetime', dates: null });
});

test('a date decides nothing about dates with another separator', verifies('detect.dates'), () => {
  expect(find(['03.04.2026', '04/13/2026'])).toMatchObject({ type: 'datetime', dates: 'undecided' });
  expect(find(['25.04.2026', '03/04/2026'])).toMatchObject({ type: 'datetime', dates: 'undecided' });
  expect(find(['25.04.2026', '25/04/2026', '03.04.2026'])).toMatchObject({ type: 'datetime', dates: 'dmy' });
  // The order that the caller says has to fit all of them.
  const profile = profileOf(['25.04.2026', '03/04/2026']);
  expect(profile.find(NOTHING, 'dmy')).toMatchObject({ type: 'datetime', dates: 'dmy' });
  expect(profile.find(NOTHING, 'mdy')).toMatchObject({ type: 'string' });
});

test('text decides nothing about numbers of other columns', verifies('detect.decimal'), () => {
  expect(profileOf(['1.9', '1.10']).decides).toBeNull();
  expect(profileOf(['1,1', '1,10']).decides).toBeNull();
  expect(profileOf(['12.5 %', '0.5']).decides).toBeNull();
  expect(profileOf(['12.5 %', '0.5 %']).decides).toBe('point');
});

test('finds mixed offsets and other calendars in every form of dates', verifies('detect.dates'), () => {
  for (const dates of [
    ['2026-04-03T10:00', '2026-12-25T10:00Z'],
    ['2026/4/3 10:00', '2026/12/25 10:00+02'],
    ['03.04.2026 10:00', '25.12.2026 10:00 +0200'],
  ])
    expect(profileOf(dates).hasMixedOffsets).toBe(true);
  expect(profileOf(['2026-04-03', '25.12.2026 10:00Z']).hasMixedOffsets).toBe(false);
  expect(profileOf(['03/04/2567', '25/12/2566']).otherYear).toBe(2567);
  expect(profileOf(['1403/01/15', '1402-12-29']).otherYear).toBe(1403);
  expect(profileOf(['15/09/1445']).otherYear).toBe(1445);
  expect(profileOf(['0026-04-03', '0098-01-02']).otherYear).toBe(26);
  expect(profileOf(['03/04/0113', '25/12/0112']).otherYear).toBe(113);
  for (const dates of [['2026-01-02', '2567-01-02'], ['9999-12-31'], ['1492-10-12', '1889-03-31'], ['x']])
    expect(profileOf(dates).otherYear).toBeNull();
});

test('a list of URLs is no URL', verifies('import.values'), () => {
  for (const mark of [', ', ',', ';', ' ', '|'])
    expect(infer('https://a.example/b.png', `https://a.example/b.png${mark}https://a.example/c.png`)).toBe(
      'string',
    );
  expect(infer('https://archive.example/https://a.example/b,c')).toBe('url_link');
});

test('amounts with three decimals are not guessed', verifies('detect.decimal'), () => {
  expect(find(['1.234 €', '5.678 €'])).toMatchObject({ type: 'string', decimal: 'undecided' });
  expect(find(['1.234 €', '5.67 €'])).toMatchObject({ type: 'number', decimal: 'point' });
  expect(find(['1.234 %', '5.678 %'])).toMatchObject({ type: 'number' });
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
  expect(infer(1, '2')).toBe('number');
  expect(infer(1, 'x')).toBe('string');
  expect(infer(1, true)).toBe('string');
  expect(infer(true, 'false')).toBe('boolean');
  expect(infer(true, 'no')).toBe('string');
  expect(infer([], [1])).toBe('string');
});

test('is more confident with more values, and less for text that is nearly another type', () => {
  expect(find(['1']).confidence).toBeLessThan(find(['1', '2', '3']).confidence);
  const nearly = find([...Array.from({ length: 99 }, (_, i) => String(i)), 'n/a']);
  expect(nearly.type).toBe('string');
  expect(nearly.confidence).toBeLessThan(0.05);
  expect(find(['x', 'y']).confidence).toBeGreaterThan(0.7);
  expect(find([null]).confidence).toBe(0);
});
