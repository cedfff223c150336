import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FILE_START, readCsv } from './csv-rows.ts';
import { FileProblem } from './file-problem.ts';

/** Reads the text in chunks of several small sizes, because a chunk may end anywhere. */
async function read(text: string, delimiter = ','): Promise<(string | null)[][]> {
  let whole: (string | null)[][] | undefined;
  for (const size of [1, 2, 3, 7, text.length]) {
    const rows: (string | null)[][] = [];
    for await (const list of readCsv(cut(text, size), delimiter))
      rows.push(...list.map(({ cells }) => [...cells]));
    if (whole !== undefined) expect(rows).toEqual(whole);
    whole = rows;
  }
  return whole ?? [];
}

async function flat<Item>(lists: AsyncIterable<Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const list of lists) items.push(...list);
  return items;
}

async function* cut(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
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
  for await (const rows of readCsv(cut('a\n"1\n1"\n\n2\n', 4), ','))
    lines.push(...rows.map(({ line }) => line));
  expect(lines).toEqual([1, 3, 5]);
});

test.each([
  ['a\n"x\ny\n', /the file ends inside a quoted cell/, 2],
  [`a\n"${'x'.repeat(2_000_000)}"`, /is a quote not closed/, 2],
])('throws with the line of a quote that is not closed, case %#', async (text, message, line) => {
  const all = async () => {
    for await (const _ of readCsv(cut(text, 65_536), ','));
  };
  await expect(all).rejects.toThrow(message);
  await expect(all).rejects.toBeInstanceOf(FileProblem);
  await expect(all).rejects.toMatchObject({ line });
});

/** Text of the characters that matter to the syntax. */
const hostileText = fc.string({
  unit: fc.constantFrom('a', 'ü', '🦖', ',', ',', '"', '"', '\n', '\r', ' '),
  maxLength: 40,
});

test('reads what csv-parse reads and refuses what it refuses', async () => {
  await fc.assert(
    fc.asyncProperty(hostileText, fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const options = {
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        skip_empty_lines: true,
      };
      let expected: string[][] | null;
      try {
        expected = parse(text, options);
      } catch {
        expected = null;
      }
      let actual: string[][] | null = [];
      try {
        for await (const rows of readCsv(cut(text, size), ',')) {
          actual.push(...rows.map(({ cells }) => cells.map((cell) => cell ?? '')));
        }
      } catch (error) {
        expect(error).toBeInstanceOf(FileProblem);
        actual = null;
      }
      expect(actual).toEqual(expected);
    }),
  );
});

test('continues at the end of any row', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ü', ',', '"', '\n', '\r\n'), maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 1, maxLength: 3 })),
      fc.constantFrom('\n', '\r\n', '\r'),
      async (table, end) => {
        const text = Buffer.from(
          table
            .map((row) => `${row.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')}${end}`)
            .join(''),
        );
        const all = await flat(readCsv(cut(text.toString(), 7), ','));
        expect(all.map(({ cells }) => cells)).toEqual(table);
        for (const [at, { end: bytes, line }] of [FILE_START_ROW, ...all].entries()) {
          const rest = cut(text.subarray(bytes).toString(), 5);
          const rows = await flat(readCsv(rest, ',', { bytes, line }));
          expect(rows).toEqual(all.slice(at));
        }
      },
    ),
  );
});

const FILE_START_ROW = { end: FILE_START.bytes, line: FILE_START.line };

test('refuses a row with more than 10,000 cells, at its line', async () => {
  const row = (cells: number) => `${'x,'.repeat(cells - 1)}x\n`;
  expect(await flat(readCsv(cut(`a\n${row(10_000)}`, 16_384), ','))).toHaveLength(2);
  const rows = flat(readCsv(cut(`a\n${row(10_001)}`, 16_384), ','));
  await expect(rows).rejects.toMatchObject({ line: 2, message: expect.stringMatching(/10000 cells/) });
});
