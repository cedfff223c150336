import assert from 'node:assert/strict';
import type { Millis, PropertyRow, StoreRow } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import type { SchemaChange } from '../../storage/stores/stores.ts';
import {
  arrangeNumbered,
  arrangeRecords,
  arrangeStore,
  NOW,
  newJob,
  present,
  property,
  record,
  SECOND,
  schemaChange,
  values,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

/** Repeats a change until the storage has purged all expired records. Returns its result. */
async function changeWhenPurged(
  storage: Storage,
  store: StoreRow,
  change: SchemaChange,
  now: Millis,
): ReturnType<Storage['stores']['changeSchema']> {
  for (let step = 0; step < 1000; step++) {
    const result = await storage.stores.changeSchema(store, store.version, change, now);
    if (result !== 'purging') return result;
  }
  throw new Error('the change did not end');
}

export const schemaChanges = topic('schema-changes', [
  {
    id: 'replace',
    title: 'replaces the property list in order, changes version and updatedAt, and enqueues jobs',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const properties = [
        property('n0', { required: true }),
        property('t5', { name: 'new', description: 'x' }),
        property('t0'),
      ];
      const change = schemaChange(properties, {
        freedSlots: ['t9', 'n30'],
        enqueue: [newJob({ kind: 'follow' })],
      });
      const changed = present(await storage.stores.changeSchema(store, store.version, change, NOW + SECOND));
      assert.deepEqual(changed.properties, properties);
      assert.deepEqual(changed.freedSlots, ['t9', 'n30']);
      assert.equal(changed.updatedAt, NOW + SECOND);
      assert.notEqual(changed.version, store.version);
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), changed);
      assert.equal((await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND)).length, 1);
    },
  },
  {
    id: 'stale',
    title: 'a change for another version is stale and enqueues no jobs',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const updated = present(await storage.stores.update(store, { name: 'other' }, NOW));
      const change = schemaChange([property('t1')], { enqueue: [newJob({ kind: 'follow' })] });
      assert.equal(await storage.stores.changeSchema(store, store.version, change, NOW), 'stale');
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), updated);
      assert.deepEqual(await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND), []);
      assert.equal(
        await storage.stores.changeSchema({ ...store, id: 'unknown' }, store.version, change, NOW),
        null,
      );
    },
  },
  {
    id: 'race',
    title: 'one of several racing changes for the same version succeeds, the others are stale',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          storage.stores.changeSchema(store, store.version, schemaChange([property(`t${i}`)]), NOW),
        ),
      );
      const done = results.filter((result) => result !== 'stale');
      assert.equal(done.length, 1);
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), done[0]);
    },
  },
  {
    id: 'require-empty',
    title: 'requireEmpty rejects a change if the store has a live record; expired ones do not count',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0'], { recordTtl: 10 });
      const change = schemaChange([property('t0'), property('t1')], {
        requireEmpty: true,
        enqueue: [newJob({ kind: 'follow' })],
      });
      await arrangeRecords(storage, store, [record('a')]);
      assert.equal(
        await storage.stores.changeSchema(store, store.version, change, NOW + 9 * SECOND),
        'not_empty',
      );
      assert.deepEqual(await storage.stores.get(store.accountId, store.id), store);
      assert.deepEqual(await storage.jobs.claim(['follow'], 10, NOW, NOW + SECOND), []);
      present(await storage.stores.changeSchema(store, store.version, change, NOW + 10 * SECOND));
      const other = await arrangeStore(storage);
      present(await storage.stores.changeSchema(other, other.version, change, NOW));
    },
  },
  {
    id: 'require-empty-race',
    title: 'a change with requireEmpty and a racing insert never both succeed',
    async run({ storage }) {
      for (let round = 0; round < 10; round++) {
        const store = await arrangeStore(storage);
        const change = schemaChange([property('t0'), property('t1')], { requireEmpty: true });
        const insert = () => storage.records.insert(store, record('a'), NOW);
        const alter = () => storage.stores.changeSchema(store, store.version, change, NOW);
        const [inserted, changed] =
          round % 2 === 0
            ? await Promise.all([insert(), alter()])
            : (await Promise.all([alter(), insert()])).toReversed();
        assert.notEqual(inserted === 'created', typeof changed === 'object', `${inserted} and ${changed}`);
      }
    },
  },
  {
    id: 'require-empty-purges',
    title:
      'a change with requireEmpty removes expired records, so that a longer recordTtl does not restore them',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0'], { recordTtl: 10 });
      const other = await arrangeStore(storage, ['t0'], { recordTtl: 10 });
      await arrangeNumbered(storage, store, 230);
      await arrangeRecords(storage, other, [record('other')]);
      const later = NOW + 10 * SECOND;
      const change = schemaChange([property('t0'), property('t1', { unique: true })], { requireEmpty: true });
      const changed = present(await changeWhenPurged(storage, store, change, later));
      const lasting = present(await storage.stores.update(changed, { recordTtl: null }, later));
      assert.equal(await storage.records.count(lasting, { all: [] }, later), 0);
      assert.equal(await storage.records.get(lasting, 'r0000', later), null);
      assert.equal(await storage.records.insert(lasting, record('r0000'), later), 'created');
      const kept = present(await storage.stores.update(other, { recordTtl: null }, later));
      assert.equal(
        await storage.records.count(kept, { all: [] }, later),
        1,
        'the other store keeps its record',
      );
    },
  },
  {
    id: 'require-empty-purges-race',
    title:
      'no expired record and no racing insert remains under the old schema after a change with requireEmpty',
    async run({ storage }) {
      const later = NOW + 10 * SECOND;
      for (let round = 0; round < 5; round++) {
        const store = await arrangeStore(storage, ['t0'], { recordTtl: 10 });
        await arrangeRecords(storage, store, [record('old'), record('older')]);
        const change = schemaChange([property('t0'), property('t1', { unique: true })], {
          requireEmpty: true,
        });
        const [first, changed, second] = await Promise.all([
          storage.records.insert(store, record('new'), later),
          changeWhenPurged(storage, store, change, later),
          storage.records.upsert(store, [record('old')], later),
        ]);
        const current = present(await storage.stores.get(store.accountId, store.id));
        const lasting = present(await storage.stores.update(current, { recordTtl: null }, later));
        const left = await storage.records.count(lasting, { all: [] }, later);
        if (typeof changed !== 'object') assert.equal(changed, 'not_empty');
        else assert.deepEqual([left, first, second], [0, 'stale', 'stale']);
      }
    },
  },
  {
    id: 'values-follow',
    title: 'reads return one value for each property, in the order of the given schema',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0', 't24']);
      await arrangeRecords(storage, store, [record('a', { t0: 'x', n0: 1, t24: 'y' })]);
      const [t0, n0, t24] = store.properties as [PropertyRow, PropertyRow, PropertyRow];
      const properties = [t24, property('n24'), n0, property('t1'), t0];
      const changed = present(
        await storage.stores.changeSchema(store, store.version, schemaChange(properties), NOW),
      );
      assert.deepEqual((await storage.records.get(changed, 'a', NOW))?.values, ['y', null, 1, null, 'x']);
    },
  },
  {
    id: 'stale-insert-race',
    title:
      'a write that races a schema change is written before it or stale, never written under the old schema after it',
    async run({ storage }) {
      for (let round = 0; round < 10; round++) {
        const store = await arrangeStore(storage, ['t0', 't1']);
        const change = schemaChange([property('t1')], { freedSlots: ['t0'] });
        const inserts = () =>
          Promise.all(
            Array.from({ length: 5 }, (_, i) =>
              storage.records.insert(store, record(`r${i}`, { t0: 'old' }), NOW),
            ),
          );
        const [before, changed, after] = await Promise.all([
          inserts(),
          storage.stores.changeSchema(store, store.version, change, NOW),
          Promise.all([
            storage.records.insert(store, record('late', { t0: 'old' }), NOW),
            storage.records.upsert(store, [record('later', { t0: 'old' })], NOW),
          ]),
        ]);
        const current = present(changed);
        const written = [...before, ...after].filter((outcome) => outcome !== 'stale').length;
        assert.equal(await storage.records.count(current, { all: [] }, NOW), written);
        assert.equal(await storage.records.insert(store, record('x'), NOW), 'stale');
        assert.equal(await storage.records.patch(store, 'r0', values({ t0: 'y' }), NOW), 'stale');
        assert.equal(await storage.records.count(current, { all: [] }, NOW), written);
      }
    },
  },
]);
