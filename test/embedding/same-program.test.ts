import { createClient, type Store } from '@vitrine/client';
import {
  accountPrincipal,
  createVitrine,
  defineStore,
  memoryStorage,
  type StoreDefinition,
  type TypedStore,
} from '@vitrine/core';
import { fetchHandler } from '@vitrine/http';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';

const definitionOf = (name: string) =>
  defineStore({
    name,
    properties: {
      sku: { type: 'string', unique: true },
      name: { type: 'string', required: true },
      price: 'number',
      released: 'datetime',
    },
  });

type Products = ReturnType<typeof definitionOf> extends StoreDefinition<infer Types> ? Types : never;

/** What a program may use of either. The compiler checks that the library has the calls of the client. */
type Shared = Pick<Store<Products>, Exclude<keyof Store<Products>, 'id' | 'history'>>;

/** Returns what a program sees, with its errors. */
async function run(products: Shared): Promise<unknown[]> {
  const seen: unknown[] = [];
  async function see(what: () => PromiseLike<unknown>): Promise<void> {
    seen.push(
      await what().then(
        (result) => result,
        (error: { readonly code: string; readonly status: number }) => [error.code, error.status],
      ),
    );
  }
  await see(() => products.add({ sku: 'A', name: 'Anvil', price: 5, released: new Date(0) }));
  await see(() => products.add({ sku: 'A', name: 'Anvil' }));
  await see(() => products.upsert({ sku: 'B', name: 'Bolt', price: undefined }));
  await see(() => products.upsert({ sku: 'B', name: null as never }));
  const progress: unknown[] = [];
  async function* many() {
    for (let i = 0; i < 130; i++) yield { sku: `S${i}`, name: `Screw ${i}`, price: i };
    yield { sku: 'S0', name: 5 as never };
  }
  await see(() => products.upsertMany(many(), { onProgress: (done) => progress.push(done) }));
  seen.push(progress);
  const anvil = await products.get('A');
  await see(() => products.patch('A', { price: 6 }, { ifMatch: anvil }));
  await see(() => products.patch('A', { price: 7 }, { ifMatch: anvil }));
  await see(() => products.delete('A', { ifMatch: '"none"' }));
  await see(() => products.lookup({ sku: 'A' }));
  await see(() => products.get('none'));
  const dear = products.query({
    filters: [{ field: 'price', op: 'gte', value: 20 }],
    sortBy: [{ field: 'price', dir: 'desc' }],
    fields: ['sku', 'price'],
    limit: 50,
    total: true,
  });
  await see(async () => {
    const { cursor, ...page } = await dear;
    return [page, typeof cursor];
  });
  await see(() => dear.all());
  await see(() => dear.first());
  await see(async () => {
    const sizes: number[] = [];
    for await (const { items } of dear.pages()) sizes.push(items.length);
    return sizes;
  });
  await see(() => products.list({ sortBy: 'sku', limit: 3 }).all(7));
  await see(() => products.query({ cursor: 'wrong' }));
  await see(() => products.search({ filters: [{ field: 'name', op: 'contains', value: 'SCREW 12' }] }));
  await see(() => products.count({ q: 'screw' }));
  await see(() => products.aggregate({ field: 'price', op: 'avg' }));
  await see(() =>
    products.summarize({
      groupBy: [{ field: 'released' }],
      measures: [{ op: 'count', as: 'all' }],
      having: [{ measure: 'all', op: 'gt', value: 1 }],
    }),
  );
  await see(() => products.validate({ sku: 'A', name: 'Anvil' }));
  await see(() => products.validate({ sku: 'A', name: 'Anvil', price: 9 }, { mode: 'upsert' }));
  await see(() => products.previewUpsert({ sku: 'C', name: 'Cog' }));
  await see(async () => new Response(await products.export({ format: 'csv', fields: ['sku'] })).text());
  await see(async () => new Response(await products.export({ limit: 2 })).json());
  await see(async () => {
    const { importId: _, ...done } = await products.import('sku,name\nI1,Iron\nI2,\n', {
      mode: 'insertOnly',
    });
    return { ...done, createdAt: null, startedAt: null, finishedAt: null };
  });
  await see(() => products.import('nothing\nthat,fits\n'));
  await see(() => products.delete({ sku: 'B' }));
  await see(() => products.delete('B'));
  await see(() => products.deleteMany(['I1', 'B']));
  await see(async () => ({ ...(await products.detail()), id: '', name: '', store_type: '' }));
  await see(() => products.count({}, { signal: AbortSignal.abort({ code: 'left', status: 0 }) }));
  return seen;
}

test(
  'one program runs with the client and with the library, and sees the same',
  verifies('library.typed-stores'),
  async () => {
    // Every write has a time of its own, which is the same in both runs.
    let now = 0;
    const vitrine = await createVitrine({ storage: memoryStorage(), clock: () => now });
    const me = accountPrincipal((await vitrine.accounts.ensure('Shop')).id);
    const { key } = await vitrine.apiKeys.create(me, { name: 'Program' });
    const handle = fetchHandler(vitrine);
    const client = createClient({
      ...{ url: 'http://127.0.0.1:8080', key, retries: 0 },
      fetch: async (url, init) => handle(new Request(url, init)),
    });
    const stop = new AbortController();
    const working = vitrine.work({ signal: stop.signal, pollEvery: 5 });
    const begin = () => {
      now = Date.UTC(2026, 0, 1);
    };
    begin();
    const remote: Shared = await client.stores.ensure(definitionOf('remote'));
    const byClient = await run(remote);
    begin();
    const local: TypedStore<Products> = await vitrine.stores.open(me, definitionOf('local'));
    const byLibrary = await run(local as Shared);
    stop.abort();
    await working;
    expect(byClient.length).toBe(33);
    expect(byClient[0]).toMatchObject({ id: 'A', released: '1970-01-01T00:00:00.000Z' });
    expect(byLibrary).toEqual(byClient);
  },
);
