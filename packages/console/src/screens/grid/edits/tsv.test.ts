import { expect, test } from 'vitest';
import { parseTsv } from './tsv.ts';

test.each([
  ['a', [['a']]],
  [
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"x\ty"\t"1\n2"', [['x\ty', '1\n2']]],
  ['"say ""hi"""', [['say "hi"']]],
  ['\t\n', [['', '']]],
  ['5" pipe\tb', [['5" pipe', 'b']]],
  ['"a" b\tc', [['"a" b', 'c']]],
])('%j', (text, lines) => {
  expect(parseTsv(text)).toEqual(lines);
});
