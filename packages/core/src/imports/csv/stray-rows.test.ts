import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { readFirstRows } from './csv-rows.ts';
import { warnOfDividedRow, warnOfStrayRows } from './stray-rows.ts';

function warn(text: string, isWhole = true): string[] {
  const [header, ...records] = readFirstRows(Buffer.from(text), ',', true, 100);
  return warnOfStrayRows(header ?? null, records, isWhole);
}

test.each([
  ['the header once more', 'name,price\na,1\nname,price\nb,2\n', 3],
  ['a comment', 'name,price\na,1\n# b is missing\nc,2\n', 3],
  ['a row of sums', 'name,price\na,1\nb,2\nTotal,3\n', 4],
  ['a comment', 'name,price\na,1\n# b is missing, too\nc,2\nd,3\n', 3],
  ['a row of sums', 'name,price\na,1\nb,2\nSumme:,3\n', 4],
  ['a row of sums', 'name,price\na,1\nTotal général,3\n', 3],
  ['a row of sums', 'name,price\na,1\nGrand Totals (2 records),3\n', 3],
  ['a row of sums', 'name,price\na,1\n,\nGrand total,3\n\n', 4],
  ['a note below the table', 'name,price\na,1\nb,2\n\nConfidential\nCopyright 2026\n', 5],
])('warns of %s', verifies('import.rows'), (why, text, line) => {
  expect(warn(text)).toEqual([`Line ${line} is read as a record, though it may be ${why}.`]);
});

test.each([
  'name,price\na,1\nb,2\n',
  'name,price\nTotal,1\nb,2\n',
  'name,price\na,1\nTotal recall,n/a\n',
  'name,price\na,1\nSummer,3\n',
  'item,place\nblue,3 x\nTotal Eclipse,4 y\n',
  'name,a\n# 1,2\n# 2,3\n',
  'name,note\na,x\nb\n',
  'name\na\n\nb\n',
  'tag,count\n#a,1\n#b,2\n',
])('says nothing about the records of %j', (text) => {
  expect(warn(text)).toEqual([]);
});

test('the end is not judged before it is read', () => {
  expect(warn('name,price\na,1\nTotal,3\n', false)).toEqual([]);
});

test.each([
  ['a,b,c\r\nx\ny,1,2\r\nz,2,3\r\n', 2],
  ['a,b,c\r\nv,1,2\r\nx\ry,1,2\r\n', 3],
  ['a,b,c\nx\r\ny,1,2\nz,2,3\n', 2],
])(
  'warns of a record that a line break without quotes divides: %j',
  verifies('import.rows'),
  (text, line) => {
    const bytes = Buffer.from(text);
    expect(warnOfDividedRow(readFirstRows(bytes, ',', true, 100), bytes)).toEqual([
      `Line ${line} ends with another line break than the first row, so the next line may be its other part.`,
    ]);
  },
);

test.each([
  'a,b,c\r\nx\r\ny,1,2\r\n',
  'a,b\r\n"x\ny",1\r\nz,2\r\n',
  'a,b\r\nx,1\ny,2\r\nz,3\n',
  'a,b\r\nx,1\r\ny',
])('says nothing about the line breaks of %j', (text) => {
  const bytes = Buffer.from(text);
  expect(warnOfDividedRow(readFirstRows(bytes, ',', true, 100), bytes)).toEqual([]);
});
