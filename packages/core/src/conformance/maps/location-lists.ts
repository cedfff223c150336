import assert from 'node:assert/strict';
import { fold } from '../../query/fold.ts';
import { topic } from '../fixtures/case.ts';
import { readPages } from '../fixtures/page-walk.ts';
import { AWKWARD_TEXTS } from '../fixtures/texts.ts';
import {
  addressed,
  arrangeLocations,
  arrangeMap,
  listLocations,
  newLocation,
  newLocations,
} from './arrange-maps.ts';

export const locationLists = topic('locations', [
  {
    id: 'list-pages',
    title: 'list returns all locations newest first, in pages; walk returns them oldest first',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const rows = await arrangeLocations(storage, map, newLocations(5));
      const query = { uniqueId: null, addressContains: null, limit: 2 };
      const list = (before: number | null) => storage.locations.list(map, { ...query, before });
      const seen = await readPages(3, list, ({ seq }) => seq);
      assert.deepEqual(seen, rows.toReversed());
      assert.deepEqual(await storage.locations.walk(map, null, 3), rows.slice(0, 3));
      assert.deepEqual(await storage.locations.walk(map, rows[2]?.seq ?? null, 3), rows.slice(3));
    },
  },
  {
    id: 'address',
    title: 'list finds a part of the address literally, ignoring case',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const addresses = [
        '12 Größe Straße',
        '12 GROSSE',
        'ΟΔΟΣ 5',
        '100% Road',
        '100_ Road',
        "O'Brien",
        'İstanbul',
      ];
      const given = addresses.map((address) => addressed(address));
      await arrangeLocations(storage, map, [newLocation(), ...given]);
      for (const search of ['GRÖ', 'grosse', 'οδος', '0%', '0_', '_', "o'b", 'ist', 'road', 'nowhere']) {
        const needle = fold(search);
        const found = await listLocations(storage, map, { addressContains: needle });
        const expected = addresses.filter((address) => fold(address).includes(needle));
        assert.deepEqual(found.map(({ address }) => address).toReversed(), expected, search);
      }
    },
  },
  {
    id: 'awkward-texts',
    title: 'list finds any text exactly by uniqueId, and as a part of the address',
    async run({ storage }) {
      const map = await arrangeMap(storage);
      const texts = [...new Set(AWKWARD_TEXTS)].filter((text) => text !== '');
      const given = texts.map((text) => newLocation({ uniqueId: text, name: text, address: text }));
      await arrangeLocations(storage, map, given);
      for (const text of texts) {
        const [row, another] = await listLocations(storage, map, { uniqueId: text });
        assert.deepEqual([row?.uniqueId, row?.name, row?.address, another], [text, text, text, undefined]);
        const found = await listLocations(storage, map, { addressContains: fold(text) });
        assert(
          found.some(({ address }) => address === text),
          JSON.stringify(text),
        );
      }
    },
  },
]);
