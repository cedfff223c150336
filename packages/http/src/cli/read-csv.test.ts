import { expect, test } from 'vitest';
import { CommandError } from './failure.ts';
import { readCsv } from './read-csv.ts';

/** Read in chunks of every small size, as a break may fall anywhere. */
async function read(text: string, delimiter = ','): Promise<(string | null)[][]> {
  let whole: (string | null)[][] | undefined;
  for (const size of [1, 2, 3, 7, text.length]) {
    const rows: (string | null)[][] = [];
    for await (const { cells } of readCsv('file.csv', cut(text, size), delimiter)) rows.push([...cells]);
    if (whole !== undefined) expect(rows).toEqual(whole);
    whole = rows;
  }
  return whole ?? [];
}

/** Decoded text never breaks inside a character. */
async function* cut(text: string, size: number): AsyncGenerator<string> {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join('');
}

test('an empty cell is null, a quoted empty one is an empty text', async () => {
  expect(await read('a,b,c\r\n,"",x\r\n')).toEqual([
    ['a', 'b', 'c'],
    [null, '', 'x'],
  ]);
});

test.each(['\r\n', '\n', '\r'])('lines may end with %j, the last one too', async (end) => {
  const rows = [['a'], ['1'], ['2']];
  expect(await read(`a${end}1${end}2`)).toEqual(rows);
  expect(await read(`a${end}1${end}2${end}`)).toEqual(rows);
});

test('quotes hold delimiters, line ends, quotes and formulas', async () => {
  const cells = ['a,b', 'a\nb', 'a\r\nb', 'a\rb', 'a"b', '"', '=1+1', ' a ', 'ü🦖'];
  const line = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  expect(await read(`${line}\r\n`)).toEqual([cells]);
});

test('blank lines are no rows; a quoted empty cell in a line of its own is', async () => {
  expect(await read('a\n\n1\n""\n\n')).toEqual([['a'], ['1'], ['']]);
});

test('rows of another length come through as they are', async () => {
  expect(await read('a,b\n1\n1,2,3\n')).toEqual([['a', 'b'], ['1'], ['1', '2', '3']]);
});

test('another delimiter', async () => {
  expect(await read('a;b\n1,5;2\n', ';')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ]);
});

test('each row knows the line on which it ends', async () => {
  const lines: number[] = [];
  for await (const { line } of readCsv('file.csv', cut('a\n"1\n1"\n\n2\n', 4), ',')) lines.push(line);
  expect(lines).toEqual([1, 3, 5]);
});

test.each([
  ['a\n1\nx"y\n', /file\.csv, line 3: a quote inside a cell/],
  ['a\n"x"y\n', /file\.csv, line 2: text behind a closing quote/],
  ['a\n"x\ny\n', /file\.csv, line \d+: the file ends inside a quoted cell/],
  [`a\n"${'x'.repeat(2_000_000)}"`, /is a quote not closed/],
])('case %#: a misplaced quote ends the reading with its line', async (text, message) => {
  const all = async () => {
    for await (const _ of readCsv('file.csv', cut(text, 65_536), ','));
  };
  await expect(all).rejects.toThrow(message);
  await expect(all).rejects.toBeInstanceOf(CommandError);
});
