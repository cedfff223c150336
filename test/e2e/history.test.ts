import type {
  ChangePage,
  DeletedRecord,
  Page,
  RecordHistoryEntry,
  RestoreRecordsResponse,
  StoreRecordResponse,
} from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  addRecords,
  createStore,
  expectProblem,
  expectRefused,
  forbidden,
  notFound,
  type PropertyWords,
  recordPath,
  recordsPath,
} from './arrange.ts';
import type { Client } from './client.ts';
import { onOneStorage } from './world.ts';

const DAY = 24 * 3_600_000;

type Store = { readonly id: string };

const createKept = (client: Client, words: Readonly<Record<string, PropertyWords>>) =>
  createStore(client, words, { history: 'P30D' });

async function historyOf(client: Client, store: Store, id: string, query = '') {
  const path = `${recordPath(store, id)}/history${query}`;
  const { status, body } = await client.get<Page<RecordHistoryEntry>>(path);
  expect(status).toBe(200);
  return body;
}

async function deletedRecords(client: Client, store: Store, query = '') {
  const path = `/v2/stores/${store.id}/deleted-records${query}`;
  const { status, body } = await client.get<Page<DeletedRecord>>(path);
  expect(status).toBe(200);
  return body;
}

const restore = (client: Client, store: Store, body: object) =>
  client.post<RestoreRecordsResponse>(`${recordsPath(store)}/restore`, body);

