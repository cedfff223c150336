import { describe, expect, test } from 'vitest';
import { FileProblem } from '../file/file-problem.ts';
import { detectDelimiter } from './delimiter.ts';

const detect = (text: string) => detectDelimiter(Buffer.from(text), true);

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
    ['half of the rows without their empty last cell', ',', 'a,b,c\n1,2\n4,5,6\n'],
    ['all rows with an empty cell too many', ';', 'a;b\n1;2;\n3;4;\n'],
    ['short rows below a header with commas', ';', 'name (first, last);price;note\nA;1\nB;2;x\nC;3\n'],
    ['a quote in the header and the rows', ',', 'size 1",qty\n5" pipe,3\n'],
    ['comma despite a semicolon in quotes', ',', 'id,"note; x"\n1,"a;b"\n2,"c;d"\n'],
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
      expect(() => detect(text)).toThrow(FileProblem);
      expect(() => detect(text)).toThrow(/Can't detect the delimiter/);
    },
  );

  test('says how well each delimiter fits', () => {
    expect(() => detect('a,b,c\n1,2,3,4\n1,2,3,4\n1,2,3\n')).toThrow(
      'with comma the header has 3 columns, and 33 % of the rows have as many. Give',
    );
  });

  test('accepts a sample that ends inside a row', () => {
    const cut = `a;b\n${'1;2,5\n'.repeat(10)}1;2`.slice(0, -2);
    expect(detectDelimiter(Buffer.from(cut), false)).toBe(';');
  });
});
