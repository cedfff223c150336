import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { typesOfStores } from './types-of-stores.ts';

test('names stores apart, and keeps names and descriptions as data', verifies('cli.types'), () => {
  const property = {
    name: '*/ "x',
    type: 'number',
    required: false,
    unique: false,
    description: '*/ evil()',
  } as const;
  const store = {
    description: '*/ evil()',
    properties: [property],
    date_created: '2026-01-01T00:00:00.000Z',
  };
  const text = typesOfStores([
    { ...store, id: 'a', name: 'shop items' },
    { ...store, id: 'b', name: 'Shop-items' },
    { ...store, id: 'c', name: 'shop items' },
    { ...store, id: 'd', name: '店' },
  ]);
  expect([...text.matchAll(/export interface (\w+)/g)].map(([, name]) => name)).toEqual([
    'ShopItems',
    'ShopItems2',
    'ShopItems3',
    'Store',
  ]);
  expect(text).toContain('  "shop items2": { name: "shop items", id: "c" } as StoreRef<ShopItems3>,');
  expect(text.replaceAll(/\/\*\*.*?\*\//g, '')).not.toContain('evil');
  expect(text).toContain('Key: never;');
});
