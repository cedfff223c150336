import { expect, test } from 'vitest';
import { readFirstRows } from './csv-rows.ts';
import { countTitleLines } from './title-rows.ts';

const count = (text: string, known: readonly string[] = []) =>
  countTitleLines(readFirstRows(Buffer.from(text), ',', true, 100), new Set(known));

test.each([
  ['a title of one cell', 'Sales report Q3\nsku,price\na,1\nb,2\n', 1],
  ['a title with the delimiters of a spreadsheet', 'Sales report Q3,,\nsku,price,added\na,1,2026\n', 1],
  [
    'a title with the delimiters of a spreadsheet above a row that is too long',
    'Price list,,\n,,\nsku,price,note\na,1,x\nb,2\nc,3,y\nd,4,z\ne,5,z,too long\n',
    2,
  ],
  ['several lines and a blank one', '"Sales report"\r\nOctober\r\n\r\nsku,price\r\na,1\r\n', 3],
  ['two columns below a blank line', 'Report,\n,\nsku,price\na,1\n', 2],
  ['a title with two cells of three', 'Sales,2026,\n\nsku,price,size\na,1,2\nb,2,3\n', 2],
  [
    'names and values, and a blank line',
    'Account:,12345\nDate:,2026-01-01\n\ndate,text,amount\n2026-01-01,x,5\n2026-01-02,y,6\n',
    3,
  ],
  ['a comment with a comma', '# made by tool, v2\nsku,price\na,1\nb,2\n', 1],
  ['comments with and without commas', '# made by tool\n# 2026, v2\nsku,price\na,1\nb,2\n', 2],
  ['rows without their last cells below', 'Sales report Q3\n\nid,paid,sent\nA,1,2\nB,2\nC,3,4\nD,5,6\n', 2],
])('%s is above the header', (_, text, lines) => {
  expect(count(text)).toBe(lines);
});

test.each([
  ['a header', 'sku,price\na,1\n'],
  ['a header of one column', 'note\nhello\nworld\n'],
  ['a header of one column above text with commas', 'note\nhello, world\nfoo\nbar, baz\n'],
  ['a header whose second name is left out', 'sku,\na,1\nb,2\n'],
  ['a header whose first name is left out, as of an index', ',value\n0,5\n1,6\n'],
  ['nothing but a title', 'Sales report\n'],
  ['a title without a record', 'Sales report\nsku,price\n'],
  ['a table above a table of the same width', 'a,b\n1,2\n\nc,d\n3,4\n5,6\n'],
  ['a header that begins with a hash', '#sku,price\na,1\nb,2\n'],
  ['a header that is a comment', '# x,y\n1,2\n3,4\n'],
  ['a row of sums below a blank line', 'a,b\nx,2\n\nSum,2\n'],
  ['rows of different lengths below', 'Sales report\nsku,price\na\nb\nc,1\n'],
])('%s is not above a header', (_, text) => {
  expect(count(text)).toBe(0);
});

test('asks whether a row above a blank line is the header or a title', () => {
  for (const text of ['Sales, 2026\n\nsku,price\na,1\nb,2\n', 'a,b\n\nx,n/a\ny,2\nz,3\n'])
    expect(() => count(text)).toThrow('Give skipLines=0 or skipLines=2.');
});

test('asks whether a comment above text is the header', () => {
  expect(() => count('# name,city\na,X\nb,Y\n')).toThrow('Give skipLines=0 or skipLines=1.');
  expect(count('# made by tool, v2\nname,city\na,X\n', ['name'])).toBe(1);
  expect(count('# name,city\na,X\nb,Y\n', ['# name'])).toBe(0);
});

test('line breaks in a cell are no blank lines', () => {
  expect(count('a,b\n"x\ny\nz",n/a\nu,2\nv,3\n')).toBe(0);
  expect(count('Report\n\n"a\nb",c\n1,2\n3,4\n')).toBe(2);
});

test.each([
  'price\n1,5\n2,7\n',
  'address\nMain St 1, Berlin\nHigh St 2, Wien\n',
  'date\nApril 3, 2026\nJune 5, 2026\n',
])('asks whether a row is the header of one column or a title: %j', (text) => {
  expect(() => count(text)).toThrow('Give skipLines=0 or skipLines=1.');
  expect(count(text, [text.slice(0, text.indexOf('\n'))])).toBe(0);
});

test('a row with the name of a property is no title', () => {
  const text = 'sku,,\na,b,c\nd,e,f\n';
  expect(count(text)).toBe(1);
  expect(count(text, ['sku'])).toBe(0);
});
