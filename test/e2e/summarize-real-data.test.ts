import type { RecordGroup } from '@vitrine/core/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { propertiesOf } from './arrange.ts';
import type { ToolClient } from './tool-client.ts';
import { withToolServers } from './tool-world.ts';
import { type Day, readDays } from './weather.ts';

const days = readDays();

/** The file has one decimal, so tenths are whole numbers and their sums are exact. */
function sumOf(some: readonly Day[], name: 'precipitation' | 'wind' | 'temp_max'): number {
  return some.reduce((sum, day) => sum + Math.round(day[name] * 10), 0) / 10;
}

const months = Object.entries(Object.groupBy(days, ({ date }) => date.slice(0, 7))).map(
  ([month, some = []]) => ({
    month,
    some,
  }),
);

withToolServers((arrange) => {
  describe('the weather of Seattle', () => {
    let client: ToolClient;
    let storeId: string;

    beforeAll(() => {
      expect(days).toHaveLength(1_461);
    });

    async function connect(): Promise<void> {
      const { vitrine, a, connect: connectWith } = await arrange();
      const properties = propertiesOf({
        date: 'unique datetime',
        precipitation: 'number',
        temp_max: 'number',
        temp_min: 'number',
        wind: 'number',
        weather: 'string',
      });
      storeId = (await vitrine.stores.create(a.principal, { name: 'Weather', properties })).id;
      for (let i = 0; i < days.length; i += 100) {
        const batch = { records: days.slice(i, i + 100).map((day) => ({ ...day })) };
        expect(await vitrine.records.batchUpsert(a.principal, storeId, batch)).toMatchObject({ failed: 0 });
      }
      client = await connectWith('newest', a.key);
    }

    async function ask(args: object): Promise<RecordGroup[]> {
      const { isError, structured, text } = await client.call('store_summarize', { storeId, ...args });
      expect(isError, text).not.toBe(true);
      return structured?.groups as RecordGroup[];
    }

    test(
      'gives an agent sums, groups by month, the top five and distinct values as the file has them',
      verifies('summarize.real-data', 'tools.summarize', 'tools.results'),
      async () => {
        await connect();
        const [whole] = await ask({
          measures: [
            { op: 'sum', field: 'precipitation' },
            { op: 'avg', field: 'temp_max' },
            { op: 'max', field: 'temp_max' },
            { op: 'min', field: 'date' },
            { op: 'countDistinct', field: 'weather' },
            { op: 'countDistinct', field: 'temp_min', as: 'nights' },
          ],
        });
        expect(whole).toMatchObject({
          key: {},
          count: 1_461,
          values: {
            max_temp_max: Math.max(...days.map((day) => day.temp_max)),
            min_date: '2012-01-01T00:00:00.000Z',
            countDistinct_weather: new Set(days.map((day) => day.weather)).size,
            nights: new Set(days.map((day) => day.temp_min)).size,
          },
        });
        expect(whole?.values.sum_precipitation).toBeCloseTo(sumOf(days, 'precipitation'), 9);
        expect(whole?.values.avg_temp_max).toBeCloseTo(sumOf(days, 'temp_max') / days.length, 9);

        const byMonth = await ask({
          measures: [
            { op: 'sum', field: 'precipitation' },
            { op: 'max', field: 'wind' },
          ],
          groupBy: [{ field: 'date', bucket: 'month' }],
          sortBy: 'date',
        });
        expect(byMonth.map(({ key, count, values }) => [key.date, count, values.max_wind])).toEqual(
          months.map(({ month, some }) => [
            `${month}-01T00:00:00+00:00`,
            some.length,
            Math.max(...some.map(({ wind }) => wind)),
          ]),
        );
        for (const [i, { some }] of months.entries()) {
          expect(byMonth[i]?.values.sum_precipitation).toBeCloseTo(sumOf(some, 'precipitation'), 9);
        }

        const wettest = months
          .map(({ month, some }) => [`${month}-01T00:00:00+00:00`, sumOf(some, 'precipitation')] as const)
          .toSorted(([, one], [, other]) => other - one)
          .slice(0, 5);
        const top = await ask({
          measures: [{ op: 'sum', field: 'precipitation', as: 'rain' }],
          groupBy: [{ field: 'date', bucket: 'month' }],
          sortBy: 'rain',
          limit: 5,
        });
        expect(top.map(({ key, values }) => [key.date, Number(values.rain).toFixed(6)])).toEqual(
          wettest.map(([month, rain]) => [month, rain.toFixed(6)]),
        );

        const kinds = Object.entries(Object.groupBy(days, ({ weather }) => weather))
          .map(([weather, some = []]) => [weather, some.length] as const)
          .toSorted(([, one], [, other]) => other - one);
        const byKind = await ask({ measures: [{ op: 'count' }], groupBy: [{ field: 'weather' }] });
        expect(byKind.map(({ key, count }) => [key.weather, count])).toEqual(kinds);

        const windy = days.filter(({ wind }) => wind > 5);
        const byRange = await ask({
          measures: '[{"op": "count"}]',
          groupBy: [{ field: 'temp_max', bucket: '5' }],
          filters: [{ field: 'wind', op: 'gt', value: '5' }],
          sortBy: 'temp_max',
        });
        const ranges = Object.entries(
          Object.groupBy(windy, (day) => String(Math.floor(day.temp_max / 5) * 5)),
        ).map(([range, some = []]) => [Number(range), some.length] as const);
        expect(byRange.map(({ key, count }) => [key.temp_max, count])).toEqual(
          ranges.toSorted(([one], [other]) => one - other),
        );
      },
    );

    test('tells an agent what would work', verifies('tools.summarize', 'tools.mistakes'), async () => {
      await connect();
      const mistakes = [
        [{}, 'measures:', '{"op": "sum", "field": "price"}'],
        [{ measures: [{ op: 'mode', field: 'wind' }] }, 'measures[0].op:', 'countDistinct'],
        [{ measures: [{ op: 'sum', field: 'rain' }] }, 'measures[0].field:', 'precipitation'],
        [
          { measures: [{ op: 'count' }], groupBy: [{ field: 'date', bucket: 'decade' }] },
          'groupBy[0].bucket:',
          'year',
        ],
        [
          { measures: [{ op: 'count' }], groupBy: [{ field: 'wind', bucket: 'month' }] },
          'groupBy[0].bucket:',
          'width',
        ],
        [{ measures: [{ op: 'count' }], sortBy: 'wind' }, 'sortBy:', 'count'],
      ] as const;
      for (const [args, ...texts] of mistakes) {
        const { isError, text } = await client.call('store_summarize', { storeId, ...args });
        expect(isError).toBe(true);
        for (const part of texts) expect(text).toContain(part);
      }
    });
  });
});
