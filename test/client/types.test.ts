import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Client, createClient, defineStore } from '@vitrine/client';
import { typesOfStores } from '@vitrine/client/types';
import type { StoreProperty } from '@vitrine/core/contracts';
import { expect, expectTypeOf, test } from 'vitest';
import { isNightly } from '../nightly.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const Products = defineStore({
  name: 'products',
  properties: {
    sku: { type: 'string', unique: true },
    name: { type: 'string', required: true },
    price: 'number',
    active: 'boolean',
    released: 'datetime',
  },
});

const products = createClient({ url: 'http://vitrine.test' }).store(Products);

/** Never called: only the compiler reads it. */
export async function typed(v: Client): Promise<void> {
  const row = await products.get('A');
  expectTypeOf(row).toEqualTypeOf<{
    id: string;
    sku: string;
    name: string;
    price: number | null;
    active: boolean | null;
    released: string | null;
    date_created: string;
    date_updated: string;
  }>();
  expectTypeOf((await products.query({ fields: ['price'] }).all())[0]).toEqualTypeOf<
    { id: string; price: number | null } | undefined
  >();
  await products.add({ sku: 'A', name: 'Anvil', released: new Date() });
  // @ts-expect-error a required property is missing
  await products.add({ sku: 'A' });
  // @ts-expect-error the key is missing
  await products.add({ name: 'Anvil' });
  // @ts-expect-error no such property
  await products.add({ sku: 'A', name: 'Anvil', prise: 5 });
  // @ts-expect-error another type
  await products.add({ sku: 'A', name: 'Anvil', price: '5' });
  // @ts-expect-error the key is missing
  await products.lookup({});
  // @ts-expect-error a unique value can not be changed
  await products.patch('A', { sku: 'B' });
  // @ts-expect-error a required value can not be unset
  await products.patch('A', { name: null });
  await products.patch('A', { price: null });
  await products.delete({ sku: 'A' });
  await products.delete('A', { ifMatch: row });
  // @ts-expect-error a deletion by unique values is unconditional
  await products.delete({ sku: 'A' }, { ifMatch: row });
  // @ts-expect-error numbers have no such operator
  await products.count({ filters: [{ field: 'price', op: 'contains', value: '5' }] });
  // @ts-expect-error another type
  await products.count({ filters: [{ field: 'price', op: 'gt', value: '5' }] });
  // @ts-expect-error no such property
  await products.count({ filters: [{ field: 'prise', op: 'gt', value: 5 }] });
  // @ts-expect-error a list is missing
  await products.count({ filters: [{ field: 'price', op: 'in', value: 5 }] });
  await products.count({ filters: [{ field: 'date_created', op: 'after', value: new Date() }] });
  await products.count({ filters: [{ field: 'id', op: 'startsWith', value: 'A' }] });
  await products.count({ filters: [{ field: 'name', op: 'notEmpty' }] });
  await products.count({ filters: [{ field: 'price', op: 'empty' }], q: 'anvil' });
  await products.query({ q: 'anvil', sortBy: [{ field: 'price', dir: 'desc' }, { field: 'sku' }] });
  // @ts-expect-error no such property
  await products.query({ sortBy: [{ field: 'prise' }] });
  // @ts-expect-error a list has one field
  await products.list({ sortBy: [{ field: 'price' }] });
  // @ts-expect-error no such property
  await products.list({ sortBy: 'prise' });
  // @ts-expect-error no number
  await products.aggregate({ field: 'name', op: 'sum' });
  // @ts-expect-error no such property
  await products.summarize({ measures: [{ op: 'sum', field: 'prise' }] });
  const any = v.store('any');
  await any.count({ filters: [{ field: 'whatever', op: 'eq', value: 1 }] });
  expectTypeOf((await any.get('A')).whatever).toEqualTypeOf<string | number | boolean | null | undefined>();
}

test('types a store by its definition', () => {
  expect(Products.properties[0]).toEqual({ name: 'sku', type: 'string', unique: true });
});

const TYPES = ['string', 'number', 'boolean', 'datetime', 'url_image', 'url_link'] as const;

/** Stores with 200 properties, more than the server allows. */
function wideStore(id: string) {
  const properties = Array.from(
    { length: 200 },
    (_, index): StoreProperty => ({
      name: index === 0 ? 'key' : `property ${index}`,
      type: TYPES[index % 6] as StoreProperty['type'],
      required: index % 3 === 0,
      unique: index === 0,
      description: null,
    }),
  );
  return { id, name: `wide ${id}`, description: null, properties, date_created: '2026-01-01T00:00:00.000Z' };
}

const USE = `import { createClient } from '@vitrine/client';
import { createVitrine, type Principal, memoryStorage } from '@vitrine/core';
import { stores, type WideA } from './stores.ts';

const v = createClient({ url: 'http://vitrine.test', stores });
const store = v.store('wide a');
const row: WideA['Row'] = await store.get('x');
row['property 1'] satisfies number | null;
await store.count({
  filters: [
    { field: 'property 1', op: 'gt', value: 1 },
    { field: 'property 3', op: 'after', value: new Date() },
    { field: 'property 198', op: 'startsWith', value: 'x' },
  ],
});
// @ts-expect-error strings have no such operator
await store.count({ filters: [{ field: 'property 198', op: 'gt', value: 'x' }] });
// @ts-expect-error no such property
await store.list({ sortBy: 'property 200' });
// @ts-expect-error no such store
v.store('wide c');
declare const me: Principal;
const vitrine = await createVitrine({ storage: memoryStorage() });
const embedded = await vitrine.stores.open(me, stores['wide b']);
(await embedded.get('x'))['property 2'] satisfies boolean | null;
// @ts-expect-error the key is missing
await embedded.lookup({});
`;

interface Compilation {
  readonly output: string;
  readonly seconds: number;
  /** How often the compiler filled in the parameters of a generic type: the same on every machine. */
  readonly instantiations: number;
}

function compile(files: Readonly<Record<string, string>>): Compilation {
  const folder = mkdtempSync(join(ROOT, 'test/client/.types-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const config = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: { noEmit: true, extendedDiagnostics: true },
      files: Object.keys(files),
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    let output: string;
    try {
      output = execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    } catch (error) {
      output = (error as { stdout: string }).stdout;
    }
    const seconds = Number(/Check time:\s+([\d.]+)s/.exec(output)?.[1]);
    const instantiations = Number(/Instantiations:\s+(\d+)/.exec(output)?.[1]);
    return { output: output.replace(/^Files:[\s\S]*/m, ''), seconds, instantiations };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A type that grows with the square of the properties would need more. */
const INSTANTIATIONS_MAX = 20_000;

test('compiles stores of 200 properties with few instantiations, for the client and the embedded library', {
  timeout: 180_000,
}, () => {
  const files = { 'stores.ts': typesOfStores([wideStore('a'), wideStore('b')]), 'use.ts': USE };
  const stores = compile(files);
  expect(stores.output.trim()).toBe('');
  if (!isNightly) return;
  // The program without stores has its own.
  const without = compile({ 'use.ts': "import '@vitrine/client';\nimport '@vitrine/core';\n" });
  const instantiations = stores.instantiations - without.instantiations;
  console.log({ instantiations, seconds: Math.max(0, stores.seconds - without.seconds) });
  expect(instantiations).toBeGreaterThan(0);
  expect(instantiations).toBeLessThan(INSTANTIATIONS_MAX);
});
