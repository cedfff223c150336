import type {
  ChangePage,
  ImportSummary,
  Page,
  RestoreJob,
  RestoreRecordsResponse,
  RestoreResult,
  StartImportResponse,
  StoreRecordResponse,
} from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  addRecords,
  createStore,
  expectProblem,
  recordPath,
  recordsPath,
  walk,
} from './arrange.ts';
import type { Client } from './client.ts';
import { onOneStorage, type World } from './world.ts';

type Store = { readonly id: string };

const restore = (client: Client, store: Store, body: object) =>
  client.post<RestoreRecordsResponse>(`${recordsPath(store)}/restore`, body);

async function runJobs({ vitrine }: World): Promise<void> {
  for (let ran = 1; ran > 0; ) ran = await vitrine.runDueJobs();
}

async function importCsv(world: World, store: Store, csv: string): Promise<string> {
  const { body } = await world.a.send<StartImportResponse>('POST', `/v2/stores/${store.id}/imports`, {
    raw: csv,
    headers: { 'content-type': 'text/csv' },
  });
  await runJobs(world);
  return body.importId;
}

/** Returns when an import was taken back, as the list of imports says it. */
async function takenBackAt(client: Client, store: Store, importId: string): Promise<string | null> {
  const { body } = await client.get<Page<ImportSummary>>(`/v2/stores/${store.id}/imports`);
  return body.items.find((one) => one.importId === importId)?.takenBackAt ?? null;
}

async function cursorOf(client: Client, store: Store): Promise<string> {
  return (await client.get<ChangePage>(`/v2/stores/${store.id}/changes`)).body.cursor;
}

/** Returns all records without their times, by id. */
async function recordsOf(client: Client, store: Store): Promise<Record<string, object>> {
  const { body } = await client.get<Page<StoreRecordResponse>>(`${recordsPath(store)}?limit=100`);
  return Object.fromEntries(
    body.items.map(({ date_created: _c, date_updated: _u, ...record }) => [record.id, record]),
  );
}

async function statusesOf(client: Client, store: Store, body: object): Promise<Record<string, string>> {
  const response = await restore(client, store, body);
  expect(response.status, response.text).toBe(200);
  return Object.fromEntries(response.body.results.map(({ id, status }) => [id, status]));
}

/** Returns all results of a restore, page by page. */
async function resultsOf(client: Client, path: string, limit: number): Promise<RestoreResult[]> {
  const found: RestoreResult[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body } = await client.get<Page<RestoreResult>>(`${path}/results?limit=${limit}${query}`);
    expect(status).toBe(200);
    found.push(...body.items);
    cursor = body.cursor;
  }
  return found;
}

