import assert from 'node:assert/strict';
import { fold } from '../../query/fold.ts';
import { arrangeNamedStores, listStores, NOW, newStore, present, property } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { readPages } from '../fixtures/page-walk.ts';
import { AWKWARD_TEXTS } from '../fixtures/texts.ts';

export const storeLists = topic('store-lists', [
  {
    id: 'list-pages',
    title: 'list returns all stores of an account newest first, in pages',
    async run({ storage }) {
      await arrangeNamedStores(storage, ['foreign']);
      const stores = await arrangeNamedStores(storage, ['a', 'a', 'b', 'c', 'd']);
      const accountId = stores[0]?.accountId ?? '';
      const list = (before: number | null) =>
        storage.stores.list(accountId, { nameContains: null, before, limit: 2 });
      const seen = await readPages(3, list, ({ seq }) => seq);
      assert.deepEqual(seen, stores.toReversed());
    },
  },
  {
    id: 'list-name',
    title: 'list finds a part of the name literally, ignoring case',
    async run({ storage }) {
      const names = [
        'Größe XL',
        'GROSSE',
        'ΟΔΟΣ',
        '100%',
        '100_',
        'a\\b',
        "o'Brien",
        'İstanbul',
        '\u{1F600}',
        'e\u0301',
      ];
      const [first] = await arrangeNamedStores(storage, names);
      const accountId = first?.accountId ?? '';
      const searches = [
        'GRÖ',
        'größe xl',
        'ss',
        'οδοσ',
        'οδος',
        'Σ',
        '%',
        '_',
        '\\',
        "'",
        'i',
        'İ',
        '\u{1F600}',
        'é',
        'E',
        '',
        '100%%',
      ];
      for (const search of searches) {
        const { rows } = await listStores(storage, accountId, fold(search));
        const expected = names.filter((name) => fold(name).includes(fold(search))).toReversed();
        assert.deepEqual(
          rows.map((row) => row.name),
          expected,
          `names that contain ${search}`,
        );
      }
    },
  },
  {
    id: 'list-renamed',
    title: 'list finds a renamed store only by its new name',
    async run({ storage }) {
      const [store] = await arrangeNamedStores(storage, ['Älter']);
      const ref = present(store ?? null);
      for (const [name, old] of [
        ['Örtlich', 'äl'],
        ['plain', 'ör'],
      ] as const) {
        await storage.stores.update(ref, { name }, NOW);
        assert.equal((await listStores(storage, ref.accountId, fold(name))).rows.length, 1, name);
        assert.equal((await listStores(storage, ref.accountId, old)).rows.length, 0, old);
      }
    },
  },
  {
    id: 'hostile-names',
    title: 'accepts any text as the name of a store and of a property',
    async run({ storage }) {
      const names = AWKWARD_TEXTS.filter((text) => text !== '');
      const stores = await arrangeNamedStores(storage, names);
      const accountId = stores[0]?.accountId ?? '';
      assert.deepEqual((await listStores(storage, accountId)).rows, stores.toReversed());
      const properties = names.map((name, i) => property(`t${i}`, { name, description: name }));
      const inserted = await storage.stores.insert(newStore(accountId, { properties }));
      assert.deepEqual(inserted.properties, properties);
      assert.deepEqual(await storage.stores.get(accountId, inserted.id), inserted);
    },
  },
]);
