import assert from 'node:assert/strict';
import type { StoreRow } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import { NOW, present, record, SECOND, values } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeImport, batchOf, imported } from '../imports/arrange-imports.ts';
import { AUTHOR, arrangeLogged, changesAfter, kept, readPage } from './arrange-changes.ts';

const ALL = { before: null, limit: 100 };

async function arrangeHistory(storage: Storage) {
  return arrangeLogged(storage, ['t0', 'n0', 't24', 'n30'], { history: 3_600 });
}

/** Returns the history of a record as `[type, values before, author, import]`, newest first. */
async function historyOf(storage: Storage, store: StoreRow, id: string) {
  const { rows } = await storage.changes.history(store.id, id, ALL);
  return rows.map(({ type, before, by, importId }) => [
    type.replace('record.', ''),
    before,
    by?.name ?? null,
    importId,
  ]);
}

export const history = topic('history', [
  {
    id: 'values',
    title: 'an update and a deletion keep all values before them, and every change its author',
    async run({ storage }) {
      const { store, from } = await arrangeHistory(storage);
      const { records } = storage;
      const by = { ...AUTHOR, readOnly: true };
      await records.insert(store, record('a', { t0: 'x', t24: 'Ö"\\', n30: 0.1 }), NOW, { by });
      await records.patch(store, 'a', values({ t0: 'y', n0: -5e-324 }), NOW + 1, { by: null });
      await records.upsert(store, [record('a', { t24: null })], NOW + 2, { by: AUTHOR });
      await records.upsert(store, [record('a', { t24: null })], NOW + 2, { by: AUTHOR });
      await records.delete(store, ['a'], NOW + 3, { by: AUTHOR });
      const first = { t0: 'x', t24: 'Ö"\\', n30: 0.1 };
      const second = { t0: 'y', t24: 'Ö"\\', n30: 0.1, n0: -5e-324 };
      const third = { t0: 'y', n30: 0.1, n0: -5e-324 };
      assert.deepEqual(await historyOf(storage, store, 'a'), [
        ['deleted', third, AUTHOR.name, null],
        ['updated', second, AUTHOR.name, null],
        ['updated', first, null, null],
        ['created', null, AUTHOR.name, null],
      ]);
      const announced = (await readPage(storage, store.id, from)).rows;
      const { rows } = await storage.changes.history(store.id, 'a', ALL);
      assert.deepEqual(
        rows.map(({ position, at, slots, storeVersion }) => [position, at, slots, storeVersion]),
        announced.map((row) => [row.position, row.at, row.slots, row.storeVersion]).reverse(),
      );
      assert.deepEqual(
        rows.map(({ createdAt }) => createdAt),
        [NOW, NOW, NOW, null],
      );
      assert.deepEqual(rows[0]?.by, AUTHOR);
    },
  },
  {
    id: 'durable',
    title: 'the log and the history survive a restart, and go on with their positions',
    durable: true,
    async run({ storage, reopen }) {
      const { store, from } = await arrangeHistory(storage);
      await storage.records.insert(store, record('a', { t0: 'x' }), NOW, { by: AUTHOR });
      await storage.records.delete(store, ['a'], NOW, { by: AUTHOR });
      const before = await readPage(storage, store.id, from);
      const values = await historyOf(storage, store, 'a');
      const again = await reopen();
      assert.deepEqual(await readPage(again, store.id, from), before);
      assert.deepEqual(await historyOf(again, store, 'a'), values);
      await again.records.insert(store, record('b'), NOW);
      const { rows } = await readPage(again, store.id, before.position);
      assert.deepEqual(
        rows.map(({ recordId }) => recordId),
        ['b'],
      );
    },
  },
  {
    id: 'pages',
    title: 'the history of a record has pages, newest first, without other records and stores',
    async run({ storage }) {
      const { store } = await arrangeHistory(storage);
      const other = await arrangeHistory(storage);
      await storage.records.insert(other.store, record('a'), NOW);
      for (let i = 0; i < 5; i++) {
        await storage.records.upsert(store, [record('a', { n0: i }), record('b', { n0: i })], NOW + i);
      }
      const found: (number | undefined)[] = [];
      let before: number | null = null;
      for (let more = true; more; ) {
        const page = await storage.changes.history(store.id, 'a', { before, limit: 2 });
        found.push(...page.rows.map(({ at }) => at - NOW));
        before = page.rows.at(-1)?.position ?? null;
        ({ more } = page);
      }
      assert.deepEqual(found, [4, 3, 2, 1, 0]);
      assert.deepEqual(await storage.changes.history(store.id, 'none', ALL), { rows: [], more: false });
    },
  },
  {
    id: 'only-while-on',
    title: 'a store without history keeps no values, and with it those of changes from then on',
    async run({ storage }) {
      const { store } = await arrangeLogged(storage);
      await storage.records.insert(store, record('a', { t0: '1' }), NOW);
      await storage.records.patch(store, 'a', values({ t0: '2' }), NOW);
      const keeping = present(await storage.stores.update(store, { history: 60 }, NOW));
      await storage.records.patch(keeping, 'a', values({ t0: '3' }), NOW);
      const off = present(await storage.stores.update(store, { history: null }, NOW));
      await storage.records.patch(off, 'a', values({ t0: '4' }), NOW);
      await storage.records.delete(keeping, ['a'], NOW);
      assert.deepEqual(await historyOf(storage, store, 'a'), [['updated', { t0: '2' }, null, null]]);
    },
  },
  {
    id: 'deleted',
    title: 'the deleted records are those whose last change is a deletion, newest first',
    async run({ storage }) {
      const { store } = await arrangeHistory(storage);
      const { records } = storage;
      for (const id of ['a', 'b', 'c', 'd']) await records.insert(store, record(id, { t0: id }), NOW);
      await records.delete(store, ['c'], NOW + 1);
      await records.delete(store, ['a'], NOW + 2);
      await records.insert(store, record('a', { t0: 'again' }), NOW + 3);
      const found = present(await records.get(store, 'd', NOW));
      await records.deleteUnchanged(store, 'd', found, NOW + 4);
      await records.delete(store, ['a'], NOW + 5);
      await records.delete(store, ['b'], NOW + 6);
      await records.insert(store, record('b'), NOW + 7);
      const { rows, more } = await storage.changes.deleted(store.id, { before: null, limit: 2 });
      assert.deepEqual(
        rows.map(({ recordId, before, at }) => [recordId, before, at - NOW]),
        [
          ['a', { t0: 'again' }, 5],
          ['d', { t0: 'd' }, 4],
        ],
      );
      assert.equal(more, true);
      const before = rows.at(-1)?.position ?? null;
      const rest = await storage.changes.deleted(store.id, { before, limit: 2 });
      assert.deepEqual(
        rest.rows.map(({ recordId }) => recordId),
        ['c'],
      );
      assert.equal(rest.more, false);
      const last = await storage.changes.lastChanges(store.id, ['a', 'b', 'a', 'none']);
      assert.deepEqual(
        last.filter(({ recordId }) => recordId === 'a'),
        rows.slice(0, 1),
      );
      assert.deepEqual(last.map(({ recordId, type }) => `${recordId} ${type}`).toSorted(), [
        'a record.deleted',
        'b record.created',
      ]);
      assert.deepEqual(await storage.changes.lastChanges(store.id, []), []);
    },
  },
  {
    id: 'start',
    title: 'history begins where it was turned on, or after the last entry that was trimmed',
    async run({ storage }) {
      const { store } = await arrangeLogged(storage);
      assert.equal(await storage.changes.historyStart(store.id), null);
      assert.equal(await storage.changes.historyStart('unknown'), null);
      await storage.records.insert(store, record('a', { t0: 'x' }), NOW);
      const from = present(await storage.changes.turnOn(store, NOW));
      const keeping = present(await storage.stores.update(store, { history: 100 }, NOW + 1));
      assert.deepEqual(await storage.changes.historyStart(store.id), { after: from, at: NOW + 1 });
      await storage.records.patch(keeping, 'a', values({ t0: 'y' }), NOW + 2);
      await storage.records.patch(keeping, 'a', values({ t0: 'z' }), NOW + 3);
      const longer = present(await storage.stores.update(keeping, { history: 200 }, NOW + 4));
      assert.deepEqual(await storage.changes.historyStart(store.id), { after: from, at: NOW + 1 });
      const { rows } = await storage.changes.history(store.id, 'a', { before: null, limit: 10 });
      while (await storage.changes.trim(store.id, kept({ historySince: NOW + 3 }), 10));
      const trimmed = { after: present(rows[1] ?? null).position, at: NOW + 2 };
      assert.deepEqual(await storage.changes.historyStart(store.id), trimmed);
      const off = present(await storage.stores.update(longer, { history: null }, NOW + 5));
      await storage.stores.update(off, { history: 100 }, NOW + 6);
      const again = present(await storage.changes.historyStart(store.id));
      assert(again.after > trimmed.after && again.at === NOW + 6);
    },
  },
  {
    id: 'imports',
    title: 'an import keeps the values of each record with its id, and announces none of them',
    async run({ storage }) {
      const logged = await arrangeHistory(storage);
      const { store } = logged;
      await storage.records.insert(store, record('a', { t0: 'old' }), NOW);
      await storage.records.insert(store, record('same', { t0: 's' }), NOW);
      const ref = await arrangeImport(storage, store);
      const batch = [
        imported('a', { t0: 'new' }),
        imported('b', { n0: 1 }),
        imported('same', { t0: 's' }),
        imported('a', { t0: 'newer' }),
      ];
      await storage.imports.advance(store, ref, batchOf({ records: batch }), NOW, { by: AUTHOR });
      await storage.imports.finish(ref, { status: 'done', reason: null }, NOW, { by: AUTHOR });
      assert.deepEqual(await changesAfter(storage, logged), [
        'created a t0',
        'created same t0',
        'records.imported',
      ]);
      assert.deepEqual(await historyOf(storage, store, 'a'), [
        ['updated', { t0: 'new' }, AUTHOR.name, ref.id],
        ['updated', { t0: 'old' }, AUTHOR.name, ref.id],
        ['created', null, null, null],
      ]);
      assert.deepEqual(await historyOf(storage, store, 'b'), [['created', null, AUTHOR.name, ref.id]]);
      assert.equal((await historyOf(storage, store, 'same')).length, 1);
      const first = await storage.changes.firstChanges(store.id, { importId: ref.id }, null, 10);
      assert.deepEqual(
        first.map(({ recordId, type, before }) => [recordId, type, before]),
        [
          ['a', 'record.updated', { t0: 'old' }],
          ['b', 'record.created', null],
        ],
      );
      assert.deepEqual(await storage.changes.firstChanges(store.id, { importId: ref.id }, 'a', 10), [
        first[1],
      ]);
    },
  },
  {
    id: 'first-changes',
    title: 'the first change of each record after a position says what it was then',
    async run({ storage }) {
      const { store } = await arrangeHistory(storage);
      const { records } = storage;
      for (const id of ['a', 'b', 'c']) await records.insert(store, record(id, { t0: '0' }), NOW);
      await records.patch(store, 'a', values({ t0: '1' }), NOW);
      const after = (await storage.changes.turnOn(store, NOW)) ?? 0;
      await records.patch(store, 'a', values({ t0: '2' }), NOW);
      await records.delete(store, ['c'], NOW);
      await records.patch(store, 'a', values({ t0: '3' }), NOW);
      await records.insert(store, record('c', { t0: 'new' }), NOW);
      await records.insert(store, record('d'), NOW);
      const first = await storage.changes.firstChanges(store.id, { after }, null, 10);
      const expected = [
        ['a', { t0: '1' }],
        ['c', { t0: '0' }],
        ['d', null],
      ];
      assert.deepEqual(
        first.map(({ recordId, before }) => [recordId, before]),
        expected,
      );
      const page = await storage.changes.firstChanges(store.id, { after }, null, 1);
      const rest = await storage.changes.firstChanges(store.id, { after }, 'a', 10);
      assert.deepEqual([...page, ...rest], first);
    },
  },
  {
    id: 'meanwhile',
    title: 'a history is read and trimmed while others write, and each read has what was written before it',
    async run({ storage }) {
      const { store, from } = await arrangeHistory(storage);
      const { changes, records } = storage;
      const written = new Map(['a', 'b', 'c', 'd'].map((id) => [id, 0]));
      let writers = written.size;
      async function write(id: string): Promise<void> {
        for (let n = 1; n <= 40; n++) {
          if (n % 2 === 1) await records.insert(store, record(id, { n0: n }), NOW);
          else await records.delete(store, [id], NOW);
          written.set(id, n);
        }
        writers -= 1;
      }
      async function read(id: string): Promise<void> {
        while (writers > 0) {
          const least = written.get(id) ?? 0;
          const { rows } = await changes.history(store.id, id, ALL);
          assert(rows.length >= least, `${rows.length} of at least ${least} entries`);
          await changes.deleted(store.id, ALL);
          await changes.lastChanges(store.id, [id]);
          await changes.firstChanges(store.id, { after: from }, null, 10);
          await changes.trim(store.id, kept(), 1_000);
        }
      }
      await Promise.all([...written.keys()].flatMap((id) => [write(id), read(id)]));
    },
  },
  {
    id: 'purge',
    title: 'purging the history of records leaves their entries in the log and the history of others',
    async run({ storage }) {
      const logged = await arrangeHistory(storage);
      const { store } = logged;
      const ids = ['a', 'b', 'c'];
      for (const id of ids) await storage.records.insert(store, record(id, { t0: id }), NOW);
      await storage.records.delete(store, ids, NOW);
      assert.equal(await storage.changes.purgeHistory(store.id, ['a', 'none'], 1), 1);
      assert.equal(await storage.changes.purgeHistory(store.id, ['a'], 10), 1);
      assert.deepEqual(await historyOf(storage, store, 'a'), []);
      assert.equal((await historyOf(storage, store, 'b')).length, 2);
      assert.equal(await storage.changes.purgeHistory(store.id, null, 3), 3);
      assert.equal(await storage.changes.purgeHistory(store.id, null, 3), 1);
      assert.equal(await storage.changes.purgeHistory(store.id, null, 3), 0);
      assert.equal((await changesAfter(storage, logged)).length, 6);
    },
  },
  {
    id: 'trim',
    title: 'trimming keeps history for its own time and bytes, whatever the log keeps',
    async run({ storage }) {
      const { store } = await arrangeHistory(storage);
      for (let i = 0; i < 6; i++) {
        await storage.records.upsert(store, [record('a', { t0: `${i}`.repeat(100) })], NOW + i);
      }
      const ages = async () => {
        const { rows } = await storage.changes.history(store.id, 'a', ALL);
        return rows.map(({ at }) => at - NOW);
      };
      const all = kept({ since: NOW + SECOND });
      assert.equal(await storage.changes.trim(store.id, all, 100), false);
      assert.deepEqual(await ages(), [5, 4, 3, 2, 1, 0]);
      assert.equal(await storage.changes.trim(store.id, kept({ historySince: NOW + 2 }), 1), true);
      assert.equal(await storage.changes.trim(store.id, kept({ historySince: NOW + 2 }), 1), false);
      assert.deepEqual(await ages(), [5, 4, 3, 2]);
      assert.equal(await storage.changes.trim(store.id, kept({ historyBytes: 250 }), 10), false);
      assert.deepEqual(await ages(), [5, 4]);
      assert.equal(await storage.changes.trim(store.id, kept({ historySince: null }), 10), false);
      assert.deepEqual(await ages(), []);
    },
  },
]);
