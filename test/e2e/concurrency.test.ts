import type { BatchUpsertRecordsResponse, StoreRecordResponse } from '@vitrine/core/contracts';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, addRecords, createStore, recordPath, recordsPath, walk } from './arrange.ts';
import { onEveryStorage } from './world.ts';

/** Lets timers and other threads run. Requests to the memory storage never wait for I/O. */
const letOthersRun = () => new Promise((resolve) => setImmediate(resolve));
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Milliseconds. Longer than the pause before the slot of a deleted property is cleared and reused. */
const SLOT_PAUSE_OVER = 200_000;

onEveryStorage((arrange) => {
  test(
    'keeps 32 parallel patches of different properties',
    verifies('records.patch.concurrent'),
    async () => {
      const { a } = await arrange();
      // Values beyond the first 24 of a type are stored elsewhere, and both places are tested.
      const names = numbered(32).map((index) => `p${index}`);
      const store = await createStore(a, {
        sku: 'unique string',
        ...Object.fromEntries(names.map((name) => [name, 'number' as const])),
      });
      await addRecord(a, store, { sku: 'a' });
      for (const round of [1, 2]) {
        const responses = await Promise.all(
          names.map((name, index) => a.patch(recordPath(store, 'a'), { [name]: round * 100 + index })),
        );
        expect(responses.map(({ status }) => status)).toEqual(names.map(() => 200));
        const { body } = await a.get<StoreRecordResponse>(recordPath(store, 'a'));
        expect(names.map((name) => body[name])).toEqual(names.map((_, index) => round * 100 + index));
      }
    },
  );

  test(
    'lets one of parallel adds of a key succeed, and one of parallel upserts create',
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

  test('lets one of parallel deletes delete', verifies('records.delete.response'), async () => {
    const { a } = await arrange();
    const store = await createStore(a, { sku: 'unique string' });
    await addRecord(a, store, { sku: 'a' });
    const responses = await Promise.all(
      numbered(16).map(() => a.delete<{ status: string }>(recordPath(store, 'a'))),
    );
    expect(responses.filter(({ body }) => body.status === 'deleted')).toHaveLength(1);
    expect(responses.every(({ status }) => status === 200)).toBe(true);
  });

  test(
    'refuses a write during schema changes or reads it by the schema it was stored under',
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
          await letOthersRun();
        }
      };
      const writers = ['text', 'more text', 5, 7].map(writer);
      for (let round = 0; round < 12; round++) {
        expect((await a.delete(`${path}/size`)).status).toBe(200);
        expect(
          (await a.post(path, { name: 'size', type: round % 2 === 0 ? 'number' : 'string' })).status,
        ).toBe(200);
        // Every value read has the current type or is unset; older values never return.
        const wanted = round % 2 === 0 ? 'number' : 'string';
        const { body } = await a.get<{ items: StoreRecordResponse[] }>(`${recordsPath(store)}?limit=100`);
        for (const { size } of body.items)
          expect(size === null || size === undefined || typeof size === wanted).toBe(true);
        advance(SLOT_PAUSE_OVER);
        await vitrine.runDueJobs();
        await letOthersRun();
      }
      end.reached = true;
      await Promise.all(writers);
      expect([...statuses].toSorted()).toEqual([200, 201, 400]);
      for (const { size } of await walk(a, store, 'limit=100'))
        expect(size === null || typeof size === 'string').toBe(true);
    },
  );

  test(
    'lets one of parallel additions of a property succeed, and loses no change of another',
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
    'never leaves a record without its key when a record and a unique property are added at once',
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
    'deletes a store during writes without a server error, and refuses writes afterwards',
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
          const responses = await Promise.all([
            a.post(recordsPath(store), { sku }),
            a.patch(recordPath(store, '-1'), { sku: -1 }),
            a.get(recordsPath(store)),
            a.post(`${recordsPath(store)}/search`),
            a.get(`${recordsPath(store)}/export?format=csv`),
          ]);
          for (const { status } of responses) statuses.add(status);
          await letOthersRun();
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
