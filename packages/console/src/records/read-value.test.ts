import { expect, test } from 'vitest';
import { formOfLanguage, plainText, readNumber, readValue } from './read-value.ts';
import { showValue } from './value-types.ts';

const english = formOfLanguage('en-US');
const NOON = new Date(2026, 2, 4, 12).getTime();

test.each([
  '2026-01-02T09:00:00.000Z',
  '2026-01-02T09:00:05.000Z',
  '2026-01-02T09:00:00.250Z',
  '2026-01-02T00:00:00.000Z',
])('the time %s is read from what is shown of it', (value) => {
  expect(readValue(showValue(value, 'datetime'), 'datetime', english)).toBe(value);
});

test.each([
  ['12.5', 'number', 12.5],
  [' 7 ', 'number', 7],
  ['1,299.50', 'number', 1299.5],
  ['$1,000.00', 'number', 1000],
  ['-€5', 'number', -5],
  ['5.50 €', 'number', 5.5],
  ['12%', 'number', 12],
  ['12 EUR', 'number', 12],
  ["CHF 1'299.50", 'number', 1299.5],
  ['2,50', 'number', 2.5],
  ['1,500', 'number', 1500],
  ['1 234 567,5', 'number', 1234567.5],
  ["1'299.50", 'number', 1299.5],
  ['12 34', 'number', '12 34'],
  ['007', 'number', 7],
  ['1e400', 'number', '1e400'],
  ['-1e400', 'number', '-1e400'],
  ['0x10', 'number', '0x10'],
  ['cheap', 'number', 'cheap'],
  ['', 'number', null],
  ['yes', 'boolean', true],
  ['False', 'boolean', false],
  ['maybe', 'boolean', 'maybe'],
  [' kept ', 'string', ' kept '],
  ['1,299.50', 'string', '1,299.50'],
  ['', 'string', null],
  [' 2026-03-04 05:06 ', 'datetime', '2026-03-04T05:06:00.000Z'],
  ['2026-03-04T05:06:07+01:00', 'datetime', '2026-03-04T04:06:07.000Z'],
  ['2026-3-4', 'datetime', '2026-03-04T00:00:00.000Z'],
  ['3/4/2026', 'datetime', '2026-03-04T00:00:00.000Z'],
  ['31.12.2026', 'datetime', '2026-12-31T00:00:00.000Z'],
  ['31.02.2026', 'datetime', '31.02.2026'],
  ['3/4/2026 1:30 PM', 'datetime', '2026-03-04T13:30:00.000Z'],
  ['4 Mar 2026', 'datetime', '2026-03-04T00:00:00.000Z'],
  ['March 4th, 2026', 'datetime', '2026-03-04T00:00:00.000Z'],
  ['4-Mar-2026', 'datetime', '2026-03-04T00:00:00.000Z'],
  ['Mar 4 2026 9:05', 'datetime', '2026-03-04T09:05:00.000Z'],
  ['March 4, 2026 1:30 PM', 'datetime', '2026-03-04T13:30:00.000Z'],
  ['4. Mar. 2026 10:00 +01:00', 'datetime', '2026-03-04T09:00:00.000Z'],
  ['31 Feb 2026', 'datetime', '31 Feb 2026'],
  ['Feb 29 2027', 'datetime', 'Feb 29 2027'],
  ['4 Mar 2026 10:00 EST', 'datetime', '4 Mar 2026 10:00 EST'],
  ['4 Junk 2026', 'datetime', '4 Junk 2026'],
  ['4 Marble 2026', 'datetime', '4 Marble 2026'],
  ['4 Mar 2026 2027', 'datetime', '4 Mar 2026 2027'],
  ['4 Mar 2026 13:30 PM', 'datetime', '4 Mar 2026 13:30 PM'],
  ['tomorrow', 'datetime', '2026-03-05T00:00:00.000Z'],
  ['soon', 'datetime', 'soon'],
  [' https://a.example ', 'url_link', 'https://a.example'],
] as const)('the text %j of a %s is read as %j', (text, type, value) => {
  expect(readValue(text, type, english, NOON)).toBe(value);
});

test('reads what has two readings as people of the language write it', () => {
  const german = formOfLanguage('de-DE');
  expect(readValue('1.500', 'number', german)).toBe(1500);
  expect(readValue('1.299,50 €', 'number', german)).toBe(1299.5);
  expect(readValue('3.4.2026', 'datetime', german)).toBe('2026-04-03T00:00:00.000Z');
  expect(readValue('3/4/2026', 'datetime', formOfLanguage('en-GB'))).toBe('2026-04-03T00:00:00.000Z');
});

test.each([
  ['1.000', 1000],
  ['1 000', 1000],
  ['2,5', 2.5],
  ['2.5', 2.5],
  ['', null],
  ['abc', null],
  ['0x10', null],
  ['1e400', null],
])('a number field reads %j as %j in German', (text, number) => {
  expect(readNumber(text, formOfLanguage('de-DE'))).toBe(number);
});

test('what only a program takes as a number is none in a filter', () => {
  expect(['', '0x10', '0b1', '1e400', 'Infinity'].map((text) => plainText(text, 'number'))).toEqual(
    Array.from({ length: 5 }, () => null),
  );
  expect(['7', '-0.5', '1e3', ' 12. '].map((text) => plainText(text, 'number'))).toEqual([
    '7',
    '-0.5',
    '1000',
    '12',
  ]);
});
