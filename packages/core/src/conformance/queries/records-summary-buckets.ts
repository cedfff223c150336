import assert from 'node:assert/strict';
import type { Storage } from '../../storage/storage.ts';
import { TIME_UNITS } from '../../zones/time-bucket.ts';
import { topic } from '../fixtures/case.ts';
import { arrangeHeld, byValue, NUMBERS, summarize } from './arrange-summaries.ts';

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

export const recordsSummaryBuckets = topic('records-summarize', [
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
]);
