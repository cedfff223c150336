import assert from 'node:assert/strict';
import type { StoreRow } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import type { NewView } from '../../storage/stores/views.ts';
import { accountRow, arrangeStore, NOW } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';

const MOST = 200;
let lastView = 0;

function newView({ id: storeId, accountId }: StoreRow, change: Partial<NewView> = {}): NewView {
  return {
    id: `view ${++lastView}`,
    accountId,
    storeId,
    kind: 'records',
    name: 'A view',
    query: {},
    display: {},
    createdAt: NOW,
    updatedAt: NOW,
    ...change,
  };
}

async function insert({ views }: Storage, view: NewView) {
  const inserted = await views.insert(view, MOST);
  assert(inserted !== 'full');
  return inserted;
}

export const views = topic('views', [
  {
    id: 'insert-get',
    title: 'insert keeps all members, for the store and the account of the view only',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const other = await arrangeStore(storage);
      const given = newView(store, {
        kind: 'chart',
        name: "it's “Ö” \u{1F600}",
        query: { filters: [{ field: 'ä', op: 'in', value: [1, null] }], q: '\u0000' },
        display: { columns: { widths: { '“': 1.5 } }, __proto__x: [] },
      });
      const inserted = await insert(storage, given);
      const { seq: _, ...members } = inserted;
      assert.deepEqual(members, given);
      assert.deepEqual(await storage.views.get(inserted), inserted);
      assert.equal(await storage.views.get({ ...inserted, storeId: other.id }), null);
      assert.equal(await storage.views.get({ ...inserted, accountId: other.accountId }), null);
      assert.equal(await storage.views.get({ ...inserted, id: 'other' }), null);
    },
  },
  {
    id: 'full',
    title: 'insert returns full at the number of views, also when calls race',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await insert(storage, newView(await arrangeStore(storage)));
      const results = await Promise.all(
        Array.from({ length: 4 }, () => storage.views.insert(newView(store), 2)),
      );
      assert.equal(results.filter((result) => result === 'full').length, 2);
      assert.equal((await storage.views.list(store, { kind: null, before: null, limit: 9 })).rows.length, 2);
    },
  },
  {
    id: 'list',
    title: 'list returns the views of the store in pages, newest first, and those of one kind',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const kinds = ['records', 'chart', 'records'] as const;
      const inserted = [];
      for (const kind of kinds) inserted.push(await insert(storage, newView(store, { kind })));
      await insert(storage, newView(await arrangeStore(storage)));
      const first = await storage.views.list(store, { kind: null, before: null, limit: 2 });
      assert.deepEqual(first, { rows: [inserted[2], inserted[1]], more: true });
      const before = inserted[1]?.seq ?? 0;
      const last = await storage.views.list(store, { kind: null, before, limit: 2 });
      assert.deepEqual(last, { rows: [inserted[0]], more: false });
      const records = await storage.views.list(store, { kind: 'records', before: null, limit: 9 });
      assert.deepEqual(records.rows, [inserted[2], inserted[0]]);
      const foreign = { id: store.id, accountId: accountRow().id };
      assert.deepEqual((await storage.views.list(foreign, { kind: null, before: null, limit: 9 })).rows, []);
    },
  },
  {
    id: 'update-delete',
    title: 'update changes the given members and moves updatedAt; delete removes the view',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const view = await insert(storage, newView(store, { query: { q: 'kept' } }));
      const change = { name: 'Other', display: { a: 1 } };
      const updated = await storage.views.update(view, change, NOW + 5);
      assert.deepEqual(updated, { ...view, ...change, updatedAt: NOW + 5 });
      assert.deepEqual(await storage.views.get(view), updated);
      const foreign = { ...view, accountId: accountRow().id };
      assert.equal(await storage.views.update(foreign, change, NOW), null);
      assert.equal(await storage.views.delete(foreign), false);
      assert.equal(await storage.views.delete(view), true);
      assert.equal(await storage.views.delete(view), false);
      assert.equal(await storage.views.update(view, change, NOW), null);
    },
  },
  {
    id: 'with-store',
    title: 'views outlive the deletion of their store, and are removed with its row',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      const view = await insert(storage, newView(store));
      const other = await insert(storage, newView(await arrangeStore(storage)));
      await storage.stores.markDeleted(store, NOW, []);
      assert.deepEqual(await storage.views.get(view), view);
      await storage.stores.restore(store, NOW - 1, NOW, []);
      await storage.stores.removeDeleted(store.id);
      assert.deepEqual(await storage.views.get(view), view);
      await storage.stores.markDeleted(store, NOW, []);
      await storage.stores.removeDeleted(store.id);
      assert.equal(await storage.views.get(view), null);
      assert.deepEqual(await storage.views.get(other), other);
    },
  },
]);
