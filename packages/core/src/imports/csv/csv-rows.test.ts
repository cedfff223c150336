import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifies } from '../../../../../test/requirements.ts';
import { FileProblem } from '../file/file-problem.ts';
import { type CsvRow, FILE_START } from './csv-row.ts';
import { readCsv } from './csv-rows.ts';

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

test.each([
  ['5" pipe,3\n', [['5" pipe', '3']]],
  ['="00123",1\n', [['="00123"', '1']]],
  ['a,say "hi" now\n', [['a', 'say "hi" now']]],
  ['1, "x, y"\n', [['1', 'x, y']]],
  ['"x" ,1\n', [['x', '1']]],
  [' "a""b" , "c"', [['a"b', 'c']]],
  [
    ' "5" x,1\n2,3\n',
    [
      [' "5" x', '1'],
      ['2', '3'],
    ],
  ],
  [
    ' "open,1\n"2",3\n',
    [
      [' "open', '1'],
      ['2', '3'],
    ],
  ],
])(
  'reads quotes inside cells as characters, and blanks around quoted cells as none: %j',
  verifies('import.quotes'),
  async (text, rows) => {
    expect(await read(text)).toEqual(rows);
    expect(await read(text.replaceAll(',', '\t'), '\t')).toEqual(
      rows.map((row) => row.map((cell) => cell.replaceAll(',', '\t'))),
    );
  },
);

test(
  'a row with text behind a closing quote has a problem, and the next one is read',
  verifies('import.quotes'),
  async () => {
    const rows = await flat(readCsv(cut('a,b\n"x"y "z",1\n"x\n1"2,"3\n4"\n5,6\n', 3), ','));
    expect(rows.map(({ line, cells, problem }) => [line, cells.length, problem !== null])).toEqual([
      [1, 2, false],
      [2, 2, true],
      [5, 2, true],
      [6, 2, false],
    ]);
  },
);

test.each(['sep=;\r\n', 'SEP=;\n', '"sep=;"\n', 'sep=;;;\r', '"sep=;";;\n'])(
  'skips the line %j at the beginning only',
  verifies('detect.separator-line'),
  async (line) => {
    expect(await read(`${line}a;b\n1;2\n`, ';')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(await read(`a;b\n${line}`, ';')).toHaveLength(2);
  },
);

test('skips rows without text', verifies('import.rows'), async () => {
  expect(await read(',,\na,b,\n,\n  , \n"",\n   \n" "\n,')).toEqual([['a', 'b', null], ['', null], [' ']]);
});

test('reads what csv-parse reads, and of what it refuses all but a quote that is not closed', async () => {
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
      const actual: CsvRow[] = [];
      let isOpen = false;
      try {
        for await (const rows of readCsv(cut(text, size), ',')) actual.push(...rows);
      } catch (error) {
        expect(error).toBeInstanceOf(FileProblem);
        isOpen = true;
      }
      const hasValue = (row: readonly (string | null)[]) => row.some((cell) => (cell ?? '').trim() !== '');
      if (expected === null) {
        const isMarked = actual.some(({ problem, bareQuotes }) => problem !== null || bareQuotes !== 'none');
        expect(isOpen || isMarked || / "|" /.test(text)).toBe(true);
      } else {
        const cells = actual.map((row) => row.cells.map((cell) => cell ?? ''));
        expect(cells.filter(hasValue)).toEqual(expected.filter(hasValue));
      }
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
