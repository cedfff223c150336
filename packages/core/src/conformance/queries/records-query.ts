import assert from 'node:assert/strict';
import type { RecordRow } from '../../ground/rows.ts';
import type { Column, Comparison, Filter, RecordQuery } from '../../query/ast.ts';
import {
  arrangeRecords,
  arrangeStore,
  findRows,
  idsOf,
  NOW,
  record,
  SECOND,
  values,
} from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { AWKWARD_TEXTS } from '../fixtures/texts.ts';
import {
  arrangeValues,
  expectDecisions,
  expectEmptiness,
  expectEquality,
  matching,
  NUMBER_SLOTS,
  TEXT_SLOTS,
} from './decisions.ts';

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

export const recordsQuery = topic('records-query', [
  {
    id: 'eq-ne-text',
    title: 'eq is exact for every text; ne is its complement and includes unset values',
    async run({ storage }) {
      const texts = [null, ...AWKWARD_TEXTS, 'ä', 'Ä', 'a\u0308', 'a', 'A', 'a '];
      const store = await arrangeValues(storage, texts);
      for (const value of [...new Set(texts), 'not there']) {
        if (value === null) continue;
        await expectEquality(storage, store, texts, TEXT_SLOTS, value);
      }
    },
  },
  {
    id: 'eq-ne-number',
    title: 'eq compares numbers as doubles; ne is its complement and includes unset values',
    async run({ storage }) {
      const store = await arrangeValues(storage, NUMBERS);
      for (const value of [...NUMBERS, 0.2, 1e300, -1e300, 2 ** 53]) {
        if (value === null) continue;
        await expectEquality(storage, store, NUMBERS, NUMBER_SLOTS, value);
      }
    },
  },
  {
    id: 'in',
    title: 'in matches what eq matches for one of the values, and never unset values',
    async run({ storage }) {
      const texts = [null, ...AWKWARD_TEXTS, 'ä', 'Ä', 'a\u0308', 'a', 'A', 'a '];
      const ofTexts = await arrangeValues(storage, texts);
      const someTexts = ['', 'A', 'a\u0308', 'not there', ...AWKWARD_TEXTS.slice(0, 20)];
      for (const values of [someTexts.slice(0, 1), someTexts, [...someTexts, ...someTexts]]) {
        const within = (column: Column): Comparison => ({ column, op: 'in', values });
        const decide = (stored: string | null) => stored !== null && values.includes(stored);
        await expectDecisions(storage, ofTexts, texts, TEXT_SLOTS, within, decide);
      }
      const ofNumbers = await arrangeValues(storage, NUMBERS);
      for (const values of [[0], [0.30000000000000004, 2 ** 53 - 1, 1e300], [5e-324, NOW, -1, -1, 0.2]]) {
        const within = (column: Column): Comparison => ({ column, op: 'in', values });
        const decide = (stored: number | null) => stored !== null && values.includes(stored);
        await expectDecisions(storage, ofNumbers, NUMBERS, NUMBER_SLOTS, within, decide);
      }
    },
  },
  {
    id: 'in-many',
    title: 'accepts 50 filters of 100 values each, and finds ids in any order',
    async run({ storage }) {
      const store = await arrangeValues(
        storage,
        Array.from({ length: 120 }, (_, i) => i),
      );
      const upTo = (count: number): Filter => ({
        column: 'n24',
        op: 'in',
        values: Array.from({ length: 100 }, (_, i) => i % count),
      });
      const all = Array.from({ length: 50 }, (_, i) => upTo(51 + i));
      assert.equal((await matching(storage, store, { all })).length, 51);
      const ids = ['r0007', 'r0003', 'r0119', 'R0004', 'r0003'];
      const where: Filter = { column: 'id', op: 'in', values: ids };
      assert.deepEqual(await matching(storage, store, where), ['r0003', 'r0007', 'r0119']);
      const few: Filter = { all: [where, { column: 'n0', op: 'lt', value: 100 }] };
      assert.deepEqual(await matching(storage, store, few), ['r0003', 'r0007']);
      for (const column of ['seq', 'id', 'created_at', 'n0'] as const) {
        for (const direction of ['asc', 'desc'] as const) {
          const query: RecordQuery = { where, order: { column, direction }, after: null, limit: 2 };
          const expected = direction === 'desc' ? ['r0119', 'r0007'] : ['r0003', 'r0007'];
          assert.deepEqual(idsOf(await findRows(storage, store, query, NOW)), expected);
        }
      }
    },
  },
  {
    id: 'inequalities',
    title: 'gt, gte, lt and lte compare numbers as doubles and exclude unset values',
    async run({ storage }) {
      const store = await arrangeValues(storage, NUMBERS);
      const decisions = {
        gt: (stored: number, value: number) => stored > value,
        gte: (stored: number, value: number) => stored >= value,
        lt: (stored: number, value: number) => stored < value,
        lte: (stored: number, value: number) => stored <= value,
      };
      for (const op of ['gt', 'gte', 'lt', 'lte'] as const) {
        for (const value of [0, 0.1, 0.3, -1, 2 ** 53 - 1, 1e300, -1e300, 5e-324, NOW]) {
          const comparison = (column: Column) => ({ column, op, value });
          const decide = (stored: number | null) => stored !== null && decisions[op](stored, value);
          await expectDecisions(storage, store, NUMBERS, NUMBER_SLOTS, comparison, decide);
        }
      }
    },
  },
  {
    id: 'empty',
    title:
      'empty matches unset values and the empty text, not zero, blanks or "0"; notEmpty is its complement',
    async run({ storage }) {
      const texts = [null, '', ' ', '0', 'null', '\u200b', 'x'];
      const ofTexts = await arrangeValues(storage, texts);
      await expectEmptiness(storage, ofTexts, texts, TEXT_SLOTS);
      const ofNumbers = await arrangeValues(storage, NUMBERS);
      await expectEmptiness(storage, ofNumbers, NUMBERS, NUMBER_SLOTS);
    },
  },
  {
    id: 'system-columns',
    title: 'filters the id and the two times like properties',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['n0']);
      const ids = ['ä 100%', 'Äpfel', 'b_c', "it's", 'B', '\u{1F600}'];
      for (const [i, id] of ids.entries())
        await arrangeRecords(storage, store, [record(id)], NOW + i * SECOND);
      await storage.records.patch(store, 'B', values({ n0: 1 }), NOW + 60 * SECOND);
      const cases: [Comparison, string[]][] = [
        [{ column: 'id', op: 'eq', value: 'Äpfel' }, ['Äpfel']],
        [{ column: 'id', op: 'eq', value: 'äpfel' }, []],
        [{ column: 'id', op: 'ne', value: 'B' }, ids.filter((id) => id !== 'B')],
        [{ column: 'id', op: 'contains', value: 'b' }, ['b_c', 'B']],
        [{ column: 'id', op: 'contains', value: '_' }, ['b_c']],
        [{ column: 'id', op: 'startsWith', value: 'ä' }, ['ä 100%', 'Äpfel']],
        [{ column: 'id', op: 'endsWith', value: '%' }, ['ä 100%']],
        [{ column: 'id', op: 'empty' }, []],
        [{ column: 'id', op: 'notEmpty' }, ids],
        [{ column: 'created_at', op: 'eq', value: NOW + SECOND }, ['Äpfel']],
        [{ column: 'id', op: 'in', values: ['B', 'äpfel', "it's"] }, ["it's", 'B']],
        [{ column: 'created_at', op: 'in', values: [NOW + SECOND, NOW + 0.5, 1e300] }, ['Äpfel']],
        [{ column: 'updated_at', op: 'in', values: [0.5] }, []],
        [{ column: 'created_at', op: 'gte', value: NOW + 4 * SECOND }, ['B', '\u{1F600}']],
        [{ column: 'created_at', op: 'lt', value: NOW + SECOND }, ['ä 100%']],
        [{ column: 'updated_at', op: 'gt', value: NOW + 5 * SECOND }, ['B']],
        [{ column: 'updated_at', op: 'ne', value: NOW }, ids.slice(1)],
        [{ column: 'updated_at', op: 'empty' }, []],
        [{ column: 'created_at', op: 'notEmpty' }, ids],
      ];
      for (const [where, expected] of cases) {
        assert.deepEqual(await matching(storage, store, where), expected, JSON.stringify(where));
      }
    },
  },
  {
    id: 'combinations',
    title: 'all and any can be nested; an empty all is true and an empty any is false',
    async run({ storage }) {
      const held = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
      const store = await arrangeValues(storage, held);
      const gte = (value: number): Filter => ({ column: 'n0', op: 'gte', value });
      const lt = (value: number): Filter => ({ column: 'n24', op: 'lt', value });
      const cases: [Filter, number[]][] = [
        [{ all: [] }, held],
        [{ any: [] }, []],
        [{ all: [{ all: [] }, gte(8)] }, [8, 9]],
        [{ all: [{ any: [] }, gte(8)] }, []],
        [{ any: [{ any: [] }, gte(8)] }, [8, 9]],
        [{ any: [{ all: [] }, gte(8)] }, held],
        [{ all: [gte(3), lt(5)] }, [3, 4]],
        [{ any: [gte(8), lt(2)] }, [0, 1, 8, 9]],
        [{ all: [{ any: [gte(8), lt(2)] }, { any: [lt(1), gte(9)] }] }, [0, 9]],
        [{ any: [{ all: [gte(1), lt(3)] }, { all: [gte(5), { any: [lt(6), gte(9)] }] }] }, [1, 2, 5, 9]],
      ];
      for (const [where, numbers] of cases) {
        const expected = numbers.map((n) => `r000${n}`);
        assert.deepEqual(await matching(storage, store, where), expected, JSON.stringify(where));
      }
    },
  },
  {
    id: 'fifty-filters',
    title: 'accepts the maximum number of filters, each with its own range',
    async run({ storage }) {
      const store = await arrangeValues(
        storage,
        Array.from({ length: 120 }, (_, i) => i),
      );
      const column = 'n0' as const;
      const ranges = Array.from({ length: 50 }, (_, i): Filter => {
        return {
          all: [
            { column, op: 'gte', value: 2 * i },
            { column: 'n24', op: 'lt', value: 2 * i + 1 },
          ],
        };
      });
      assert.equal((await matching(storage, store, { any: ranges })).length, 50);
      const others = Array.from({ length: 50 }, (_, i): Filter => ({ column: 'n0', op: 'ne', value: i }));
      assert.equal((await matching(storage, store, { all: others })).length, 70);
      let deep: Filter = { column, op: 'gte', value: 60 };
      for (let i = 0; i < 50; i++) deep = i % 2 === 0 ? { all: [deep] } : { any: [deep, { any: [] }] };
      assert.equal((await matching(storage, store, deep)).length, 60);
    },
  },
  {
    id: 'rows-are-copies',
    title: 'changing a returned row later changes no stored data',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a', { t0: 'kept', n0: 1 })]);
      const row = (await storage.records.get(store, 'a', NOW)) as RecordRow;
      if (!Object.isFrozen(row.values)) (row.values as unknown[])[0] = 'changed';
      assert.deepEqual((await storage.records.get(store, 'a', NOW))?.values, ['kept', 1]);
    },
  },
]);
