import assert from 'node:assert/strict';
import { type AggregateOp, EVERYTHING } from '../query/ast.ts';
import type { Grouping, Measure, SummaryQuery } from '../query/summary.ts';
import type { SlotValue, StoreRow } from '../storage/rows.ts';
import type { Storage } from '../storage/storage.ts';
import { TIME_UNITS } from '../zones/time-bucket.ts';
import { arrangeNumbered, arrangeRecords, arrangeStore, NOW, record, SECOND } from './arrange.ts';
import { topic } from './case.ts';
import { assertAggregateAgrees } from './tolerance.ts';

/** Slots with their own columns, and slots in the overflow column. */
const SLOTS = ['t0', 'n0', 'n1', 't24', 'n24', 'n25'] as const;
const TEXTS = ['t0', 't24'] as const;
const NUMBERS = ['n0', 'n24'] as const;

const BY_COUNT: Pick<SummaryQuery, 'where' | 'sort' | 'limit' | 'measures'> = {
  where: EVERYTHING,
  sort: { by: 'count', direction: 'desc' },
  limit: 1_000,
  measures: [],
};

function byValue(column: Grouping['column']): Grouping {
  return { kind: 'value', column };
}

function measure(op: Measure['op'], column: Measure['column']): Measure {
  return { op, column };
}

/** Returns `[...key, count, ...values]` of each group. */
async function summarize(
  storage: Storage,
  store: StoreRow,
  query: Partial<SummaryQuery> & Pick<SummaryQuery, 'groupBy'>,
  now = NOW,
): Promise<SlotValue[][]> {
  const { groups } = await storage.records.summarize(store, { ...BY_COUNT, ...query }, now);
  return groups.map(({ key, count, values }) => [...key, count, ...values]);
}

interface Held {
  readonly text?: SlotValue;
  readonly number?: SlotValue;
  readonly other?: SlotValue;
}

/** Inserts a store whose records have the values, each in a column and in the overflow column. */
async function arrangeHeld(storage: Storage, held: readonly Held[]): Promise<StoreRow> {
  const store = await arrangeStore(storage, SLOTS);
  await arrangeNumbered(storage, store, held.length, (i) => {
    const { text = null, number = null, other = null } = held[i] ?? {};
    return { t0: text, t24: text, n0: number, n24: number, n1: other, n25: other };
  });
  return store;
}

const at = (time: string) => Date.parse(time);

/** A clock change of a zone: instants, and the first instants of their buckets by unit. */
interface ClockChange {
  readonly title: string;
  readonly timeZone: string;
  readonly times: readonly string[];
  readonly hours: readonly string[];
  readonly days: readonly string[];
}