onOneStorage((arrange) => {
  test(
    'lists the changes of a record with their values before and after, newest first',
    verifies('history.list', 'history.by'),
    async () => {
      const { a, withStoreKey, principal, vitrine } = await arrange();
      const store = await createKept(a, { sku: 'unique string', price: 'number', sold: 'boolean' });
      const key = await withStoreKey(store.id);
      await addRecord(a, store, { sku: 'a/ö', price: 1.5 });
      await key.patch(recordPath(store, 'a/ö'), { sold: true });
      await key.patch(recordPath(store, 'a/ö'), { sold: true });
      await vitrine.records.patch(principal, store.id, 'a/ö', { price: null });
      await a.delete(recordPath(store, 'a/ö'));
      await addRecord(a, store, { sku: 'a/ö', price: 7 });
      const { items, cursor } = await historyOf(a, store, 'a/ö');
      expect(cursor).toBeUndefined();
      const shown = items.map(({ type, before, after, by }) => [type, before, after, by?.name ?? null]);
      const [sold, cheap] = [
        { sku: 'a/ö', price: 1.5, sold: true },
        { sku: 'a/ö', price: 1.5, sold: null },
      ];
      const free = { sku: 'a/ö', price: null, sold: true };
      expect(shown).toEqual([
        ['record.created', null, { sku: 'a/ö', price: 7, sold: null }, 'key of A'],
        ['record.deleted', free, null, 'key of A'],
        ['record.updated', sold, free, null],
        ['record.updated', cheap, sold, 'store'],
        ['record.created', null, cheap, 'key of A'],
      ]);
      expect(new Set(items.map(({ position }) => position)).size).toBe(5);
      const paged: RecordHistoryEntry[] = [];
      for (let next: string | undefined = ''; next !== undefined; ) {
        const page: Page<RecordHistoryEntry> = await historyOf(
          a,
          store,
          'a/ö',
          `?limit=2${next && `&cursor=${next}`}`,
        );
        expect(page.items.length).toBeLessThanOrEqual(2);
        paged.push(...page.items);
        next = page.cursor;
      }
      expect(paged).toEqual(items);
      expect((await historyOf(key, store, 'nothing')).items).toEqual([]);
      expectRefused(await a.get(`${recordPath(store, 'a/ö')}/history?limit=0`), ['limit']);
      expectRefused(await a.get(`${recordPath(store, 'a/ö')}/history?cursor=x`), ['cursor']);
    },
  );

  test(
    'shows values by the names of now, also after a slot was given to another property',
    verifies('history.names', 'restore.schema'),
    async () => {
      const { a, advance, vitrine } = await arrange();
      const store = await createKept(a, { sku: 'unique string', old: 'string', price: 'number' });
      const path = `/v2/stores/${store.id}/properties`;
      await addRecord(a, store, { sku: 'a', old: 'OLD', price: 1 });
      await a.delete(recordPath(store, 'a'));
      await a.delete(`${path}/old`);
      await a.post(`${path}/price/rename`, { name: 'cost' });
      advance(180_000);
      for (let ran = 1; ran > 0; ) ran = await vitrine.runDueJobs();
      await a.post(path, { name: 'old', type: 'string' });
      await a.post(path, { name: 'note', type: 'string' });
      const values = { sku: 'a', cost: 1, old: null, note: null };
      expect((await historyOf(a, store, 'a')).items[0]?.before).toEqual(values);
      expect((await deletedRecords(a, store)).items[0]?.values).toEqual(values);
      expect((await restore(a, store, { ids: ['a'] })).body).toEqual({
        results: [{ id: 'a', status: 'restored', droppedValues: 1 }],
      });
      expect((await a.get(recordPath(store, 'a'))).body).toMatchObject(values);
    },
  );

  test('keeps nothing in a store without history', verifies('history.off'), async () => {
    const { a } = await arrange();
    for (const store of [
      await createStore(a, { sku: 'unique string' }),
      await createStore(a, { sku: 'unique string' }, { changes: true }),
    ]) {
      await addRecord(a, store, { sku: 'a' });
      await a.delete(recordPath(store, 'a'));
      expect((await historyOf(a, store, 'a')).items).toEqual([]);
      expect((await deletedRecords(a, store)).items).toEqual([]);
      expect((await restore(a, store, { ids: ['a'] })).body.results).toEqual([
        { id: 'a', status: 'not_found' },
      ]);
      const { cursor } = (await a.get<ChangePage>(`/v2/stores/${store.id}/changes`)).body;
      expectProblem(await restore(a, store, { since: cursor }), 410, 'cursor_expired');
    }
  });

  test(
    'lists the deleted records, the last deletion first, and finds a part of their id or values',
    verifies('trash.list', 'trash.q'),
    async () => {
      const { a, withStoreKey } = await arrange();
      const store = await createKept(a, { sku: 'unique string', name: 'string', n: 'number' });
      const ids = ['one', 'TWO', 'three', 'four', 'five'];
      await addRecords(
        a,
        store,
        ids.map((sku, n) => ({ sku, name: n % 2 === 0 ? 'Größe' : 'ΟΔΟΣ 100%', n })),
      );
      const created = (await a.get<{ date_created: string }>(recordPath(store, 'TWO'))).body.date_created;
      for (const id of ['three', 'one', 'TWO', 'five']) await a.delete(recordPath(store, id));
      await addRecord(a, store, { sku: 'five' });
      const listed = await deletedRecords(await withStoreKey(store.id), store);
      expect(listed.items.map(({ id }) => id)).toEqual(['TWO', 'one', 'three']);
      expect(listed.items[0]).toEqual({
        id: 'TWO',
        values: { sku: 'TWO', name: 'ΟΔΟΣ 100%', n: 1 },
        at: expect.any(String),
        by: { keyId: expect.any(String), name: 'key of A' },
        position: expect.any(String),
        date_created: created,
      });
      const first = await deletedRecords(a, store, '?limit=2');
      const rest = await deletedRecords(a, store, `?limit=2&cursor=${first.cursor}`);
      expect([...first.items, ...rest.items]).toEqual(listed.items);
      expect(rest.cursor).toBeUndefined();
      const find = async (q: string) =>
        (await deletedRecords(a, store, `?q=${encodeURIComponent(q)}`)).items.map(({ id }) => id);
      expect(await find('GRÖ')).toEqual(['one', 'three']);
      expect(await find('two')).toEqual(['TWO']);
      expect(await find('οδος')).toEqual(['TWO']);
      expect(await find('%')).toEqual(['TWO']);
      expect(await find('1')).toEqual(['TWO']);
      expect(await find('nothing')).toEqual([]);
      expect(await find('')).toHaveLength(3);
      const page = await deletedRecords(a, store, '?limit=1&q=e');
      expect(page.items.map(({ id }) => id)).toEqual(['one']);
      const next = await deletedRecords(a, store, `?limit=1&q=e&cursor=${page.cursor}`);
      expect(next.items.map(({ id }) => id)).toEqual(['three']);
      expectRefused(await a.get(`/v2/stores/${store.id}/deleted-records?q=x&cursor=${page.cursor}`), [
        'cursor',
      ]);
      expectRefused(await a.get(`/v2/stores/${store.id}/deleted-records?limit=0`), ['limit']);
    },
  );

  test(
    'brings deleted records back as they were, each with its outcome',
    verifies('restore.ids', 'restore.exists', 'restore.logged'),
    async () => {
      const { a, withStoreKey, advance } = await arrange();
      const store = await createKept(a, {
        sku: 'unique string',
        price: 'number',
        at: 'datetime',
        sold: 'boolean',
        image: 'url_image',
      });
      const full = {
        sku: 'a',
        price: -0.1,
        at: '2026-01-02T03:04:05.678Z',
        sold: false,
        image: 'https://x.test/ö.png',
      };
      await addRecords(a, store, [full, { sku: 'b' }, { sku: 'c', price: 3 }, { sku: 'live' }]);
      const before = (await a.get<StoreRecordResponse>(recordPath(store, 'a'))).body;
      advance(5_000);
      await a.post(`${recordsPath(store)}/batch-delete`, { ids: ['a', 'b', 'c'] });
      await addRecord(a, store, { sku: 'c', price: 4 });
      const { cursor } = (await a.get<ChangePage>(`/v2/stores/${store.id}/changes`)).body;
      const key = await withStoreKey(store.id);
      const { status, body } = await restore(key, store, {
        ids: ['live', 'a', 'never', 'c', 'a', 'x\0', '\ud800'],
      });
      expect(status).toBe(200);
      expect(body.results).toEqual([
        { id: 'live', status: 'record_exists' },
        { id: 'a', status: 'restored' },
        { id: 'never', status: 'not_found' },
        { id: 'c', status: 'record_exists' },
        { id: 'x\0', status: 'not_found' },
        { id: '\ud800', status: 'not_found' },
      ]);
      const after = (await a.get<StoreRecordResponse>(recordPath(store, 'a'))).body;
      expect(after).toEqual({ ...before, date_updated: after.date_updated });
      expect((await a.get(recordPath(store, 'c'))).body).toMatchObject({ price: 4 });
      expectProblem(await a.get(recordPath(store, 'b')), ...notFound);
      expect((await deletedRecords(a, store)).items.map(({ id }) => id)).toEqual(['b']);
      const changes = (await a.get<ChangePage>(`/v2/stores/${store.id}/changes?since=${cursor}`)).body.items;
      expect(changes.map(({ type, recordId }) => [type, recordId])).toEqual([['record.created', 'a']]);
      const [newest] = (await historyOf(a, store, 'a')).items;
      expect(newest).toMatchObject({ type: 'record.created', by: { name: 'store' }, after: full });
      expect((await restore(a, store, { ids: ['a'] })).body.results).toEqual([
        { id: 'a', status: 'record_exists' },
      ]);
      expect((await restore(a, store, { ids: [] })).body).toEqual({ results: [] });
    },
  );

  test('accepts exactly one of ids, importId and since', verifies('restore.request'), async () => {
    const { a, b, anonymous, withStoreKey } = await arrange();
    const store = await createKept(a, { sku: 'unique string' });
    const other = await createKept(a, { sku: 'unique string' });
    const { cursor } = (await a.get<ChangePage>(`/v2/stores/${store.id}/changes`)).body;
    for (const body of [
      {},
      { ids: ['a'], since: cursor },
      { ids: [], importId: 'x' },
      { importId: 'x', since: cursor },
    ])
      expectRefused(await restore(a, store, body), ['']);
    expectRefused(await restore(a, store, { ids: Array.from({ length: 101 }, String) }), ['ids']);
    expectRefused(await restore(a, store, { ids: ['a', 5] }), ['ids[1]']);
    expectRefused(await restore(a, store, { ids: 'a' }), ['ids']);
    expectRefused(await restore(a, store, { id: ['a'] }), ['id']);
    for (const since of ['x', 5, `${cursor}x`, ''])
      expectRefused(await restore(a, store, { since }), since === '' ? [''] : ['since']);
    const foreign = (await a.get<ChangePage>(`/v2/stores/${other.id}/changes`)).body.cursor;
    expectRefused(await restore(a, store, { since: foreign }), ['since']);
    for (const importId of ['x', 'a\0b', '\ud800'])
      expectRefused(await restore(a, store, { importId }), ['importId']);
    expectRefused(await a.post(`${recordsPath(store)}/restore`), ['']);
    expectProblem(await restore(anonymous, store, { ids: ['a'] }), 401, 'unauthorized');
    for (const client of [b, await withStoreKey(other.id)]) {
      expectProblem(await restore(client, store, { ids: 5 }), ...notFound);
      expectProblem(await client.get(`${recordPath(store, 'a')}/history`), ...notFound);
      expectProblem(await client.get(`/v2/stores/${store.id}/deleted-records`), ...notFound);
      expectProblem(await client.post(`/v2/stores/${store.id}/deleted-records/purge`, {}), ...notFound);
      expectProblem(await client.get(`/v2/stores/${store.id}/restores/x`), ...notFound);
    }
    for (const id of ['x', 'a%00'])
      for (const end of ['', '/results'])
        expectProblem(await a.get(`/v2/stores/${store.id}/restores/${id}${end}`), ...notFound);
  });

  test('refuses a record from before the key of its store', verifies('restore.key'), async () => {
    const { a } = await arrange();
    const store = await createKept(a, { name: 'string' });
    const id = (await addRecord(a, store, { name: 'x' })).id ?? '';
    await a.delete(recordPath(store, id));
    await a.post(`/v2/stores/${store.id}/properties`, { name: 'sku', type: 'string', unique: true });
    expect((await restore(a, store, { ids: [id] })).body.results).toEqual([{ id, status: 'key_changed' }]);
    await addRecord(a, store, { sku: 's', name: 'y' });
    await a.delete(recordPath(store, 's'));
    expect((await restore(a, store, { ids: ['s'] })).body.results).toEqual([{ id: 's', status: 'restored' }]);
    expect((await a.get(recordPath(store, 's'))).body).toMatchObject({ sku: 's', name: 'y' });
  });

  test(
    'restores a record without a value that is required since, and not beyond the quota',
    verifies('restore.quota', 'restore.schema'),
    async () => {
      const { a, vitrine, accountId } = await arrange();
      const store = await createKept(a, { sku: 'unique string' });
      await addRecords(a, store, [{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }]);
      await a.post(`${recordsPath(store)}/batch-delete`, { ids: ['a', 'b', 'c'] });
      await a.post(`/v2/stores/${store.id}/properties`, { name: 'must', type: 'string', required: true });
      await vitrine.accounts.changeLimits(accountId, { records: 2 });
      const { results } = (await restore(a, store, { ids: ['a', 'b', 'c'] })).body;
      expect(results.map(({ status }) => status).toSorted()).toEqual([
        'quota_exceeded',
        'restored',
        'restored',
      ]);
      await vitrine.accounts.changeLimits(accountId, { records: 3 });
      const again = (await restore(a, store, { ids: ['a', 'b', 'c'] })).body.results;
      expect(again.map(({ status }) => status).toSorted()).toEqual([
        'record_exists',
        'record_exists',
        'restored',
      ]);
      expect((await a.get(recordPath(store, 'a'))).body).toMatchObject({ must: null });
    },
  );

  test(
    'a record whose time to live has ended is not in the trash, and a restored one lives anew',
    verifies('restore.ids', 'history.list'),
    async () => {
      const { a, advance, vitrine } = await arrange();
      const store = await createStore(a, { sku: 'unique string' }, { history: 'P30D', recordTtl: 3_600 });
      await addRecords(a, store, [{ sku: 'gone' }, { sku: 'back' }]);
      await a.delete(recordPath(store, 'back'));
      advance(DAY);
      for (let ran = 1; ran > 0; ) ran = await vitrine.runDueJobs();
      expect((await deletedRecords(a, store)).items.map(({ id }) => id)).toEqual(['back']);
      const { results } = (await restore(a, store, { ids: ['gone', 'back'] })).body;
      expect(results.map(({ status }) => status)).toEqual(['not_found', 'restored']);
      advance(3_000_000);
      expect((await a.get(recordPath(store, 'back'))).status).toBe(200);
      const { items } = await historyOf(a, store, 'gone');
      expect(items.map(({ type, after }) => [type, after])).toEqual([
        ['record.expired', null],
        ['record.created', undefined],
      ]);
      await a.delete(recordPath(store, 'back'));
      await addRecord(a, store, { sku: 'back' });
      await a.delete(recordPath(store, 'back'));
      await addRecord(a, store, { sku: 'back' });
      advance(3_700_000);
      // Expired, and not purged yet.
      const [result] = (await restore(a, store, { ids: ['back'] })).body.results;
      expect(result?.status).toBe('not_found');
    },
  );

  test(
    'purges deleted records, some or all, for account keys only',
    verifies('purge.trash', 'purge.account-key'),
    async () => {
      const { a, withStoreKey } = await arrange();
      const store = await createKept(a, { sku: 'unique string', n: 'number' });
      const path = `/v2/stores/${store.id}/deleted-records/purge`;
      const ids = Array.from({ length: 130 }, (_, i) => `r${i}`);
      await addRecords(
        a,
        store,
        ids.map((sku) => ({ sku })),
      );
      await a.patch(recordPath(store, 'r0'), { n: 1 });
      await a.patch(recordPath(store, 'r129'), { n: 1 });
      for (let i = 0; i < 129; i += 43)
        await a.post(`${recordsPath(store)}/batch-delete`, { ids: ids.slice(i, i + 43) });
      const key = await withStoreKey(store.id);
      for (const body of [{}, { ids: 5 }]) expectProblem(await key.post(path, body), ...forbidden);
      expectRefused(await a.post(path, { ids: Array.from({ length: 101 }, String) }), ['ids']);
      expect((await a.post(path, { ids: ['r0', 'r129', 'never', 'r0', '\ud800'] })).body).toEqual({
        purged: 1,
        more: false,
      });
      expect((await historyOf(a, store, 'r0')).items).toEqual([]);
      expect((await historyOf(a, store, 'r129')).items).toHaveLength(2);
      expect((await restore(a, store, { ids: ['r0'] })).body.results).toEqual([
        { id: 'r0', status: 'not_found' },
      ]);
      expect((await a.post(path, { ids: [] })).body).toEqual({ purged: 0, more: false });
      expect((await deletedRecords(a, store)).items).toHaveLength(50);
      expect((await a.post(path)).body).toEqual({ purged: 128, more: false });
      expect((await deletedRecords(a, store)).items).toEqual([]);
      expect((await historyOf(a, store, 'r5')).items).toEqual([]);
      expect((await historyOf(a, store, 'r129')).items).toHaveLength(2);
      expect((await a.post(path, {})).body).toEqual({ purged: 0, more: false });
    },
  );

  test(
    'a deletion with purge=true leaves the entry of the log and nothing else',
    verifies('purge.record', 'purge.account-key'),
    async () => {
      const { a, withStoreKey, vitrine, principal } = await arrange();
      const store = await createKept(a, { sku: 'unique string', n: 'number' });
      const { cursor } = (await a.get<ChangePage>(`/v2/stores/${store.id}/changes`)).body;
      await addRecords(a, store, [{ sku: 'a' }, { sku: 'b' }, { sku: 'c' }]);
      await a.patch(recordPath(store, 'a'), { n: 1 });
      await a.delete(recordPath(store, 'b'));
      const key = await withStoreKey(store.id);
      for (const purge of ['true', 'false', 'x'])
        expectProblem(await key.delete(`${recordPath(store, 'a')}?purge=${purge}`), ...forbidden);
      for (const purge of ['x', 'TRUE', '1', ''])
        expectRefused(await a.delete(`${recordPath(store, 'a')}?purge=${purge}`), ['purge']);
      expect((await historyOf(a, store, 'a')).items).toHaveLength(2);
      const response = await a.delete(`${recordPath(store, 'a')}?purge=true`);
      expect(response).toMatchObject({ status: 200, body: { id: 'a', status: 'deleted' } });
      expect((await a.delete(`${recordPath(store, 'b')}?purge=true`)).body).toEqual({
        id: 'b',
        status: 'already_deleted',
      });
      await a.delete(`${recordPath(store, 'c')}?purge=false`);
      for (const id of ['a', 'b']) expect((await historyOf(a, store, id)).items).toEqual([]);
      expect((await deletedRecords(a, store)).items.map(({ id }) => id)).toEqual(['c']);
      await vitrine.records.delete(principal, store.id, 'c', {}, { purge: true });
      expect((await deletedRecords(a, store)).items).toEqual([]);
      const { items } = (await a.get<ChangePage>(`/v2/stores/${store.id}/changes?since=${cursor}`)).body;
      const deletions = items.filter(({ type }) => type === 'record.deleted');
      expect(deletions.map(({ recordId }) => recordId)).toEqual(['b', 'a', 'c']);
      expect((await a.delete(`${recordPath(store, 'never')}?purge=true`)).body).toMatchObject({
        status: 'already_deleted',
      });
    },
  );
});
