import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { Shop } from '../../test/command-line.ts';
import { typesOfStores } from './types-of-stores.ts';

let shop: Shop;
beforeEach(async () => {
  shop = await Shop.open();
});
afterEach(() => shop.close());

async function fails(...args: string[]): Promise<void> {
  expect((await shop.line.run(...args)).code).not.toBe(0);
}

test(
  'writes the types of the stores, and says whether the file is current',
  verifies('cli.types'),
  async () => {
    await shop.vitrine.stores.create(shop.principal, {
      name: 'all types',
      properties: [
        { name: 'sku', type: 'string', unique: true },
        { name: 'open since', type: 'datetime', description: 'UTC' },
      ],
    });
    const printed = await shop.line.succeed('types');
    const file = shop.line.write('stores.ts', '');
    await fails('types', '--out', file, '--check');
    await shop.line.succeed('types', '--out', file);
    expect(readFileSync(file, 'utf8')).toBe(printed);
    await shop.line.succeed('types', '--out', file, '--check');
    expect(printed).toContain('export interface AllTypes {');
    expect(printed).toContain('    /** UTC */\n    "open since": string | null;\n');
    expect(printed).toContain('    "open since"?: string | Date | null | undefined;\n');
    writeFileSync(file, `${printed}// changed\n`);
    await fails('types', '--out', file, '--check');
    await fails('types', '--out', join(file, 'no-folder'));
  },
);

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