const CLOCK_CHANGES: readonly ClockChange[] = [
  {
    title: 'New York repeats an hour',
    timeZone: 'America/New_York',
    times: [
      '2026-11-01T03:59:59.999Z',
      '2026-11-01T05:30:00Z',
      '2026-11-01T06:30:00Z',
      '2026-11-02T04:59:59.999Z',
      '2026-11-02T05:00:00Z',
    ],
    hours: [
      '2026-11-01T03:00:00Z',
      '2026-11-01T05:00:00Z',
      '2026-11-01T06:00:00Z',
      '2026-11-02T04:00:00Z',
      '2026-11-02T05:00:00Z',
    ],
    days: [
      '2026-10-31T04:00:00Z',
      '2026-11-01T04:00:00Z',
      '2026-11-01T04:00:00Z',
      '2026-11-01T04:00:00Z',
      '2026-11-02T05:00:00Z',
    ],
  },
  {
    title: 'Berlin skips an hour',
    timeZone: 'Europe/Berlin',
    times: ['2026-03-28T22:59:59Z', '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-03-29T22:00:00Z'],
    hours: ['2026-03-28T22:00:00Z', '2026-03-29T00:00:00Z', '2026-03-29T01:00:00Z', '2026-03-29T22:00:00Z'],
    days: ['2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  },
  {
    title: 'Lord Howe Island repeats half an hour',
    timeZone: 'Australia/Lord_Howe',
    times: ['2026-04-04T14:59:59Z', '2026-04-04T15:00:00Z', '2026-04-04T15:29:59Z', '2026-04-04T15:30:00Z'],
    hours: ['2026-04-04T14:00:00Z', '2026-04-04T15:00:00Z', '2026-04-04T15:00:00Z', '2026-04-04T15:30:00Z'],
    days: ['2026-04-04T13:00:00Z', '2026-04-04T13:00:00Z', '2026-04-04T13:00:00Z', '2026-04-04T13:00:00Z'],
  },
  {
    title: "St. John's sets its clocks back over midnight",
    timeZone: 'America/St_Johns',
    // At 00:01 on the 7th, which had begun at 02:30Z, it was 23:01 on the 6th again.
    times: ['2010-11-07T02:30:30Z', '2010-11-07T02:31:00Z', '2010-11-07T03:29:59Z', '2010-11-07T03:30:00Z'],
    hours: ['2010-11-07T02:30:00Z', '2010-11-07T02:31:00Z', '2010-11-07T02:31:00Z', '2010-11-07T03:30:00Z'],
    days: ['2010-11-07T02:30:00Z', '2010-11-06T02:30:00Z', '2010-11-06T02:30:00Z', '2010-11-07T02:30:00Z'],
  },
  {
    title: 'São Paulo skips midnight',
    timeZone: 'America/Sao_Paulo',
    times: ['2018-11-04T02:59:59Z', '2018-11-04T03:00:00Z', '2018-11-05T01:59:59Z', '2018-11-05T02:00:00Z'],
    hours: ['2018-11-04T02:00:00Z', '2018-11-04T03:00:00Z', '2018-11-05T01:00:00Z', '2018-11-05T02:00:00Z'],
    days: ['2018-11-03T03:00:00Z', '2018-11-04T03:00:00Z', '2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'],
  },
  {
    title: 'Samoa skips a day',
    timeZone: 'Pacific/Apia',
    times: ['2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z', '2011-12-31T09:59:59Z', '2011-12-31T10:00:00Z'],
    hours: ['2011-12-30T09:00:00Z', '2011-12-30T10:00:00Z', '2011-12-31T09:00:00Z', '2011-12-31T10:00:00Z'],
    days: ['2011-12-29T10:00:00Z', '2011-12-30T10:00:00Z', '2011-12-30T10:00:00Z', '2011-12-31T10:00:00Z'],
  },
];

/** The first instants of the buckets of one time in UTC, and of one in Kolkata. */
const UNIT_STARTS = {
  hour: ['2024-02-29T23:00:00Z', '2024-02-29T22:30:00Z'],
  day: ['2024-02-29T00:00:00Z', '2024-02-29T18:30:00Z'],
  week: ['2024-02-26T00:00:00Z', '2024-02-25T18:30:00Z'],
  month: ['2024-02-01T00:00:00Z', '2024-02-29T18:30:00Z'],
  quarter: ['2024-01-01T00:00:00Z', '2023-12-31T18:30:00Z'],
  year: ['2024-01-01T00:00:00Z', '2023-12-31T18:30:00Z'],
} as const;

export const recordsSummarize = topic('records-summarize', [
  {
    id: 'measures',
    title: 'computes every measure of each group over its set values',
    async run({ storage }) {
      const store = await arrangeHeld(storage, [
        { text: 'a', number: 4, other: 1 },
        { text: 'b', number: -1 },
        { text: 'a', number: null, other: 1 },
        { text: 'a', number: 2.5, other: 2 },
        { text: 'c' },
        { text: 'b', number: -1, other: 0 },
      ]);
      for (const [i, number] of NUMBERS.entries()) {
        const text = TEXTS[i] ?? 't0';
        const ops: readonly AggregateOp[] = ['sum', 'avg', 'min', 'max'];
        const measures = [
          ...ops.map((op) => measure(op, number)),
          measure('count', number),
          measure('countDistinct', number),
          measure('countDistinct', i === 0 ? 'n1' : 'n25'),
          measure('countDistinct', text),
        ];
        assert.deepEqual(await summarize(storage, store, { groupBy: [byValue(text)], measures }), [
          ['a', 3, 6.5, 3.25, 2.5, 4, 2, 2, 2, 1],
          ['b', 2, -2, -1, -1, -1, 2, 1, 1, 1],
          ['c', 1, null, null, null, null, 0, 0, 0, 1],
        ]);
      }
    },
  },
  {
    id: 'unset',
    title: 'puts the records whose value is unset into a group with the key null, apart from the empty text',
    async run({ storage }) {
      const store = await arrangeHeld(storage, [
        { text: '' },
        {},
        { text: 'x', number: 0 },
        {},
        { number: 5 },
      ]);
      for (const text of TEXTS) {
        assert.deepEqual(await summarize(storage, store, { groupBy: [byValue(text)] }), [
          [null, 3],
          ['', 1],
          ['x', 1],
        ]);
      }
      const width = { kind: 'number', buckets: { units: 1, scale: 1 } } as const;
      for (const column of NUMBERS) {
        const expected = [
          [null, 3],
          [0, 1],
          [5, 1],
        ];
        assert.deepEqual(await summarize(storage, store, { groupBy: [byValue(column)] }), expected);
        assert.deepEqual(await summarize(storage, store, { groupBy: [{ ...width, column }] }), expected);
        const byDay = { kind: 'time', column, unit: 'day', timeZone: 'Europe/Berlin' } as const;
        assert.deepEqual(await summarize(storage, store, { groupBy: [byDay] }), [
          [null, 3],
          [-3_600_000, 2],
        ]);
      }
    },
  },
  {
    id: 'nothing',
    title: 'returns one group without a key, also for no records, and no group with one',
    async run({ storage }) {
      const store = await arrangeHeld(storage, [{ number: 2 }, { number: 3 }]);
      const measures = [measure('sum', 'n0'), measure('countDistinct', 'n0'), measure('max', 'n24')];
      assert.deepEqual(await summarize(storage, store, { groupBy: [], measures }), [[2, 5, 2, 3]]);
      const where = { any: [] };
      assert.deepEqual(await summarize(storage, store, { groupBy: [], measures, where }), [
        [0, null, 0, null],
      ]);
      assert.deepEqual(await summarize(storage, store, { groupBy: [byValue('t0')], measures, where }), []);
    },
  },
  {
    id: 'order',
    title: 'sorts groups by count, by a part of the key or by a measure, and ties by their keys',
    async run({ storage }) {
      const texts = ['\uff5e', '\u{1F600}', 'b', 'a', 'B', null];
      const store = await arrangeHeld(storage, [
        ...texts.flatMap((text) => [
          { text, number: 2, other: text === 'b' ? null : 7 },
          { text, number: 1 },
        ]),
        { text: 'b', number: 3 },
      ]);
      const byText = ['B', 'a', 'b', '\uff5e', '\u{1F600}', null];
      const keys = async (query: Partial<SummaryQuery>) =>
        (await summarize(storage, store, { groupBy: [byValue('t0')], ...query })).map(([key]) => key);
      const by = (sort: SummaryQuery['sort'], measures: readonly Measure[] = []) => keys({ sort, measures });

      const rest = byText.filter((text) => text !== 'b');
      assert.deepEqual(await by({ by: 'count', direction: 'desc' }), ['b', ...rest]);
      assert.deepEqual(await by({ by: 'count', direction: 'asc' }), [...rest, 'b']);
      assert.deepEqual(await by({ by: 'key', index: 0, direction: 'asc' }), byText);
      assert.deepEqual(await by({ by: 'key', index: 0, direction: 'desc' }), [
        '\u{1F600}',
        '\uff5e',
        'b',
        'a',
        'B',
        null,
      ]);
      // The groups without a value come last in both directions.
      for (const op of ['sum', 'avg', 'min', 'max'] as const) {
        for (const direction of ['asc', 'desc'] as const) {
          const sort = { by: 'measure', index: 1, direction } as const;
          const measures = [measure('count', 'n0'), measure(op, 'n1')];
          assert.deepEqual(await by(sort, measures), [...rest, 'b'], `${op} ${direction}`);
        }
      }
      const bySum = { by: 'measure', index: 0 } as const;
      const sums = [measure('sum', 'n24'), measure('count', 'n24')];
      assert.deepEqual(await by({ ...bySum, direction: 'desc' }, sums), ['b', ...rest]);
      assert.deepEqual(await by({ ...bySum, direction: 'asc' }, sums), [...rest, 'b']);
    },
  },
  {
    id: 'two-keys',
    title: 'groups by two columns',
    async run({ storage }) {
      const store = await arrangeHeld(storage, [
        { text: 'a', number: 1, other: 10 },
        { text: 'b', number: 1, other: 20 },
        { text: 'a', number: 2, other: 30 },
        { text: 'a', number: 1, other: 40 },
        { text: null, number: 1 },
        { text: 'a', number: null },
      ]);
      const measures = [measure('sum', 'n25')];
      assert.deepEqual(
        await summarize(storage, store, { groupBy: [byValue('t0'), byValue('n24')], measures }),
        [
          ['a', 1, 2, 50],
          ['a', 2, 1, 30],
          ['a', null, 1, null],
          ['b', 1, 1, 20],
          [null, 1, 1, null],
        ],
      );
      assert.deepEqual(
        await summarize(storage, store, { groupBy: [byValue('n0'), byValue('t24')], measures }),
        [
          [1, 'a', 2, 50],
          [1, 'b', 1, 20],
          [1, null, 1, null],
          [2, 'a', 1, 30],
          [null, 'a', 1, null],
        ],
      );
    },
  },
  {
    id: 'limit',
    title: 'returns the first groups in order and whether there are more',
    async run({ storage }) {
      const store = await arrangeHeld(
        storage,
        Array.from({ length: 12 }, (_, i) => ({ text: `k${i % 5}`, number: i })),
      );
      const query = { ...BY_COUNT, groupBy: [byValue('t24')], measures: [measure('max', 'n0')] };
      const byMax = { by: 'measure', index: 0, direction: 'desc' } as const;
      const top = await storage.records.summarize(store, { ...query, limit: 2, sort: byMax }, NOW);
      assert.deepEqual(
        top.groups.map(({ key }) => key),
        [['k1'], ['k0']],
      );
      assert.equal(top.more, true);
      assert.equal((await storage.records.summarize(store, { ...query, limit: 4 }, NOW)).more, true);
      const all = await storage.records.summarize(store, { ...query, limit: 5 }, NOW);
      assert.deepEqual(
        all.groups.map(({ key, count }) => [...key, count]),
        [
          ['k0', 3],
          ['k1', 3],
          ['k2', 2],
          ['k3', 2],
          ['k4', 2],
        ],
      );
      assert.equal(all.more, false);
    },
  },
  {
    id: 'filtered',
    title: 'summarizes only the matching records of the store',
    async run({ storage }) {
      const store = await arrangeHeld(storage, [
        { text: 'a', number: 1 },
        { text: 'b', number: 2 },
        { text: 'a', number: 3 },
      ]);
      await arrangeHeld(storage, [{ text: 'a', number: 100 }]);
      const where = { column: 'n24', op: 'gt', value: 1 } as const;
      const measures = [measure('sum', 'n0')];
      assert.deepEqual(await summarize(storage, store, { groupBy: [byValue('t0')], measures, where }), [
        ['a', 1, 3],
        ['b', 1, 2],
      ]);
      const one = { column: 'id', op: 'eq', value: 'r0001' } as const;
      assert.deepEqual(await summarize(storage, store, { groupBy: [byValue('id')], measures, where: one }), [
        ['r0001', 1, 2],
      ]);
    },
  },
  {
    id: 'expired',
    title: 'does not count expired records',
    async run({ storage }) {
      const store = await arrangeStore(storage, ['t0', 'n0'], { recordTtl: 10 });
      await arrangeRecords(storage, store, [
        record('old', { t0: 'a', n0: 1 }),
        record('gone', { t0: 'b', n0: 2 }),
      ]);
      const later = NOW + 10 * SECOND;
      await arrangeRecords(storage, store, [record('new', { t0: 'a', n0: 4 })], later);
      const measures = [measure('sum', 'n0')];
      const query = { groupBy: [byValue('t0')], measures };
      assert.deepEqual(await summarize(storage, store, query, later - 1), [
        ['a', 2, 5],
        ['b', 1, 2],
      ]);
      assert.deepEqual(await summarize(storage, store, query, later), [['a', 1, 4]]);
      assert.deepEqual(await summarize(storage, store, { groupBy: [], measures }, later), [[1, 4]]);
    },
  },
  {
    id: 'system-columns',
    title: 'groups and measures by the times of records',
    async run({ storage }) {
      const store = await arrangeStore(storage);
      await arrangeRecords(storage, store, [record('a'), record('b')]);
      await arrangeRecords(storage, store, [record('c')], NOW + 3_600_000);
      const byHour = { kind: 'time', column: 'created_at', unit: 'hour', timeZone: 'utc' } as const;
      const hour = NOW - (NOW % 3_600_000);
      const measures = [measure('min', 'updated_at'), measure('countDistinct', 'created_at')];
      assert.deepEqual(await summarize(storage, store, { groupBy: [byHour], measures }), [
        [hour, 2, NOW, 1],
        [hour + 3_600_000, 1, NOW + 3_600_000, 1],
      ]);
      assert.deepEqual(await summarize(storage, store, { groupBy: [byValue('updated_at')], measures: [] }), [
        [NOW, 2],
        [NOW + 3_600_000, 1],
      ]);
    },
  },
  {
    id: 'number-buckets',
    title: 'puts numbers into decimal buckets, the lower end included',
    async run({ storage }) {
      const cases = [
        {
          buckets: { units: 1, scale: 10 },
          values: [0.3, 0.29999999999999993, 0.30000000000000004, 0.7, -0.1, -1e-9],
        },
        { buckets: { units: 25, scale: 10 }, values: [0, 2.4999, 2.5, -2.5, -2.500001, 7.5] },
        { buckets: { units: 1, scale: 1e9 }, values: [5e-324, -5e-324, 1e-9, 0.1, 2 ** 53 - 1, 1 - 2 ** 53] },
        { buckets: { units: 2 ** 53 - 1, scale: 1 }, values: [5e-324, 2 ** 53 - 1, 1 - 2 ** 53, -1, 1e15] },
        { buckets: { units: 7, scale: 1 }, values: [6.999999999999999, 7, 1e15, 13, -7, -0.5] },
      ];
      const expected = [
        [0.3, 0.2, 0.3, 0.7, -0.1, -0.1],
        [0, 0, 2.5, -2.5, -5, 7.5],
        [0, -1e-9, 1e-9, 0.1, 2 ** 53 - 1, 1 - 2 ** 53],
        [0, 2 ** 53 - 1, 1 - 2 ** 53, 1 - 2 ** 53, 0],
        [0, 7, 999_999_999_999_994, 7, -7, -7],
      ];
      for (const [i, { buckets, values }] of cases.entries()) {
        const store = await arrangeHeld(
          storage,
          values.map((number) => ({ number })),
        );
        for (const column of NUMBERS) {
          for (const [j, value] of values.entries()) {
            const where = { column, op: 'eq', value } as const;
            const groups = await summarize(storage, store, {
              groupBy: [{ kind: 'number', column, buckets }],
              where,
            });
            assert.deepEqual(
              groups,
              [[expected[i]?.[j], 1]],
              `${value} in ${buckets.units}/${buckets.scale}`,
            );
          }
        }
      }
    },
  },
  {
    id: 'time-buckets',
    title: 'puts times into the hour, day, ISO week, month, quarter and year that clocks of the zone show',
    async run({ storage }) {
      const store = await arrangeHeld(storage, [{ number: at('2024-02-29T23:15:00.001Z') }]);
      for (const column of NUMBERS) {
        for (const unit of TIME_UNITS) {
          for (const [i, timeZone] of ['UTC', 'Asia/Kolkata'].entries()) {
            const groups = await summarize(storage, store, {
              groupBy: [{ kind: 'time', column, unit, timeZone }],
            });
            assert.deepEqual(groups, [[at(UNIT_STARTS[unit][i] ?? ''), 1]], `${unit} in ${timeZone}`);
          }
        }
      }
    },
  },
  ...CLOCK_CHANGES.map(({ title, timeZone, times, hours, days }) => ({
    id: `clock-change ${timeZone}`,
    title: `puts times around a clock change into their buckets: ${title}`,
    async run({ storage }: { storage: Storage }) {
      const store = await arrangeHeld(
        storage,
        times.map((time) => ({ number: at(time) })),
      );
      for (const [unit, starts] of [
        ['hour', hours],
        ['day', days],
      ] as const) {
        const groups = await summarize(storage, store, {
          groupBy: [{ kind: 'time', column: 'n0', unit, timeZone }, byValue('n24')],
          sort: { by: 'key', index: 1, direction: 'asc' },
        });
        assert.deepEqual(
          groups,
          times.map((time, i) => [at(starts[i] ?? ''), at(time), 1]),
          unit,
        );
      }
    },
  })),
  {
    id: 'distant-times',
    title: 'puts the first and the last times of the calendar into buckets',
    async run({ storage }) {
      const times = [
        '0000-01-01T00:00:00Z',
        '0004-02-29T12:00:00Z',
        '1883-11-18T17:00:00Z',
        '9999-12-31T23:59:59.999Z',
      ];
      const store = await arrangeHeld(
        storage,
        times.map((time) => ({ number: at(time) })),
      );
      const starts = async (unit: (typeof TIME_UNITS)[number]) => {
        const groups = await summarize(storage, store, {
          groupBy: [{ kind: 'time', column: 'n0', unit, timeZone: 'America/New_York' }],
          sort: { by: 'key', index: 0, direction: 'asc' },
        });
        return groups.map(([start]) => new Date(Number(start)).toISOString());
      };
      // Local mean time was 4 h 56 min 2 s behind UTC.
      assert.deepEqual(await starts('year'), [
        '-000001-01-01T04:56:02.000Z',
        '0004-01-01T04:56:02.000Z',
        '1883-01-01T04:56:02.000Z',
        '9999-01-01T05:00:00.000Z',
      ]);
      assert.deepEqual(await starts('week'), [
        '-000001-12-27T04:56:02.000Z',
        '0004-02-23T04:56:02.000Z',
        '1883-11-12T04:56:02.000Z',
        '9999-12-27T05:00:00.000Z',
      ]);
    },
  },
  {
    id: 'compensated',
    title:
      'sums of large numbers that cancel out, of many fractions and of tiny numbers are within the tolerance',
    async run({ storage }) {
      const great = [2 ** 53 - 1, 0.25, 1 - 2 ** 53, 0.25];
      const fractions = Array.from({ length: 1_500 }, (_, i) => (i % 2 === 0 ? 0.1 : 1e6 + 0.7));
      const tiny = Array.from({ length: 1_500 }, (_, i) => (i % 3 === 0 ? -1e-9 : 3e-9));
      const exact = { great: 0.5, fractions: (750 * 1 + 750 * 10_000_007) / 10, tiny: 2.5e-6 };
      const magnitudes = { great: 2 ** 54, fractions: exact.fractions, tiny: 3.5e-6 };
      const sizes = { great: 4, fractions: 1_500, tiny: 1_500 };
      const store = await arrangeHeld(storage, [
        ...great.map((number) => ({ text: 'great', number })),
        ...fractions.map((number) => ({ text: 'fractions', number })),
        ...tiny.map((number) => ({ text: 'tiny', number })),
      ]);
      for (const column of NUMBERS) {
        for (const sort of [
          { by: 'count', direction: 'desc' },
          { by: 'measure', index: 0, direction: 'desc' },
        ] as const) {
          const measures = [measure('sum', column), measure('avg', column)];
          const groups = await summarize(storage, store, { groupBy: [byValue('t0')], measures, sort });
          assert.equal(groups.length, 3);
          for (const [name, , sum, avg] of groups) {
            const key = name as keyof typeof exact;
            assertAggregateAgrees(Number(sum), exact[key], magnitudes[key], `sum of ${key}`);
            assertAggregateAgrees(
              Number(avg),
              exact[key] / sizes[key],
              magnitudes[key] / sizes[key],
              `avg of ${key}`,
            );
          }
        }
      }
    },
  },
  {
    id: 'extremes',
    title: 'min, max and counts of different values are exact to the last bit',
    async run({ storage }) {
      const numbers = [0.1 + 0.2, 0.3, 5e-324, 0, 2 ** 53 - 1, 2 ** 53 - 2, 1 - 2 ** 53];
      const store = await arrangeHeld(storage, [
        ...numbers.map((number) => ({ text: 'a', number })),
        ...numbers.map((number) => ({ text: 'A', number: -number + 0 })),
      ]);
      for (const column of NUMBERS) {
        const measures = (['min', 'max', 'countDistinct'] as const).map((op) => measure(op, column));
        assert.deepEqual(await summarize(storage, store, { groupBy: [byValue('t24')], measures }), [
          ['A', 7, 1 - 2 ** 53, 2 ** 53 - 1, 7],
          ['a', 7, 1 - 2 ** 53, 2 ** 53 - 1, 7],
        ]);
        assert.equal((await summarize(storage, store, { groupBy: [byValue(column)] })).length, 11);
      }
    },
  },
  {
    id: 'large-keys',
    title: 'groups by texts of the maximum length that differ in their last character',
    async run({ storage }) {
      const long = 'x'.repeat(65_535);
      const store = await arrangeHeld(storage, [
        { text: `${long}a` },
        { text: `${long}b` },
        { text: `${long}a` },
      ]);
      assert.deepEqual(await summarize(storage, store, { groupBy: [byValue('t0')] }), [
        [`${long}a`, 2],
        [`${long}b`, 1],
      ]);
    },
  },
]);
