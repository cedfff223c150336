import { describe, expect, test } from 'vitest';
import { CommandError } from './command-error.ts';
import { openCsv } from './csv-rows.ts';
import { detectDelimiter } from './delimiter.ts';

const detect = (text: string) => detectDelimiter('file.csv', text, true);

describe('detectDelimiter', () => {
  test.each([
    ['comma', ',', 'name,price\nA,1\nB,2\n'],
    ['semicolon', ';', 'name;price\nA;1,50\nB;2,50\n'],
    ['tab', '\t', 'name\tprice\nA, B\t1\n'],
    ['vertical bar', '|', 'name|price\nA;B|1\n'],
    ['semicolon after a header with commas', ';', 'name (first, last);price\nA;1\nB;2\n'],
    ['semicolon despite quoted commas', ';', '"a,b";"c,d"\n"1,2";"3,4"\n'],
    ['comma although every row has semicolons', ',', 'id,tags\n1,a;b;c\n2,d;e\n'],
    ['an unclosed quote', ';', 'a;b\n1;"x\n'],
    ['a header without rows', ';', 'name;price\n'],
    ['one row in twenty with another number of cells', ',', `a,b;c\n${'1,2\n'.repeat(19)}1\n`],
    ['some rows longer than the header', ',', 'a,b\n1,2,3\n1,2\n4,5\n'],
  ])('detects %s', (_name, delimiter, text) => {
    expect(detect(text)).toBe(delimiter);
    expect(detect(text.replaceAll('\n', '\r\n'))).toBe(delimiter);
  });

  test.each(['name\nA\nB\n', 'name', '', '"a;b"\n"1;2"\n'])('returns null for one column: %j', (text) => {
    expect(detect(text)).toBeNull();
  });

  test.each(['name,price;currency\nA,1;EUR\n', 'a;b,c\n', 'a,b\n1;2\n3;4\n'])(
    'throws if two delimiters fit or none does: %j',
    (text) => {
      expect(() => detect(text)).toThrow(CommandError);
      expect(() => detect(text)).toThrow(/^--delimiter: /);
    },
  );

  test.each(['[{"a":1}]', ' [\n  {"a": 1}\n]', '{"a":1}\n{"a":2}\n', '[]'])('reports JSON: %j', (text) => {
    expect(() => detect(text)).toThrow('is JSON, not CSV');
  });

  test('accepts a sample that ends inside a row', () => {
    const cut = `a;b\n${'1;2,5\n'.repeat(10)}1;2`.slice(0, -2);
    expect(detectDelimiter('file.csv', cut, false)).toBe(';');
  });
});

describe('openCsv', () => {
  async function* chunks(text: string, size: number): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }

  test('yields every row once for any chunk size and reports the delimiter', async () => {
    const count = 20_000;
    const text = `k;n\n${Array.from({ length: count }, (_, i) => `${i};${i * 2}\n`).join('')}`;
    for (const size of [100, 64 * 1024, text.length]) {
      const notices: string[] = [];
      const { rows, delimiter } = await openCsv('a.csv', chunks(text, size), undefined, (notice) =>
        notices.push(notice),
      );
      expect(delimiter).toBe(';');
      expect(notices).toEqual(['the delimiter of a.csv is semicolon.']);
      let sum = 0;
      let seen = -1;
      for await (const { cells } of rows) {
        seen++;
        if (seen > 0) sum += Number(cells[1]);
      }
      expect({ seen, sum }).toEqual({ seen: count, sum: count * (count - 1) });
    }
  });

  test('uses a given delimiter without detection', async () => {
    const { rows } = await openCsv('a.csv', chunks('a;b\n', 100), ',', () => {
      throw new Error('must not be called');
    });
    expect((await rows.next()).value).toMatchObject({ cells: ['a;b'] });
  });
});
