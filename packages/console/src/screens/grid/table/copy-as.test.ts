import type { AnyRow } from '@vitrine/client';
import { expect, test } from 'vitest';
import { copyAs } from './copy-as.ts';

const columns = [
  { name: 'a "title"', type: 'string' },
  { name: 'price', type: 'number' },
] as const;
const rows = [
  { id: '1', 'a "title"': 'one, two\nthree|four', price: 1.5 },
  { id: '2', 'a "title"': null, price: 2 },
] as unknown as AnyRow[];

test('cells that a spreadsheet would read as formulas are guarded in CSV, as in exports', () => {
  const risky = ['=HYPERLINK("http://evil.example/")', '+1', '@SUM(1)', '＝1', "'=1"].map((text, at) => ({
    id: String(at),
    'a "title"': text,
    price: -at,
  })) as unknown as AnyRow[];
  const [, ...lines] = copyAs('csv', { columns, rows: risky }).split('\r\n');
  expect(lines).toEqual([
    `"'=HYPERLINK(""http://evil.example/"")",0`,
    "'+1,-1",
    "'@SUM(1),-2",
    "'＝1,-3",
    "''=1,-4",
  ]);
});

test('copies records as CSV, JSON and a table of Markdown, with the names of the columns', () => {
  expect(copyAs('csv', { columns, rows })).toBe('"a ""title""",price\r\n"one, two\nthree|four",1.5\r\n,2');
  expect(JSON.parse(copyAs('json', { columns, rows }))).toEqual([
    { 'a "title"': 'one, two\nthree|four', price: 1.5 },
    { 'a "title"': null, price: 2 },
  ]);
  expect(copyAs('markdown', { columns, rows })).toBe(
    '| a "title" | price |\n| --- | ---: |\n| one, two<br>three\\|four | 1.5 |\n|  | 2 |',
  );
});
