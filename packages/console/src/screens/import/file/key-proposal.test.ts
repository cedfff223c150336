import type { InferredProperty } from '@vitrine/client';
import { expect, test } from 'vitest';
import { proposeKey } from './key-proposal.ts';

const column = (name: string, samples: readonly string[], more: Partial<InferredProperty> = {}) =>
  ({ name, column: name, type: 'string', samples, distinct: true, ...more }) as InferredProperty;

test.each([
  ['its name', [column('title', ['Desk', 'Lamp']), column('sku', ['a', 'b'])], 'sku'],
  ['the end of its name', [column('title', ['Desk']), column('Product No.', ['1', '2'])], 'Product No.'],
  ['the end of a name in one word', [column('Artikelnummer', ['1'], { type: 'number' })], 'Artikelnummer'],
  ['a name with a capital', [column('productId', ['7'], { type: 'number' })], 'productId'],
  ['the shape of its values', [column('article', ['x y']), column('label', ['A-1', 'B-2'])], 'label'],
  ['a full name before an ending', [column('order_no', ['1']), column('id', ['2'])], 'id'],
  [
    'UUIDs',
    [column('x', ['01a209c4-f9ff-736e-825b-000000000000', '01a209c4-f9ff-736e-825b-000000000001'])],
    'x',
  ],
])('proposes a column for %s', (_, columns, name) => {
  expect(proposeKey(columns)?.column).toBe(name);
});

test.each([
  ['names of people', column('name', ['Ann', 'Bob'])],
  ['cities in capitals', column('city', ['PARIS', 'ROME'])],
  ['values that repeat', column('sku', ['a', 'b'], { distinct: false })],
  ['prices', column('price', ['1.5', '2.5'], { type: 'number' })],
  ['dates', column('no', ['2026-01-01'], { type: 'datetime' })],
  ['a word that ends like a key', column('casino', ['a', 'b'])],
  ['one value', column('label', ['A-1'])],
])('proposes nothing for %s', (_, only) => {
  expect(proposeKey([only])).toBeNull();
});
