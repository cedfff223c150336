import type { BatchUpsertRecordsResponse, StoreRecordResponse } from '@vitrine/core';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, addRecords, createStore, recordPath, recordsPath, walk } from './arrange.ts';
import { onEveryStorage } from './world.ts';

/** Lets timers and other threads in: requests to the memory storage never wait for anything. */
const breathe = () => new Promise((resolve) => setImmediate(resolve));
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Milliseconds, more than the slot of a deleted property rests before it is cleared and used again. */
const FREED_SLOTS_RESTED = 200_000;

onEveryStorage((arrange) => {
  test(
    '32 parallel patches of different properties all survive',
    verifies('records.patch.concurrent'),
    async () => {
      const { a } = await arrange();
      // Beyond 24 of a kind values are kept elsewhere; both places must hold.
      const names = numbered(32).map((index) => `p${index}`);
      const store = await createStore(a, {
        sku: 'unique string',
        ...Object.fromEntries(names.map((name) => [name, 'number' as const])),
      });
      await addRecord(a, store, { sku: 'a' });
      for (const round of [1, 2]) {
        const answers = await Promise.all(
          names.map((name, index) => a.patch(recordPath(store, 'a'), { [name]: round * 100 + index })),
        );
        expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200));
        const { body } = await a.get<StoreRecordResponse>(recordPath(store, 'a'));
        expect(names.map((name) => body[name])).toEqual(names.map((_, index) => round * 100 + index));
      }
    },
  );

  test(
    'of parallel adds of one key one succeeds, of parallel upserts one creates',
    verifies('records.add.exists', 'records.batch.merge'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string', by: 'number' });
      const added = await Promise.all(
        numbered(24).map((by) => a.post<StoreRecordResponse>(recordsPath(store), { sku: 'one', by })),
      );
      expect(added.map(({ status }) => status).toSorted()).toEqual([201, ...numbered(23).map(() => 400)]);
      const winner = added.find(({ status }) => status === 201);
      expect((await a.get(recordPath(store, 'one'))).body).toEqual(winner?.body);
      const upserted = await Promise.all(
        numbered(24).map((by) =>
          a.post<BatchUpsertRecordsResponse>(`${recordsPath(store)}/batch`, {
            records: [{ sku: 'two', by }, { sku: `own${by}` }],
          }),
        ),
      );
      expect(
        upserted.map(({ body }) => body.results[0]?.status).filter((status) => status === 'created'),
      ).toHaveLength(1);
      expect(upserted.every(({ body }) => body.failed === 0 && body.results[1]?.status === 'created')).toBe(
        true,
      );
      expect(await walk(a, store)).toHaveLength(26);
    },
  );

  test('of parallel deletes one deletes', verifies('records.delete.response'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    await addRecord(a, store, { sku: 'a' });
    const answers = await Promise.all(
      numbered(16).map(() => a.delete<{ status: string }>(recordPath(store, 'a'))),
    );
    expect(answers.filter(({ body }) => body.status === 'deleted')).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  test(
    'a write during schema changes is either read by the schema it is stored under or refused',
    verifies('stores.property.delete.values', 'stores.property.delete.name-free'),
    async () => {
      const { a, vitrine, advance } = await arrange();
      const store = await createStore(a, { n: 'number', size: 'string' });
      const path = `/v2/stores/${store.id}/properties`;
      const end = { reached: false };
      const statuses = new Set<number>();
      const writer = async (value: string | number) => {
        while (!end.reached) {
          const [one, many] = await Promise.all([
            a.post(recordsPath(store), { size: value }),
            a.post(`${recordsPath(store)}/batch`, { records: [{ size: value }, { n: 1 }] }),
          ]);
          statuses.add(one.status).add(many.status);
          await breathe();
        }
      };
      const writers = ['text', 'more text', 5, 7].map(writer);
      for (let round = 0; round < 12; round++) {
        expect((await a.delete(`${path}/size`)).status).toBe(200);
        expect(
          (await a.post(path, { name: 'size', type: round % 2 === 0 ? 'number' : 'string' })).status,
        ).toBe(200);
        // Everything that is seen has the type of the moment or is unset; older values never come back.
        const wanted = round % 2 === 0 ? 'number' : 'string';
        const { body } = await a.get<{ items: StoreRecordResponse[] }>(`${recordsPath(store)}?limit=100`);
        for (const { size } of body.items)
          expect(size === null || size === undefined || typeof size === wanted).toBe(true);
        advance(FREED_SLOTS_RESTED);
        await vitrine.runDueJobs();
        await breathe();
      }
      end.reached = true;
      await Promise.all(writers);
      expect([...statuses].toSorted()).toEqual([200, 201, 400]);
      for (const { size } of await walk(a, store, 'limit=100'))
        expect(size === null || typeof size === 'string').toBe(true);
    },
  );

  test(
    'of parallel additions of one property one succeeds, and no change of another is lost',
    verifies('stores.property.name.case'),
    async () => {
      const { a } = await arrange();
      const store = await createStore(a, { sku: 'unique string' });
      const path = `/v2/stores/${store.id}/properties`;
      const same = await Promise.all(
        ['size', 'Size', 'SIZE', 'siZe'].map((name) => a.post(path, { name, type: 'string' })),
      );
      expect(same.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
      const different = await Promise.all(
        numbered(6).map((index) => a.post(path, { name: `p${index}`, type: 'number' })),
      );
      expect(different.every(({ status }) => status === 200)).toBe(true);
      expect((await a.get<{ properties: unknown[] }>(`/v2/stores/${store.id}`)).body.properties).toHaveLength(
        8,
      );
    },
  );

  test(
    'a record and a unique property added at once never leave a record without its key',
    verifies('stores.property.unique.add-empty'),
    async () => {
      const { a } = await arrange();
      for (let round = 0; round < 6; round++) {
        const store = await createStore(a, { name: 'string' });
        const [record, property] = await Promise.all([
          a.post<StoreRecordResponse>(recordsPath(store), { name: 'x' }),
          a.post(`/v2/stores/${store.id}/properties`, { name: 'sku', type: 'string', unique: true }),
        ]);
        expect([
          [201, 400],
          [400, 200],
        ]).toContainEqual([record.status, property.status]);
      }
    },
  );

  test(
    'deleting a store during writes gives no server error, and nothing is written after it',
    verifies('stores.delete.response'),
    async () => {
      const { a, vitrine } = await arrange();
      const store = await createStore(a, { sku: 'unique number' });
      await addRecords(a, store, [{ sku: -1 }]);
      let next = 0;
      const end = { reached: false };
      const statuses = new Set<number>();
      const writers = numbered(8).map(async () => {
        while (!end.reached) {
          const sku = next++;
          const answers = await Promise.all([
            a.post(recordsPath(store), { sku }),
            a.patch(recordPath(store, '-1'), { sku: -1 }),
            a.get(recordsPath(store)),
            a.post(`${recordsPath(store)}/search`),
            a.get(`${recordsPath(store)}/export?format=csv`),
          ]);
          for (const { status } of answers) statuses.add(status);
          await breathe();
        }
      });
      await new Promise((resolve) => setTimeout(resolve, 50));
      const deletions = await Promise.all(numbered(4).map(() => a.delete(`/v2/stores/${store.id}`)));
      expect(deletions.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
      expect((await a.post(recordsPath(store), { sku: 1e6 })).status).toBe(404);
      for (let ran = 1; ran > 0; ) ran = await vitrine.runDueJobs();
      end.reached = true;
      await Promise.all(writers);
      expect([...statuses].filter((status) => ![200, 201, 404].includes(status))).toEqual([]);
    },
  );
});
