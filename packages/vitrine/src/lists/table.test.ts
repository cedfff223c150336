import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { displayWidth } from './display-width.ts';
import { printList } from './print-list.ts';
import { type Cell, type Column, printTable } from './table.ts';

type Row = Readonly<Record<string, Cell>>;

class Output extends Writable {
  readonly isTTY: boolean;
  readonly columns: number;
  text = '';

  constructor(width: number | null = null) {
    super();
    this.isTTY = width !== null;
    this.columns = width ?? 0;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Fails like a pipe whose reader has ended, after the given number of writes. */
class EndedPipe extends Output {
  #left: number;

  constructor(writes: number) {
    super();
    this.#left = writes;
    this.on('error', () => {});
  }

  override _write(_chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    if (this.#left-- > 0) done();
    else done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }));
  }
}

const columnsOf = (...names: string[]): Column<Row>[] =>
  names.map((name) => ({ header: name.toUpperCase(), cell: (row) => row[name] ?? null }));

async function table(columns: readonly Column<Row>[], rows: readonly Row[], width?: number): Promise<string> {
  const output = new Output(width);
  await printTable(output, columns, [rows]);
  return output.text;
}

test('aligns text to the left and numbers to the right', async () => {
  const rows = [
    { name: 'a', size: 5 },
    { name: 'long name', size: 1234.5 },
    { name: null, size: null },
  ];
  expect(await table(columnsOf('size', 'name'), rows)).toBe(
    '  SIZE  NAME\n     5  a\n1234.5  long name\n     -  -\n',
  );
  expect(
    await table([{ header: 'N', cell: ({ n = '' }) => n, align: 'right' }], [{ n: '1,000' }, { n: 'x' }]),
  ).toBe('    N\n1,000\n    x\n');
});

test('aligns a column with numbers and texts to the left', async () => {
  expect(await table(columnsOf('v'), [{ v: 5 }, { v: 'five' }])).toBe('V\n5\nfive\n');
});

test('aligns wide and combined characters by their columns', async () => {
  expect(
    await table(columnsOf('a', 'b'), [
      { a: '東京', b: 1 },
      { a: 'e\u0301', b: 2 },
    ]),
  ).toBe('A     B\n東京  1\ne\u0301     2\n');
});

test('prints only the header of an empty list', async () => {
  expect(await table(columnsOf('a', 'b'), [])).toBe('A  B\n');
});

test('escapes control characters, also in the width', async () => {
  expect(await table(columnsOf('a', 'b'), [{ a: '\u001b[1m\n', b: 'x' }])).toBe(
    'A                B\n\\u001b[1m\\u000a  x\n',
  );
});

test('truncates nothing where stdout is a pipe', async () => {
  const text = 'x'.repeat(500);
  expect(await table(columnsOf('a', 'b'), [{ a: text, b: text }])).toContain(`${text}  ${text}\n`);
});

test('truncates the widest columns on a terminal, but no id', async () => {
  const columns: Column<Row>[] = [
    { header: 'ID', cell: ({ id = '' }) => id, whole: true },
    ...columnsOf('a', 'b'),
  ];
  const rows = [{ id: 'i'.repeat(12), a: 'a'.repeat(40), b: 'b'.repeat(10) }];
  const lines = (await table(columns, rows, 44)).split('\n');
  expect(lines[1]).toBe(`${'i'.repeat(12)}  ${'a'.repeat(17)}…  ${'b'.repeat(10)}`);
  expect(displayWidth(lines[1] ?? '')).toBe(44);
});

test('cuts lines on a terminal that is too narrow for the columns', async () => {
  const rows = [{ a: 'a'.repeat(40), b: 'b'.repeat(40), c: 'c'.repeat(40) }];
  const lines = (await table(columnsOf('a', 'b', 'c'), rows, 20)).trimEnd().split('\n');
  expect(lines[1]).toBe('aaaaaaa…  bbbbbbb… …');
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(20);
});

test('prints rows while pages are read, with the widths of the first 1,000', async () => {
  const output = new Output();
  let printedBefore = '';
  await printTable(
    output,
    columnsOf('a', 'b'),
    (function* () {
      yield Array.from({ length: 999 }, () => ({ a: 'x', b: 1 }));
      yield [{ a: 'yyy', b: 1 }];
      printedBefore = output.text;
      yield [{ a: 'wider', b: 22 }];
    })(),
  );
  expect(printedBefore.split('\n')).toHaveLength(1_002);
  expect(output.text.slice(printedBefore.length)).toBe('wider  22\n');
});

test('stops reading pages when the reader of the output is gone', async () => {
  for (const json of [false, true]) {
    let pages = 0;
    const endless = (function* () {
      for (;;) {
        pages++;
        if (pages > 100) throw new Error('Nobody stopped.');
        yield Array.from({ length: 1_000 }, () => ({ a: 1 }));
      }
    })();
    await printList({ stdout: new EndedPipe(1) }, { json }, columnsOf('a'), endless);
    expect(pages).toBe(2);
  }
});

test('prints one JSON array with an item on each line', async () => {
  const output = new Output();
  const pages = [[{ a: 1 }, { a: '\u2028\u001b' }], [], [{ a: 3 }]];
  await printList({ stdout: output }, { json: true }, columnsOf('a'), pages);
  expect(output.text).toBe('[\n{"a":1},\n{"a":"\\u2028\\u001b"},\n{"a":3}\n]\n');
  const empty = new Output();
  await printList({ stdout: empty }, { json: true }, columnsOf('a'), [[]]);
  expect(empty.text).toBe('[]\n');
});

test('leaves the JSON array open if reading fails', async () => {
  const output = new Output();
  const pages = (function* () {
    yield [{ a: 1 }];
    throw new Error('The disk is gone.');
  })();
  await expect(printList({ stdout: output }, { json: true }, columnsOf('a'), pages)).rejects.toThrow('disk');
  expect(() => JSON.parse(output.text)).toThrow();
});

test('omits columns that can be on a terminal that is too narrow, the last first', async () => {
  const [a, ...others] = columnsOf('a', 'b', 'c', 'd').map((column, index) => ({
    ...column,
    canBeOmitted: index > 0 && index !== 2,
  }));
  const columns = a === undefined ? [] : [a, ...others];
  const row = { a: 'a'.repeat(20), b: 'b'.repeat(20), c: 'c'.repeat(20), d: 'd'.repeat(20) };
  const headers = async (width?: number) => (await table(columns, [row], width)).split('\n')[0]?.split(/ +/);
  expect(await headers(86)).toEqual(['A', 'B', 'C', 'D']);
  expect(await headers(85)).toEqual(['A', 'B', 'C']);
  expect(await headers(63)).toEqual(['A', 'C']);
  expect(await headers()).toEqual(['A', 'B', 'C', 'D']);
  const narrow = await table(columns, [row], 30);
  expect(narrow.split('\n')[1]).toBe(`${'a'.repeat(13)}…  ${'c'.repeat(13)}…`);
});

test('escapes headers, which are names of properties', async () => {
  const header = 'n\u202ex';
  const output = new Output(80);
  await printTable<Row>(output, [{ header, cell: () => 1 }], [[{}]]);
  expect(output.text).toBe('n\\u202ex\n       1\n');
});
