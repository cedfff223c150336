import { expect, test } from 'vitest';
import { toCsv } from './csv-file.ts';

test('cells are quoted, and empty ones stay empty', async () => {
  const rows = [
    ['sku', 'note'],
    ['A "1"', ''],
    ['', 'x;y\nz'],
  ];
  expect(await toCsv(rows, ';').text()).toBe('"sku";"note"\r\n"A ""1""";\r\n;"x;y\nz"\r\n');
});

test('an empty cell of a single column is a row', async () => {
  expect(await toCsv([['a'], ['']]).text()).toBe('"a"\r\n""\r\n');
});
