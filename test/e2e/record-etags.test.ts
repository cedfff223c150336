import { recordEtag } from '@vitrine/core';
import type { DeleteRecordResponse, StoreDetail, StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import {
  addRecord,
  createStore,
  expectProblem,
  expectRefused,
  notFound,
  recordPath,
  recordsPath,
} from './arrange.ts';
import type { Client, ClientResponse } from './client.ts';
import { onOneStorage } from './world.ts';

const changed = [412, 'precondition_failed'] as const;

function etagOf({ headers }: ClientResponse<unknown>): string {
  const etag = headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
  return etag;
}

function conditional(client: Client, path: string) {
  return {
    get: (etag: string) => client.send('GET', path, { headers: { 'if-none-match': etag } }),
    patch: (etag: string, json: object) =>
      client.send<StoreRecordResponse>('PATCH', path, { headers: { 'if-match': etag }, json }),
    delete: (etag: string) =>
      client.send<DeleteRecordResponse>('DELETE', path, { headers: { 'if-match': etag } }),
  };
}

onOneStorage((arrange) => {
  test(
    'sends the strong ETag of a record with every response that has one record',
    verifies('records.etag', 'records.etag.changes'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', note: 'string', n: 'number' });
      const created = await a.post<StoreRecordResponse>(recordsPath(store), { sku: 'a', n: 1 });
      const path = recordPath(store, 'a');
      const [read, found] = [await a.get(path), await a.post(`${recordsPath(store)}/lookup`, { sku: 'a' })];
      expect(new Set([created, read, found].map(etagOf)).size).toBe(1);
      expect(etagOf(created)).toBe(recordEtag(created.body));
      const seen = new Set([etagOf(read)]);
      for (let n = 0; n < 30; n++) {
        const patched = await a.patch(path, { n });
        expect(etagOf(await a.get(path))).toBe(etagOf(patched));
        expect(seen).not.toContain(etagOf(patched));
        seen.add(etagOf(patched));
      }
      const before = etagOf(await a.get(path));
      await a.post(`${recordsPath(store)}/batch`, { records: [{ sku: 'a', note: 'x' }] });
      const merged = etagOf(await a.get(path));
      await a.post<StoreDetail>(`/v2/stores/${store.id}/properties/n/rename`, { name: 'm' });
      const renamed = etagOf(await a.get(path));
      expect(new Set([before, merged, renamed]).size).toBe(3);
      await a.patch(`/v2/stores/${store.id}`, { name: 'Other' });
      expect(etagOf(await a.get(path))).toBe(renamed);
      const candidate = await a.post(`${recordsPath(store)}/validate`, { sku: 'candidate' });
      expect([candidate.status, candidate.headers.get('etag')]).toEqual([200, null]);
    },
  );

  test(
    'returns 304 without a body if If-None-Match names the record',
    verifies('records.if-none-match'),
    async () => {
      const { a, b } = await arrange();
      const store = await createStore(a, { sku: 'unique string', n: 'number' });
      await addRecord(a, store, { sku: 'a' });
      const path = recordPath(store, 'a');
      const etag = etagOf(await a.get(path));
      for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
        const response = await conditional(a, path).get(known);
        expect([response.status, response.text, etagOf(response)]).toEqual([304, '', etag]);
      }
      for (const unknown of ['"x"', 'x', '', etag.slice(0, -2)]) {
        expect((await conditional(a, path).get(unknown)).status).toBe(200);
      }
      await a.patch(path, { n: 1 });
      expect((await conditional(a, path).get(etag)).status).toBe(200);
      expectProblem(await conditional(b, path).get('*'), ...notFound);
      expectProblem(await conditional(a, recordPath(store, 'missing')).get('*'), ...notFound);
    },
  );

  test(
    'changes a record only if If-Match names it, after all other checks',
    verifies('records.if-match', 'records.if-match.any'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', n: 'number' });
      await addRecord(a, store, { sku: 'a', n: 0 });
      const path = recordPath(store, 'a');
      const guarded = conditional(a, path);
      const first = etagOf(await a.get(path));
      const patched = await guarded.patch(`"x", ${first}`, { n: 1 });
      expect([patched.status, patched.body.n]).toEqual([200, 1]);
      for (const wrong of [first, `W/${etagOf(patched)}`, '"x"', 'x', '', etagOf(patched).slice(1, -1)]) {
        expectProblem(await guarded.patch(wrong, { n: 2 }), ...changed);
        expectProblem(await guarded.patch(wrong, {}), ...changed);
        expectProblem(await guarded.delete(wrong), ...changed);
      }
      expect((await a.get(path)).body).toEqual(patched.body);
      expect((await guarded.patch(etagOf(patched), {})).body).toEqual(patched.body);
      expectRefused(await guarded.patch('"x"', { n: 'text' }), ['n']);
      const missing = conditional(a, recordPath(store, 'missing'));
      for (const any of ['*', first]) expectProblem(await missing.patch(any, { n: 3 }), ...notFound);
      expect((await guarded.patch('*', { n: 3 })).body).toMatchObject({ n: 3 });
    },
  );

  test(
    'deletes a record only if If-Match names it; one that is gone already counts as deleted',
    verifies('records.if-match.delete'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', n: 'number' });
      await addRecord(a, store, { sku: 'a', n: 0 });
      const guarded = conditional(a, recordPath(store, 'a'));
      const etag = etagOf(await a.patch(recordPath(store, 'a'), { n: 1 }));
      expectProblem(await guarded.delete('"x"'), ...changed);
      expect((await guarded.delete(etag)).body).toEqual({ id: 'a', status: 'deleted' });
      for (const any of [etag, '*']) {
        expect((await guarded.delete(any)).body).toEqual({ id: 'a', status: 'already_deleted' });
      }
    },
  );

  test('of racing changes with one ETag one takes effect', verifies('records.if-match.race'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string', n: 'number', note: 'string' });
    await addRecord(a, store, { sku: 'a' });
    const path = recordPath(store, 'a');
    const guarded = conditional(a, path);
    for (let round = 0; round < 5; round++) {
      const etag = etagOf(await a.get(path));
      const racing = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          guarded.patch(etag, i % 2 === 0 ? { n: round * 10 + i } : { note: `${round} ${i}` }),
        ),
      );
      expect(racing.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
      const [winner] = racing.filter(({ status }) => status === 200);
      expect((await a.get(path)).body).toEqual(winner?.body);
    }
    // Read, add, write: with retries no addition is lost.
    await a.patch(path, { n: 0 });
    const add = async (): Promise<void> => {
      const read = await a.get<StoreRecordResponse>(path);
      const { status } = await guarded.patch(etagOf(read), { n: Number(read.body.n) + 1 });
      if (status !== 200) await add();
    };
    await Promise.all(Array.from({ length: 6 }, add));
    expect((await a.get(path)).body).toMatchObject({ n: 6 });
  });

  test('the library takes an entity tag in place of a header', async () => {
    const { vitrine, principal, a } = await arrange();
    const store = await createStore(a, { sku: 'unique string', n: 'number' });
    const record = await vitrine.records.add(principal, store.id, { sku: 'a' });
    const ifMatch = recordEtag(record);
    const patched = await vitrine.records.patch(principal, store.id, 'a', { n: 1 }, { ifMatch });
    const again = vitrine.records.patch(principal, store.id, 'a', { n: 2 }, { ifMatch });
    await expect(again).rejects.toMatchObject({ code: 'precondition_failed' });
    const deleting = vitrine.records.delete(principal, store.id, 'a', { ifMatch: recordEtag(patched) });
    expect(await deleting).toEqual({ id: 'a', status: 'deleted' });
  });
});
