import { expect, test } from 'vitest';
import { csvCell, csvCellPieces } from './csv-cell.ts';

test.each([
  ['no text', null],
  ['an empty text', ''],
  ['a short text', 'a "quoted" text, with a comma'],
  ['a long text without special characters', 'x'.repeat(100_000)],
  ['a long text of quotes', '"'.repeat(100_000)],
  ['a long text with one line break', `${'x'.repeat(100_000)}\n`],
  ['surrogate pairs at even places', '😀,'.repeat(50_000)],
  ['surrogate pairs at odd places', `x${'😀'.repeat(50_000)}`],
  ['lone surrogates', '\ud83d'.repeat(50_000)],
])('the pieces of %s are the text of the cell', (_, value) => {
  const pieces = [...csvCellPieces(value)];
  expect(pieces.join('')).toBe(csvCell(value));
  // Each piece is encoded on its own.
  const encoded = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  expect(encoded.equals(Buffer.from(csvCell(value)))).toBe(true);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(2 * 16 * 1024 + 4);
});
