import { defineStore, type RecordWrite, ValidationError, type Vitrine } from '@vitrine/core';
import type {
  BatchUpsertRecordsResponse,
  ImportResponse,
  StartImportResponse,
  StoreRecordResponse,
} from '@vitrine/core/contracts';
import { afterEach, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { createStore, expectProblem, expectRefused, notFound, recordPath, recordsPath } from './arrange.ts';
import { onOneStorage, type World } from './world.ts';

const FIELDS = { sku: 'unique string', slug: 'required string', price: 'number', at: 'datetime' } as const;
const Goods = defineStore({
  name: 'Goods',
  properties: {
    sku: { type: 'string', unique: true },
    slug: { type: 'string', required: true },
    price: 'number',
    at: 'datetime',
  },
});

const removals: (() => void)[] = [];
afterEach(() => {
  for (const remove of removals.splice(0)) remove();
});

type Hook = Parameters<typeof hook>[1];

/** Adds a hook that the end of the test removes. */
function hook(
  { vitrine, accountId }: Pick<World, 'accountId'> & { readonly vitrine: Pick<Vitrine, 'before'> },
  run: (write: RecordWrite) => unknown,
): void {
  removals.push(
    vitrine.before('record.write', (write) => (write.accountId === accountId ? run(write) : undefined)),
  );
}

/** Completes slugs, doubles prices and refuses those below 0. */
const complete: Hook = async ({ action, values }) => {
  await null;
  if (action !== 'patch') values.slug ??= String(values.sku).toLowerCase();
  const price = values.price ?? null;
  if (typeof price !== 'number') return;
  if (price < 0) throw new ValidationError([{ path: 'price', message: 'Expected at least 0.' }]);
  values.price = price * 2;
};

/** Imports lines of JSON over HTTP, and returns the import after its end. */
async function importLines({ a, vitrine }: World, store: { id: string }, lines: string, query = '') {
  const path = `/v2/stores/${store.id}/imports`;
  const headers = { 'content-type': 'application/x-ndjson' };
  const started = await a.send<StartImportResponse>('POST', `${path}${query}`, { raw: lines, headers });
  expect(started.status, started.text).toBe(202);
  await vitrine.runDueJobs();
  return (await a.get<ImportResponse>(`${path}/${started.body.importId}`)).body;
}

onOneStorage((arrange) => {
  test(
    'a hook completes and changes records by whatever door they are written',
    verifies('library.hooks.doors', 'library.hooks.values'),
    async () => {
      const world = await arrange();
      const { a, vitrine, principal } = world;
      const store = await createStore(a, FIELDS);
      const path = recordsPath(store);
      const seen: Pick<RecordWrite, 'action' | 'recordId' | 'by'>[] = [];
      hook(world, ({ action, recordId, by }) => seen.push({ action, recordId, by }));
      hook(world, complete);
      const added = await a.post<StoreRecordResponse>(path, { sku: 'HTTP', price: 1.5 });
      expect(added.body).toMatchObject({ id: 'HTTP', slug: 'http', price: 3 });
      const headers = { 'idempotency-key': 'key' };
      const keyed = { json: { sku: 'KEY', price: 1 }, headers };
      expect((await a.send('POST', path, keyed)).body).toMatchObject({ slug: 'key', price: 2 });
      expect(await vitrine.records.add(principal, store.id, { sku: 'LIB', price: 1 })).toMatchObject({
        slug: 'lib',
        price: 2,
      });
      await a.post(`${path}/batch`, {
        records: [
          { sku: 'BATCH', price: 1 },
          { sku: 'LIB', price: 4 },
        ],
      });
      expect((await a.patch(recordPath(store, 'HTTP'), { price: 5 })).body).toMatchObject({ price: 10 });
      const imported = await importLines(
        world,
        store,
        '{"sku":"IMPORT","price":1}\n{"sku":"KEY","price":9}\n',
      );
      expect(imported).toMatchObject({ status: 'done', created: 1, updated: 1, refused: 0 });
      const { items } = await vitrine.records.list(principal, store.id, { sortBy: 'sku' });
      expect(items.map(({ slug, price }) => [slug, price])).toEqual([
        ['batch', 2],
        ['http', 10],
        ['import', 2],
        ['key', 18],
        ['lib', 8],
      ]);
      await a.delete(recordPath(store, 'LIB'));
      const ofA = { id: expect.any(String), name: 'key of A' };
      const upsert = { action: 'upsert', recordId: null, by: ofA };
      expect(seen).toEqual([
        { action: 'add', recordId: null, by: ofA },
        { action: 'add', recordId: null, by: ofA },
        { action: 'add', recordId: null, by: null },
        upsert,
        upsert,
        { action: 'patch', recordId: 'HTTP', by: ofA },
        upsert,
        upsert,
      ]);
    },
  );

  test(
    'a record that a hook refuses is not written, and in a batch or an import refused alone',
    verifies('library.hooks.refusal'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, FIELDS);
      const path = recordsPath(store);
      hook(world, complete);
      expectRefused(await a.post(path, { sku: 'A', price: -1 }), ['price']);
      await a.post(path, { sku: 'A', price: 1 });
      expectRefused(await a.patch(recordPath(store, 'A'), { price: -1 }), ['price']);
      expectProblem(await a.patch(recordPath(store, 'B'), { price: -1 }), ...notFound);
      const records = [{ sku: 'B' }, { sku: 'A', price: -2 }, { sku: 'C', price: 'x' }, 7, { sku: 'D' }];
      const { body } = await a.post<BatchUpsertRecordsResponse>(`${path}/batch`, { records });
      expect(body).toMatchObject({ created: 2, updated: 0, failed: 3 });
      expect(body.results[1]).toEqual({
        index: 1,
        id: 'A',
        status: 'failed',
        errors: { price: ['Expected at least 0.'] },
      });
      const imported = await importLines(
        world,
        store,
        '{"sku":"E","price":1}\n{"sku":"A","price":-1}\n{"sku":"F","price":"x"}\n{"sku":"G"}\n',
      );
      expect(imported).toMatchObject({ status: 'done', created: 2, updated: 0, refused: 2 });
      expect(imported.errors[0]).toMatchObject({ row: 2, errors: { price: ['Expected at least 0.'] } });
      expect((await a.get<StoreRecordResponse>(recordPath(store, 'A'))).body.price).toBe(2);
    },
  );

  test(
    'a call that is repeated under its key runs no hook and returns the first response',
    verifies('library.hooks.replay'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, FIELDS);
      let runs = 0;
      hook(world, ({ values }) => {
        values.price = ++runs;
      });
      const headers = { 'idempotency-key': 'k' };
      const post = (path: string, json: object) => a.send('POST', path, { json, headers });
      const first = await post(recordsPath(store), { sku: 'A', slug: 'a' });
      expect(first.body).toMatchObject({ price: 1 });
      const again = await post(recordsPath(store), { sku: 'A', slug: 'a' });
      expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
      expect(runs).toBe(1);
    },
  );

  test(
    'what a call would do is said with the hooks, and nothing is written',
    verifies('library.hooks.preview'),
    async () => {
      const world = await arrange();
      const { a, vitrine, principal } = world;
      const store = await createStore(a, FIELDS);
      const previews: boolean[] = [];
      hook(world, ({ isPreview }) => previews.push(isPreview));
      hook(world, complete);
      const { validate, previewUpsert, count } = vitrine.records;
      const body = { sku: 'A', price: 1 };
      const shown = { slug: 'a', price: 2 };
      expect(await validate(principal, store.id, body)).toMatchObject(shown);
      expect(await validate(principal, store.id, body, { mode: 'upsert' })).toMatchObject(shown);
      expect((await previewUpsert(principal, store.id, body)).record).toMatchObject(shown);
      await expect(previewUpsert(principal, store.id, { sku: 'A', price: -1 })).rejects.toMatchObject({
        issues: [{ path: 'price', message: 'Expected at least 0.' }],
      });
      const dry = await importLines(world, store, `${JSON.stringify(body)}\n`, '?dryRun=true');
      expect(dry).toMatchObject({ created: 1, refused: 0 });
      expect((await count(principal, store.id)).count).toBe(0);
      expect(previews).toEqual(Array(5).fill(true));
    },
  );

  test(
    'a hook of a typed store runs for that store only, with its values',
    verifies('library.hooks.types'),
    async () => {
      const { a, vitrine, principal } = await arrange();
      const goods = await vitrine.stores.open(principal, Goods);
      const other = await createStore(a, FIELDS);
      const seen: (string | null | undefined)[] = [];
      removals.push(
        vitrine.before('record.write', goods, ({ values }) => {
          // The compiler knows the names and types of the store.
          const at: string | null | undefined = values.at;
          seen.push(at);
          // @ts-expect-error: the store has no such property.
          values.colour = null;
          // @ts-expect-error: a price is a number.
          values.price = 'free';
          delete (values as Record<string, unknown>).colour;
          values.price = 1;
        }),
      );
      const added = await goods.add({ sku: 'A', slug: 'a', at: new Date('2026-01-02T03:04:05Z') });
      expect([added.price, seen]).toEqual([1, ['2026-01-02T03:04:05.000Z']]);
      await a.post(recordsPath(other), { sku: 'A', slug: 'a' });
      expect(seen).toHaveLength(1);
    },
  );
});
