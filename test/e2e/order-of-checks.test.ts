import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, createStore, expectProblem, forbidden, notFound, unauthorized } from './arrange.ts';
import type { SendOptions } from './client.ts';
import { nowhere, operations, type Targets } from './operations.ts';
import { onOneStorage } from './world.ts';

/** Bodies that are invalid in every possible way. */
const broken: readonly SendOptions[] = [
  { raw: '{"name":', headers: { 'content-type': 'application/json' } },
  { raw: '[]', headers: { 'content-type': 'application/json' } },
  { raw: '{"nobody knows":1}', headers: { 'content-type': 'application/json' } },
  { raw: 'plain text', headers: { 'content-type': 'text/plain' } },
  { raw: '{}' },
  { raw: `{"x":"${'x'.repeat(4 * 1024 * 1024)}"}`, headers: { 'content-type': 'application/json' } },
];

const writing = Object.entries(operations).filter(
  ([, { method }]) => method !== 'GET' && method !== 'DELETE',
);

onOneStorage((arrange) => {
  test('returns 401 for an invalid body without a key', verifies('order.unauthorized-first'), async () => {
    const { anonymous } = await arrange();
    const targets = nowhere;
    for (const [, operation] of writing) {
      for (const body of broken)
        expectProblem(await anonymous.send(operation.method, operation.path(targets), body), ...unauthorized);
    }
    for (const query of ['?limit=0', '?cursor=x', '?sortBy=nothing&sortDir=up']) {
      expectProblem(await anonymous.get(`/v2/stores${query}`), ...unauthorized);
    }
  });

  test(
    'returns 404 for an invalid body or query to an unknown, deleted or foreign store',
    verifies('order.not-found-second'),
    async () => {
      const { a, b, withStoreKey } = await arrange();
      const words = { sku: 'unique string', note: 'string', amount: 'number' } as const;
      const [foreign, deleted, own] = [
        await createStore(b, words),
        await createStore(a, words),
        await createStore(a, words),
      ];
      await a.delete(`/v2/stores/${deleted.id}`);
      const storeKey = await withStoreKey(own.id);
      for (const [client, storeId] of [
        [a, 'nowhere'],
        [a, foreign.id],
        [a, deleted.id],
        [storeKey, foreign.id],
        [storeKey, deleted.id],
      ] as const) {
        const targets: Targets = { ...nowhere, storeId };
        for (const [name, operation] of writing.filter(([, { isOfStore }]) => isOfStore)) {
          // The one operation that finds a deleted store.
          if (name === 'RestoreStore' && storeId === deleted.id) continue;
          for (const body of broken)
            expectProblem(await client.send(operation.method, operation.path(targets), body), ...notFound);
        }
        for (const path of [
          'records?limit=0',
          'records?cursor=x',
          'records?sortBy=nothing',
          'records/export?format=xml',
        ]) {
          expectProblem(await client.get(`/v2/stores/${storeId}/${path}`), ...notFound);
        }
      }
    },
  );

  test(
    'returns 404 for an invalid body to an unknown record or property',
    verifies('order.not-found-second'),
    async () => {
      const { a, withStoreKey } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      const storeKey = await withStoreKey(store.id);
      for (const body of broken) {
        for (const client of [a, storeKey]) {
          expectProblem(
            await client.send('PATCH', `/v2/stores/${store.id}/records/nobody`, body),
            ...notFound,
          );
        }
        expectProblem(await a.send('PATCH', `/v2/stores/${store.id}/properties/nothing`, body), ...notFound);
      }
      expectProblem(await a.delete(`/v2/stores/${store.id}/properties/nothing`), ...notFound);
    },
  );

  test(
    'returns 403 for an invalid body to an operation that a store key may not call',
    verifies('order.forbidden-third'),
    async () => {
      const { a, withStoreKey } = await arrange();
      const store = await createStore(a, { sku: 'unique string', note: 'string', amount: 'number' });
      await addRecord(a, store, { sku: 'one' });
      const storeKey = await withStoreKey(store.id);
      const targets: Targets = { ...nowhere, storeId: store.id };
      for (const [, operation] of writing.filter(([, { keys }]) => keys === 'account')) {
        for (const body of broken)
          expectProblem(await storeKey.send(operation.method, operation.path(targets), body), ...forbidden);
      }
      expectProblem(await storeKey.get('/admin/keys?limit=0'), ...forbidden);
      // Before the property is looked up.
      for (const name of ['sku', 'nothing']) {
        const path = `/v2/stores/${store.id}/properties/${name}`;
        expectProblem(await storeKey.delete(path), ...forbidden);
        expectProblem(await storeKey.patch(path, { required: true }), ...forbidden);
        expectProblem(await storeKey.post(`${path}/rename`, { name: 'other' }), ...forbidden);
      }
      // Any text may be a file.
      const bodies = writing.filter(([, { keys, file }]) => keys === 'both' && file === undefined);
      for (const [, operation] of bodies) {
        for (const body of broken) {
          const { status } = await storeKey.send(operation.method, operation.path(targets), body);
          expect([400, 413, 415]).toContain(status);
        }
      }
    },
  );
});
