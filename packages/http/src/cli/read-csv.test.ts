import { expect, test } from 'vitest';
import { CommandError } from './command-error.ts';
import { readCsv } from './read-csv.ts';

/** Reads the text in chunks of several small sizes, because a chunk may end anywhere. */
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

/** Yields chunks of whole characters, as a decoder does. */
async function* cut(text: string, size: number): AsyncGenerator<string> {
  const characters = [...text];
  for (let at = 0; at < characters.length; at += size) yield characters.slice(at, at + size).join('');
}

test('reads an empty cell as null and a quoted empty cell as empty text', async () => {
  expect(await read('a,b,c\r\n,"",x\r\n')).toEqual([
    ['a', 'b', 'c'],
    [null, '', 'x'],
  ]);
});

test.each(['\r\n', '\n', '\r'])('accepts %j at the end of lines and of the file', async (end) => {
  const rows = [['a'], ['1'], ['2']];
  expect(await read(`a${end}1${end}2`)).toEqual(rows);
  expect(await read(`a${end}1${end}2${end}`)).toEqual(rows);
});

test('reads delimiters, line breaks, quotes and formulas inside quotes', async () => {
  const cells = ['a,b', 'a\nb', 'a\r\nb', 'a\rb', 'a"b', '"', '=1+1', ' a ', 'ü🦖'];
  const line = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  expect(await read(`${line}\r\n`)).toEqual([cells]);
});

test('skips blank lines, but not a line with a quoted empty cell', async () => {
  expect(await read('a\n\n1\n""\n\n')).toEqual([['a'], ['1'], ['']]);
});

test('yields rows with any number of cells', async () => {
  expect(await read('a,b\n1\n1,2,3\n')).toEqual([['a', 'b'], ['1'], ['1', '2', '3']]);
});

test('reads other delimiters', async () => {
  expect(await read('a;b\n1,5;2\n', ';')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ]);
});

test('reports the line on which each row ends', async () => {
  const lines: number[] = [];
  for await (const { line } of readCsv('file.csv', cut('a\n"1\n1"\n\n2\n', 4), ',')) lines.push(line);
  expect(lines).toEqual([1, 3, 5]);
});

test.each([
  ['a\n1\nx"y\n', /file\.csv, line 3: a quote inside a cell/],
  ['a\n"x"y\n', /file\.csv, line 2: text after a closing quote/],
  ['a\n"x\ny\n', /file\.csv, line \d+: the file ends inside a quoted cell/],
  [`a\n"${'x'.repeat(2_000_000)}"`, /is a quote not closed/],
])('throws with the line of a misplaced quote, case %#', async (text, message) => {
  const all = async () => {
    for await (const _ of readCsv('file.csv', cut(text, 65_536), ','));
  };
  await expect(all).rejects.toThrow(message);
  await expect(all).rejects.toBeInstanceOf(CommandError);
});
