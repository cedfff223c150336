import type { AnyRow } from '@vitrine/client';
import { expect, test } from 'vitest';
import { titleOf } from './record-title.ts';
import { columnsOf } from './value-types.ts';

const property = (name: string, type: 'string' | 'number', unique = false) => ({
  name,
  type,
  unique,
  required: false,
  description: null,
});
const columns = (...properties: ReturnType<typeof property>[]) => columnsOf(properties as never);
const row = { id: 'x-1', price: 5, title: 'Mug', sku: 'A-1' } as unknown as AnyRow;

test('a record is called by its unique value, its first text, its first value, or its id', () => {
  const [price, title] = [property('price', 'number'), property('title', 'string')];
  expect(titleOf(row, columns(price, title, property('sku', 'string', true)))).toBe('A-1');
  expect(titleOf(row, columns(price, title))).toBe('Mug');
  expect(titleOf(row, columns(price))).toBe('5');
  expect(titleOf({ ...row, title: '' }, columns(title))).toBe('x-1');
});
