import assert from 'node:assert/strict';
import { EVERYTHING, NEWEST_FIRST } from '../query/ast.ts';
import {
  arrangeNumbered,
  arrangeRecords,
  arrangeStore,
  findRows,
  NOW,
  newStore,
  numberedRecords,
  present,
  property,
  record,
  values,
} from './fixtures/arrange.ts';
import { topic } from './fixtures/case.ts';

const BY_NUMBER = {
  where: EVERYTHING,
  order: { column: 'n0', direction: 'asc' },
  after: null,
  limit: 100,
} as const;

export const isolation = topic('isolation', [
  {
    id: 'same-ids',
    title: 'records with the same id in two stores of an account are different for every method',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const sibling = await storage.stores.insert(newStore(store.accountId));
      const records = numberedRecords(10, (i) => ({ t0: 'mine', n0: i }));
      await arrangeRecords(storage, store, records);
      await arrangeRecords(
        storage,
        sibling,
        records.map(({ id }, i) => record(id, { t0: 'theirs', n0: 100 + i })),
      );
      const before = await findRows(storage, sibling, BY_NUMBER, NOW);

      await storage.records.patch(store, 'r0001', values({ t0: 'patched' }), NOW + 1);
      await storage.records.upsert(
        store,
        [record('r0002', { t0: 'upserted' }), record('new', { n0: 1000 })],
        NOW + 1,
      );
      assert.equal(await storage.records.insert(store, record('r0003'), NOW), 'exists');
      assert.deepEqual(await storage.records.delete(store, ['r0004', 'r0005'], NOW), ['r0004', 'r0005']);
      await storage.records.clearSlots(store, ['t0'], null, 100);

      assert.deepEqual(await findRows(storage, sibling, BY_NUMBER, NOW), before);
      assert.equal(await storage.records.count(store, EVERYTHING, NOW), 9);
      assert.equal(await storage.records.count(sibling, EVERYTHING, NOW), 10);
      assert.equal(await storage.records.aggregate(sibling, 'sum', 'n0', EVERYTHING, NOW), 1045);
      assert.equal(await storage.records.get(sibling, 'new', NOW), null);
    },
  },
  {
    id: 'any-filter',
    title: 'no combination of filters returns records of another store',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const other = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('mine', { t0: 'x' })]);
      await arrangeNumbered(storage, other, 5, () => ({ t0: 'x' }));
      const filters = [
        EVERYTHING,
        {
          any: [
            { column: 't0', op: 'eq', value: 'x' },
            { column: 't0', op: 'ne', value: 'x' },
          ],
        },
        { any: [EVERYTHING, { any: [] }] },
        {
          any: [
            { column: 'id', op: 'notEmpty' },
            { column: 'n0', op: 'empty' },
          ],
        },
      ] as const;
      for (const where of filters) {
        for (const order of [NEWEST_FIRST, { column: 't0', direction: 'asc' }] as const) {
          const after = {
            value: order === NEWEST_FIRST ? Number.MAX_SAFE_INTEGER : 'a',
            seq: Number.MAX_SAFE_INTEGER,
          };
          for (const start of [null, after]) {
            const rows = await findRows(storage, store, { where, order, after: start, limit: 100 }, NOW);
            assert.deepEqual(
              rows.map((row) => row.id),
              ['mine'],
              JSON.stringify([where, order, start]),
            );
          }
        }
        assert.equal(await storage.records.count(store, where, NOW), 1);
      }
    },
  },
  {
    id: 'schemas',
    title: 'a schema change does not affect a store that uses the same slots for other properties',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0']);
      const other = await arrangeStore(storage, ['n0', 't0', 't24']);
      await arrangeRecords(storage, store, [record('a', { t0: 'text', n0: 1 })]);
      await arrangeRecords(storage, other, [record('a', { t0: 'andere', t24: 'mehr' })]);
      const change = {
        properties: [property('n0')],
        freedSlots: ['t0', 't24'],
        requireEmpty: false,
        enqueue: [],
      } as const;
      const changed = present(await storage.stores.changeSchema(other, other.version, change, NOW));
      await storage.records.clearSlots(changed, ['t0', 't24'], null, 100);
      assert.deepEqual((await storage.records.get(store, 'a', NOW))?.values, ['text', 1]);
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), store);
    },
  },
  {
    id: 'deleted-neighbour',
    title: 'deleting, purging and removing a store does not affect other stores',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const sibling = await storage.stores.insert(newStore(store.accountId, { recordTtl: 10 }));
      const records = numberedRecords(10, (i) => ({ n0: i }));
      await arrangeRecords(storage, store, records);
      await arrangeRecords(storage, sibling, records);
      await storage.stores.markDeleted(store, NOW, []);
      await storage.records.purge(store.id, 100);
      await storage.stores.removeDeleted(store.id);
      assert.equal(await storage.records.count(sibling, EVERYTHING, NOW), 10);
      assert.deepEqual(await storage.stores.get(store.accountId, sibling.id), sibling);
      assert.equal(await storage.records.insert(sibling, record('more'), NOW), 'created');
    },
  },
  {
    id: 'foreign-account',
    title: "a write with another account's id is stale and changes nothing",
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a', { t0: 'kept' })]);
      const foreign = { ...store, accountId: (await arrangeStore(storage)).accountId };
      assert.equal(await storage.records.insert(foreign, record('b'), NOW), 'stale');
      assert.equal(await storage.records.upsert(foreign, [record('a', { t0: 'x' })], NOW), 'stale');
      assert.equal(await storage.records.patch(foreign, 'a', values({ t0: 'x' }), NOW), 'stale');
      assert.equal(await storage.records.clearSlots(foreign, ['t0'], null, 10), 'stale');
      assert.deepEqual((await storage.records.get(store, 'a', NOW))?.values, ['kept', null]);
      assert.equal(await storage.records.count(store, EVERYTHING, NOW), 1);
    },
  },
]);
