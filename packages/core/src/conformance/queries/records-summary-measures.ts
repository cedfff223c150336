import assert from 'node:assert/strict';
import type { Slot } from '../../ground/rows.ts';
import { fold } from '../../query/fold.ts';
import { type Measure, RANK_PERCENTS, type RankOp } from '../../query/summary.ts';
import { arrangeNumbered, arrangeStore } from '../fixtures/arrange.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeHeld, byValue, measure, NUMBERS, summarize, TEXTS } from './arrange-summaries.ts';

const RANKS = Object.keys(RANK_PERCENTS) as RankOp[];
const HOUR = 3_600_000;

export const recordsSummaryMeasures = topic('records-summary-measures', [
  {
    id: 'ranks',
    title: 'finds the value of each rank for any number of values, with ties, without unset values',
    async run({ storage }) {
      // One group has one value, the next one two, and so on. Ranks are at whole numbers for many of them.
      const values = Array.from({ length: 21 }, (_, group) =>
        Array.from({ length: group }, (_, i) => ((i * 7) % group) - 3.5),
      );
      const held = values.flatMap((numbers, group) => [
        ...numbers.map((number) => ({ text: `g${group}`, number })),
        { text: `g${group}`, number: null },
        { text: `g${group}`, number: null },
      ]);
      const store = await arrangeHeld(storage, held);
      for (const number of NUMBERS) {
        const found = await summarize(storage, store, {
          groupBy: [byValue('t0')],
          measures: RANKS.map((op) => measure(op, number)),
        });
        for (const [group, numbers] of values.entries()) {
          const sorted = numbers.toSorted((a, b) => a - b);
          const expected = RANKS.map((op) => {
            const place = (RANK_PERCENTS[op] * sorted.length) / 100;
            return sorted.find((_, i) => i + 1 >= place) ?? null;
          });
          const row = found.find(([key]) => key === `g${group}`);
          assert.deepEqual(row, [`g${group}`, group + 2, ...expected]);
        }
      }
    },
  },
  {
    id: 'elapsed',
    title: 'computes measures of the time between two columns, unset where one of them is',
    async run({ storage }) {
      const start = Date.UTC(2026, 0, 1);
      const ends = [start + 36 * HOUR, start + 12 * HOUR, null, start - 6 * HOUR, start + 12 * HOUR];
      const store = await arrangeHeld(
        storage,
        ends.map((end, i) => ({ text: 'x', number: i === 4 ? null : start, other: end })),
      );
      const pairs: [Slot, Slot][] = [
        ['n0', 'n1'],
        ['n24', 'n25'],
        ['n0', 'n25'],
      ];
      for (const [from, to] of pairs) {
        const elapsed = (op: 'sum' | 'avg' | 'min' | 'max' | 'median' | 'p90'): Measure => {
          return { op, elapsed: { from, to, millis: 24 * HOUR } };
        };
        const measures = (['sum', 'avg', 'min', 'max', 'median', 'p90'] as const).map(elapsed);
        const [row] = await summarize(storage, store, { groupBy: [], measures });
        assert.deepEqual(row, [5, 1.75, 1.75 / 3, -0.25, 1.5, 0.5, 1.5]);
      }
      const own = { from: 'created_at', to: 'updated_at', millis: 60_000 } as const;
      const measures: Measure[] = [{ op: 'max', elapsed: own }];
      assert.deepEqual(await summarize(storage, store, { groupBy: [], measures }), [[5, 0]]);
    },
  },
  {
    id: 'length',
    title: 'computes measures of the number of characters of texts, unset where the text is',
    async run({ storage }) {
      const texts = ['', 'ab', 'Grüße', '👩‍👩‍👧 a', null, 'x'.repeat(3_000)];
      const store = await arrangeHeld(
        storage,
        texts.map((text) => ({ text })),
      );
      for (const lengthOf of TEXTS) {
        const measures = (['sum', 'avg', 'min', 'max', 'median', 'p90'] as const).map(
          (op): Measure => ({ op, lengthOf }),
        );
        const [row] = await summarize(storage, store, { groupBy: [], measures });
        assert.deepEqual(row, [6, 3_014, 602.8, 0, 3_000, 5, 3_000]);
      }
    },
  },
  {
    id: 'having',
    title: 'returns only groups that satisfy all conditions, before sorting and cutting',
    async run({ storage }) {
      const held = [1, 2, 2, 3, 3, 3].map((text, i) => ({
        text: String(text),
        number: text === 3 ? null : i / 2,
      }));
      const store = await arrangeHeld(storage, held);
      const groupBy = [byValue('t0')];
      const measures = [measure('sum', 'n0'), measure('count', 'n24')];
      const named = async (...conditions: readonly (readonly [number | 'count', string, number])[]) => {
        const having = conditions.map(([index, op, value]) => ({
          of: index === 'count' ? ({ by: 'count' } as const) : ({ by: 'measure', index } as const),
          op: op as 'eq',
          value,
        }));
        const sort = { by: 'key', index: 0, direction: 'asc' } as const;
        const found = await summarize(storage, store, { groupBy, measures, having, sort });
        return found.map(([key]) => key).join(' ');
      };
      assert.equal(await named(['count', 'gte', 2]), '2 3');
      assert.equal(await named(['count', 'gt', 1.5], ['count', 'lt', 2.5]), '2');
      assert.equal(await named([0, 'eq', 1.5]), '2');
      assert.equal(await named([0, 'ne', 1.5]), '1 3');
      assert.equal(await named([0, 'lte', 1e300]), '1 2');
      assert.equal(await named([0, 'lt', 0.25]), '1');
      assert.equal(await named([1, 'eq', 0]), '3');
      assert.equal(await named(['count', 'gt', 5]), '');
      const query = {
        groupBy,
        measures,
        limit: 1,
        having: [{ of: { by: 'count' }, op: 'lt', value: 3 }],
      } as const;
      assert.deepEqual(await summarize(storage, store, query), [['2', 2, 1.5, 2]]);
      const none = { groupBy: [], measures, having: [{ of: { by: 'count' }, op: 'gt', value: 6 }] } as const;
      assert.deepEqual(await summarize(storage, store, none), []);
    },
  },
  {
    id: 'folded-texts',
    title: 'joins texts that differ in case only, in all of Unicode, under their folded form',
    async run({ storage }) {
      const texts = [
        'Ab',
        'aB',
        'ÄB',
        'äb',
        'a\u0308b',
        'ΣΑΣ',
        'σας',
        'İ',
        'i',
        '',
        null,
        null,
        'Straße',
        'STRASSE',
      ];
      const store = await arrangeHeld(
        storage,
        texts.map((text, i) => ({ text, number: i })),
      );
      const counts = new Map<string | null, number>();
      for (const text of texts) {
        const key = text === null ? null : fold(text);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      assert.equal(counts.get('σασ'), 2);
      for (const column of TEXTS) {
        const found = await summarize(storage, store, { groupBy: [{ kind: 'folded', column }] });
        assert.deepEqual(new Map(found as [string | null, number][]), counts);
      }
    },
  },
  {
    id: 'folded-ids',
    title: 'joins ids that differ in case only',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['n0']);
      await arrangeNumbered(storage, store, 2, () => ({ n0: 1 }));
      for (const id of ['Äx', 'äX', 'ab', 'AB']) {
        await storage.records.insert(store, { id, slots: ['n0'], values: [1] }, Date.UTC(2026, 0, 1));
      }
      const found = await summarize(storage, store, {
        groupBy: [{ kind: 'folded', column: 'id' }],
        sort: { by: 'key', index: 0, direction: 'asc' },
      });
      assert.deepEqual(found, [
        ['ab', 2],
        ['r0000', 1],
        ['r0001', 1],
        ['äx', 2],
      ]);
    },
  },
  {
    id: 'clock-parts',
    title: 'groups instants by the weekday and the hour that clocks of the zone show',
    async run({ storage }) {
      // Monday 23:30 in UTC is Tuesday in Berlin; an hour is skipped on Sunday 2026-03-29 and another one repeated.
      const times = [
        '2026-01-05T23:30:00Z',
        '2026-03-29T00:30:00Z',
        '2026-03-29T01:30:00Z',
        '2026-10-25T00:30:00Z',
        '2026-10-25T01:30:00Z',
        '1969-12-31T12:00:00Z',
        '0004-02-29T00:00:00Z',
      ].map((time) => Date.parse(time));
      const store = await arrangeHeld(
        storage,
        times.map((number) => ({ number })),
      );
      const shown = async (column: Slot, unit: 'weekday' | 'hourOfDay', timeZone: string) => {
        const found = await summarize(storage, store, {
          groupBy: [{ kind: 'time', column, unit, timeZone }],
          sort: { by: 'key', index: 0, direction: 'asc' },
        });
        return found.map((row) => row.join(':')).join(' ');
      };
      for (const column of NUMBERS) {
        assert.equal(await shown(column, 'weekday', 'Europe/Berlin'), '2:1 3:1 7:5');
        assert.equal(await shown(column, 'weekday', 'UTC'), '1:1 3:1 7:5');
        assert.equal(await shown(column, 'hourOfDay', 'UTC'), '0:3 1:2 12:1 23:1');
        assert.equal(await shown(column, 'hourOfDay', 'Europe/Berlin'), '0:2 1:1 2:2 3:1 13:1');
      }
    },
  },
]);
