import assert from 'node:assert/strict';
import type { ChangeType } from '../../storage/stores/changes.ts';
import { arrangeStore, NOW, record } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeLogged, changesAfter, kept, readPage, shown } from './arrange-changes.ts';

export const changePages = topic('changes', [
  {
    id: 'pages',
    title: 'pages have at most the limit, of the wanted types, and go on from their position',
    async run({ storage }) {
      const { store, from } = await arrangeLogged(storage);
      for (let i = 0; i < 5; i++) await storage.records.insert(store, record(`r${i}`), NOW);
      await storage.records.delete(store, ['r1', 'r3'], NOW);
      const found: string[] = [];
      let after = from;
      for (let more = true; more; ) {
        const page = await readPage(storage, store.id, after, 3);
        found.push(...shown(page.rows));
        assert(page.rows.length <= 3);
        ({ more, position: after } = page);
      }
      assert.equal(found.length, 7);
      const types: ChangeType[] = ['record.deleted', 'store.schema'];
      const page = await storage.changes.read(store.id, { after: from, limit: 1, types });
      assert(page !== 'expired' && page.more);
      assert.deepEqual(shown(page.rows), ['deleted r1']);
      const rest = await storage.changes.read(store.id, { after: page.position, limit: 10, types });
      assert(rest !== 'expired' && !rest.more);
      assert.deepEqual(shown(rest.rows), ['deleted r3']);
      assert.equal(rest.position, after);
      assert.equal(await storage.changes.read(store.id, { after: after + 1, limit: 1 }), 'expired');
      const none = await arrangeStore(storage);
      assert.deepEqual(
        [...(await storage.changes.positions([store.id, none.id, 'none']))],
        [[store.id, after]],
      );
    },
  },
  {
    id: 'batch-pages',
    title: 'a page may begin and end within the entries of a batch, and a trimmed log within them too',
    async run({ storage }) {
      const { store, from } = await arrangeLogged(storage, ['t0', 't1', 'n0', 'n9']);
      const ids = Array.from({ length: 12 }, (_, i) => `r${10 + i}`);
      await storage.records.upsert(
        store,
        ids.map((id) => record(id, { t0: 'x' })),
        NOW,
      );
      await storage.records.upsert(
        store,
        ids.map((id, i) => record(id, { t0: `y${i % 3}`, n0: i % 2 === 0 ? i : null, n9: 1 })),
        NOW + 1,
      );
      await storage.records.delete(store, ids.slice(0, 5), NOW + 2);
      const all = (await readPage(storage, store.id, from)).rows;
      assert.deepEqual(
        shown(all).toSorted(),
        [
          ...ids.map((id) => `created ${id} t0`),
          ...ids.map((id, i) => `updated ${id} t0${i % 2 === 0 ? ' n0' : ''} n9`),
          ...ids.slice(0, 5).map((id) => `deleted ${id}`),
        ].toSorted(),
      );
      assert.deepEqual(
        all.map(({ position }) => position),
        all.map((_, i) => from + 1 + i),
      );
      for (const limit of [1, 5, 7, 29]) {
        for (let after = from, at = 0; at < all.length; at += limit) {
          const page = await readPage(storage, store.id, after, limit);
          assert.deepEqual(page.rows, all.slice(at, at + limit));
          assert.equal(page.more, at + limit < all.length);
          after = page.position;
        }
      }
      const wanted = await storage.changes.read(store.id, {
        after: all[13]?.position ?? 0,
        limit: 12,
        types: ['record.updated', 'record.deleted'],
      });
      assert(wanted !== 'expired');
      assert.deepEqual(wanted.rows, all.slice(14, 26));
      await storage.changes.trim(store.id, kept({ most: 9 }), 100);
      const left = all.slice(-9);
      const start = all.at(-10)?.position ?? 0;
      assert.deepEqual((await readPage(storage, store.id, start)).rows, left);
      assert.equal(await storage.changes.read(store.id, { after: start - 1, limit: 10 }), 'expired');
    },
  },
  {
    id: 'trim',
    title: 'removes entries that are too old or too many, in steps, after which their positions have expired',
    async run({ storage }) {
      const { store, from } = await arrangeLogged(storage);
      for (let i = 0; i < 8; i++) await storage.records.insert(store, record(`r${i}`), NOW + i);
      const { rows } = await readPage(storage, store.id, from);
      const trim = (change: Parameters<typeof kept>[0], limit: number) =>
        storage.changes.trim(store.id, kept(change), limit);
      assert.equal(await trim({}, 10), false);
      assert.equal(await trim({ since: NOW + 3 }, 2), true);
      assert.equal(await trim({ since: NOW + 3 }, 2), false);
      assert.equal(await trim({ most: 2 }, 10), false);
      assert.equal(await trim({ most: 2 }, 10), false);
      const [last, next] = [rows[5]?.position ?? 0, rows[4]?.position ?? 0];
      assert.equal(await storage.changes.read(store.id, { after: next, limit: 10 }), 'expired');
      assert.deepEqual(await changesAfter(storage, { store, from: last }), ['created r6', 'created r7']);
      assert.equal(await trim({ most: 0 }, 10), false);
      await storage.records.insert(store, record('new'), NOW);
      const end = rows[7]?.position ?? 0;
      assert.deepEqual(await changesAfter(storage, { store, from: end }), ['created new']);
    },
  },
]);
