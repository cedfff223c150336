import assert from 'node:assert/strict';
import type { Column, Comparison, Filter } from '../query/ast.ts';
import { fold } from '../query/fold.ts';
import type { RecordRow, Slot, StoreRow } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';
import {
  arrangeRecords,
  arrangeStore,
  idsOf,
  NOW,
  numberedRecords,
  record,
  SECOND,
  values,
} from './arrange.ts';
import { topic } from './case.ts';
import { TEXT_MATCHES } from './text-matching.ts';
import { AWKWARD_TEXTS } from './texts.ts';

/** Slots with columns of their own at both ends, and slots beyond them. */
const TEXT_SLOTS = ['t0', 't23', 't24', 't99'] as const satisfies readonly Slot[];
const NUMBER_SLOTS = ['n0', 'n23', 'n24', 'n99'] as const satisfies readonly Slot[];

/** The ids that match, in the order of insertion. `count` must agree with `find`. */
async function matching(storage: Storage, store: StoreRow, where: Filter, now = NOW): Promise<string[]> {
  const query = { where, order: { column: 'seq', direction: 'asc' }, after: null, limit: 1000 } as const;
  const ids = idsOf(await storage.records.find(store, query, now));
  assert.equal(
    await storage.records.count(store, where, now),
    ids.length,
    `count of ${JSON.stringify(where)}`,
  );
  return ids;
}

/** A store whose records r0000, r0001, … hold the values in every text slot or every number slot. */
async function arrangeValues(storage: Storage, held: readonly (string | number | null)[]): Promise<StoreRow> {
  const store = await arrangeStore(storage, [...TEXT_SLOTS, ...NUMBER_SLOTS]);
  const bySlot = (value: string | number | null) => {
    const slots = typeof value === 'number' ? NUMBER_SLOTS : TEXT_SLOTS;
    return Object.fromEntries(slots.map((slot) => [slot, value]));
  };
  await arrangeRecords(
    storage,
    store,
    numberedRecords(held.length, (i) => bySlot(held[i] ?? null)),
  );
  return store;
}

/** Checks one comparison on each of the columns against the decision for every value. */
async function expectDecisions<Value>(
  storage: Storage,
  store: StoreRow,
  held: readonly Value[],
  columns: readonly Column[],
  comparison: (column: Column) => Comparison,
  decide: (value: Value) => boolean,
): Promise<void> {
  const expected = numberedRecords(held.length, () => ({}))
    .filter((_, i) => decide(held[i] as Value))
    .map(({ id }) => id);
  for (const column of columns) {
    const where = comparison(column);
    assert.deepEqual(await matching(storage, store, where), expected, JSON.stringify(where));
  }
}

const NUMBERS = [
  null,
  0,
  1,
  -1,
  0.1,
  0.30000000000000004,
  0.3,
  2 ** 53 - 1,
  1 - 2 ** 53,
  5e-324,
  -2.5,
  1e15,
  NOW,
];

export const recordsText = topic('records-text', [
  {
    id: 'text-matching',
    title: 'contains, startsWith and endsWith are literal and ignore case, by the written table',
    async run({ storage }) {
      const texts = [...new Set(TEXT_MATCHES.map(([text]) => text))];
      const store = await arrangeValues(storage, texts);
      for (const [text, needle, ...expected] of TEXT_MATCHES) {
        const id = `r${String(texts.indexOf(text)).padStart(4, '0')}`;
        for (const column of TEXT_SLOTS) {
          const answers = [];
          for (const op of ['contains', 'startsWith', 'endsWith'] as const) {
            const ids = await matching(storage, store, { column, op, value: fold(needle) });
            answers.push(ids.includes(id));
          }
          assert.deepEqual(
            answers,
            expected,
            `${JSON.stringify(text)} against ${JSON.stringify(needle)} in ${column}`,
          );
        }
      }
    },
  },
  {
    id: 'text-matching-crossed',
    title:
      'contains, startsWith and endsWith decide every awkward text against every other as the reference does',
    async run({ storage }) {
      const texts = [null, ...new Set([...AWKWARD_TEXTS, ...TEXT_MATCHES.map(([text]) => text ?? '')])];
      const store = await arrangeValues(storage, texts);
      const decisions = {
        contains: (text: string, needle: string) => text.includes(needle),
        startsWith: (text: string, needle: string) => text.startsWith(needle),
        endsWith: (text: string, needle: string) => text.endsWith(needle),
      };
      for (const needle of new Set(texts.map((text) => fold(text ?? '')))) {
        if (needle === '') continue;
        for (const op of ['contains', 'startsWith', 'endsWith'] as const) {
          const comparison = (column: Column) => ({ column, op, value: needle });
          const decide = (text: string | null) => text !== null && decisions[op](fold(text), needle);
          await expectDecisions(storage, store, texts, ['t0', 't24'], comparison, decide);
        }
      }
    },
  },
  {
    id: 'folding-follows-writes',
    title: 'a text that was changed is found by its new value only, also between plain and accented letters',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 't24']);
      await arrangeRecords(storage, store, [record('a', { t0: 'ÄRGER', t24: 'ÄRGER' })]);
      const finds = async (value: string) => {
        const found = [];
        for (const column of ['t0', 't24'] as const)
          found.push(await matching(storage, store, { column, op: 'contains', value }));
        return found;
      };
      assert.deepEqual(await finds('ärger'), [['a'], ['a']]);
      await storage.records.patch(store, 'a', values({ t0: 'PLAIN', t24: 'PLAIN' }), NOW);
      assert.deepEqual(
        [await finds('ärger'), await finds('plain')],
        [
          [[], []],
          [['a'], ['a']],
        ],
      );
      await storage.records.upsert(store, [record('a', { t0: 'ÖL', t24: 'ÖL' })], NOW);
      assert.deepEqual(
        [await finds('plain'), await finds('öl')],
        [
          [[], []],
          [['a'], ['a']],
        ],
      );
      await storage.records.patch(store, 'a', values({ t0: null, t24: null }), NOW);
      assert.deepEqual(
        [await finds('öl'), await finds('plain')],
        [
          [[], []],
          [[], []],
        ],
      );
    },
  },
]);