onOneStorage((arrange) => {
  test(
    'takes an import back: created records go, changed ones get their values back, unless they were changed since',
    verifies('restore.import', 'restore.changed', 'restore.logged'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(
        a,
        { sku: 'unique string', price: 'number', note: 'string' },
        { history: 'P30D' },
      );
      await addRecords(a, store, [
        { sku: 'same', price: 1 },
        { sku: 'priced', price: 1, note: 'kept' },
        { sku: 'edited', price: 1 },
        { sku: 'dropped', price: 1 },
        { sku: 'twice', price: 1 },
        { sku: 'reverted', price: 1 },
      ]);
      const before = await recordsOf(a, store);
      const rows = [
        'same,1',
        'priced,2',
        'edited,2',
        'dropped,2',
        'twice,2',
        'twice,3',
        'reverted,2',
        'new,2',
        'mine,2',
        'bye,2',
      ];
      const importId = await importCsv(world, store, `sku,price\n${rows.join('\n')}\n`);
      await a.patch(recordPath(store, 'edited'), { note: 'by hand' });
      await a.delete(recordPath(store, 'dropped'));
      await a.patch(recordPath(store, 'mine'), { note: 'by hand' });
      await a.delete(recordPath(store, 'bye'));
      await a.patch(recordPath(store, 'reverted'), { price: 1 });
      await addRecord(a, store, { sku: 'other', price: 5 });
      const cursor = await cursorOf(a, store);
      expect(await takenBackAt(a, store, importId)).toBeNull();
      expect(await statusesOf(a, store, { importId })).toEqual({
        priced: 'restored',
        edited: 'changed',
        dropped: 'changed',
        twice: 'restored',
        reverted: 'unchanged',
        new: 'deleted',
        mine: 'changed',
        bye: 'unchanged',
      });
      expect(await takenBackAt(a, store, importId)).toMatch(/^\d{4}-/);
      const after = await recordsOf(a, store);
      expect(after).toEqual({
        same: before.same,
        priced: before.priced,
        twice: before.twice,
        reverted: before.reverted,
        edited: { id: 'edited', sku: 'edited', price: 2, note: 'by hand' },
        mine: { id: 'mine', sku: 'mine', price: 2, note: 'by hand' },
        other: { id: 'other', sku: 'other', price: 5, note: null },
      });
      const changes = (await a.get<ChangePage>(`/v2/stores/${store.id}/changes?since=${cursor}`)).body.items;
      expect(changes.map(({ type, recordId }) => `${type} ${recordId}`).toSorted()).toEqual([
        'record.deleted new',
        'record.updated priced',
        'record.updated twice',
      ]);
      expect(await statusesOf(a, store, { importId })).toMatchObject({
        priced: 'unchanged',
        new: 'unchanged',
      });
      expect(await recordsOf(a, store)).toEqual(after);
      // What the restore has changed can be taken back too.
      expect(await statusesOf(a, store, { since: cursor })).toMatchObject({
        priced: 'restored',
        new: 'restored',
      });
      expect(await recordsOf(a, store)).toMatchObject({
        priced: { price: 2 },
        new: { price: 2 },
        twice: { price: 3 },
      });
    },
  );

  test(
    'an import without effect has nothing to take back, and a running one is refused',
    verifies('restore.one-job', 'restore.request'),
    async () => {
      const world = await arrange();
      const { a } = world;
      const store = await createStore(a, { sku: 'unique string' }, { history: 'P30D' });
      await addRecord(a, store, { sku: 'a' });
      const idle = await importCsv(world, store, 'sku\na\n');
      expect((await restore(a, store, { importId: idle })).body).toEqual({ results: [] });
      const { body } = await a.send<StartImportResponse>('POST', `/v2/stores/${store.id}/imports`, {
        raw: 'sku\nb\n',
        headers: { 'content-type': 'text/csv' },
      });
      expectProblem(await restore(a, store, { importId: body.importId }), 409, 'conflict');
      await runJobs(world);
      expect(await statusesOf(a, store, { importId: body.importId })).toEqual({ b: 'deleted' });
      const late = await createStore(a, { sku: 'unique string' });
      const early = await importCsv(world, late, 'sku\nb\n');
      await a.patch(`/v2/stores/${late.id}`, { history: 'P30D' });
      expectProblem(await restore(a, late, { importId: early }), 410, 'cursor_expired');
    },
  );

  test(
    'takes everything since a position back, whoever did it and whatever became of the schema',
    verifies('restore.since', 'restore.schema'),
    async () => {
      const world = await arrange();
      const { a, advance } = world;
      const store = await createStore(
        a,
        { sku: 'unique string', price: 'number', old: 'string' },
        { history: 'P30D' },
      );
      const property = `/v2/stores/${store.id}/properties`;
      await addRecords(a, store, [
        { sku: 'kept', price: 1, old: 'o' },
        { sku: 'patched', price: 1, old: 'o' },
        { sku: 'deleted', price: 1, old: 'o' },
        { sku: 'again', price: 1, old: 'o' },
      ]);
      const since = await cursorOf(a, store);
      await a.patch(recordPath(store, 'patched'), { price: 2 });
      await a.patch(recordPath(store, 'patched'), { price: null, old: 'p' });
      await a.delete(recordPath(store, 'deleted'));
      await a.delete(recordPath(store, 'again'));
      await addRecord(a, store, { sku: 'again', price: 9 });
      await addRecord(a, store, { sku: 'new' });
      await addRecord(a, store, { sku: 'brief' });
      await a.delete(recordPath(store, 'brief'));
      await a.post(`${property}/price/rename`, { name: 'cost' });
      await a.delete(`${property}/old`);
      advance(180_000);
      await runJobs(world);
      await a.post(property, { name: 'fresh', type: 'string' });
      await a.patch(recordPath(store, 'patched'), { fresh: 'f' });
      expect(
        (await restore(a, store, { since })).body.results.toSorted((x, y) => (x.id < y.id ? -1 : 1)),
      ).toEqual([
        { id: 'again', status: 'restored', droppedValues: 1 },
        { id: 'brief', status: 'unchanged' },
        { id: 'deleted', status: 'restored', droppedValues: 1 },
        { id: 'new', status: 'deleted' },
        { id: 'patched', status: 'restored', droppedValues: 1 },
      ]);
      const record = (sku: string) => ({ id: sku, sku, cost: 1, fresh: null });
      expect(await recordsOf(a, store)).toEqual({
        kept: record('kept'),
        patched: record('patched'),
        deleted: record('deleted'),
        again: record('again'),
      });
    },
  );

  test('refuses a position from before the history', verifies('restore.expired'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string' }, { changes: true });
    const before = await cursorOf(a, store);
    await addRecord(a, store, { sku: 'a' });
    await a.patch(`/v2/stores/${store.id}`, { history: 'P1D' });
    const since = await cursorOf(a, store);
    await addRecord(a, store, { sku: 'b' });
    expectProblem(await restore(a, store, { since: before }), 410, 'cursor_expired');
    expect(await statusesOf(a, store, { since })).toEqual({ b: 'deleted' });
    await a.patch(`/v2/stores/${store.id}`, { history: null });
    await addRecord(a, store, { sku: 'c' });
    await a.patch(`/v2/stores/${store.id}`, { history: 'P1D' });
    expectProblem(await restore(a, store, { since }), 410, 'cursor_expired');
  });

  test(
    'restores more than a hundred records in the background, with an outcome for each',
    verifies('restore.job', 'restore.one-job'),
    async () => {
      const world = await arrange();
      const { a, withStoreKey } = world;
      const store = await createStore(a, { sku: 'unique string', n: 'number' }, { history: 'P30D' });
      const ids = Array.from({ length: 350 }, (_, i) => `r${String(i).padStart(3, '0')}`);
      await addRecords(
        a,
        store,
        ids.slice(0, 200).map((sku) => ({ sku, n: 0 })),
      );
      const before = await walk(a, store, 'sortBy=sku&limit=100');
      const importId = await importCsv(world, store, `sku,n\n${ids.map((id) => `${id},1`).join('\n')}\n`);
      await a.patch(recordPath(store, 'r100'), { n: 7 });
      const since = await cursorOf(a, store);
      const started = await a.post<RestoreJob>(`${recordsPath(store)}/restore`, { importId });
      expect(started).toMatchObject({
        status: 202,
        body: { status: 'running', counts: {}, finishedAt: null },
      });
      const path = `/v2/stores/${store.id}/restores/${started.body.restoreId}`;
      expect(started.headers.get('location')).toBe(path);
      expectProblem(await restore(a, store, { importId }), 409, 'conflict');
      // A change after the request is kept.
      await a.patch(recordPath(store, 'r101'), { n: 8 });
      expect(await takenBackAt(a, store, importId)).toBeNull();
      await runJobs(world);
      expect(await takenBackAt(a, store, importId)).toMatch(/^\d{4}-/);
      const key = await withStoreKey(store.id);
      const { body } = await key.get<RestoreJob>(path);
      expect(body).toEqual({
        restoreId: started.body.restoreId,
        status: 'done',
        counts: { restored: 198, deleted: 150, changed: 2 },
        createdAt: expect.any(String),
        finishedAt: expect.any(String),
      });
      const results = await resultsOf(key, path, 33);
      expect(results.map(({ id }) => id)).toEqual(ids);
      expect(results[100]).toEqual({ id: 'r100', status: 'changed' });
      expect(results[101]).toEqual({ id: 'r101', status: 'changed' });
      expect(results[349]).toEqual({ id: 'r349', status: 'deleted' });
      expect(await resultsOf(a, path, 100)).toEqual(results);
      const after = await walk(a, store, 'sortBy=sku&limit=100');
      expect(after.map(({ sku, n }) => [sku, n])).toEqual(
        before.map(({ sku, n }) => [sku, sku === 'r100' ? 7 : sku === 'r101' ? 8 : n]),
      );
      const back = await a.post<RestoreJob>(`${recordsPath(store)}/restore`, { since });
      expect(back.status).toBe(202);
      await a.delete(`/v2/stores/${store.id}`);
      await runJobs(world);
      await a.post(`/v2/stores/${store.id}/restore`);
      expect(
        (await a.get<RestoreJob>(`/v2/stores/${store.id}/restores/${back.body.restoreId}`)).body,
      ).toMatchObject({
        status: 'failed',
        reason: 'The store was deleted.',
      });
    },
  );
});
