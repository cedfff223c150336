import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('quotes what would end a cell, and guards what would be a formula', () => {
  expect(
    csvOf([
      ['sku', 'url'],
      ['A "1", B', 'https://x.example/?a=1'],
      ['=1+1', 'two\nlines'],
      ['＝1+1', '\n=1'],
      [-1, null],
    ]),
  ).toBe(
    'sku,url\r\n"A ""1"", B",https://x.example/?a=1\r\n\'=1+1,"two\nlines"\r\n\'＝1+1,"\'\n=1"\r\n-1,\r\n',
  );
});
