import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { propertiesOf } from './arrange.ts';
import type { ToolClient } from './tool-client.ts';
import { withToolServers } from './tool-world.ts';
import { type Day, readDays } from './weather.ts';

type Args = Readonly<Record<string, unknown>>;
type Structured = Readonly<Record<string, unknown>>;
interface Group {
  readonly key: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly count: number;
}

interface Question {
  readonly question: string;
  readonly tool: string;
  readonly args: Args;
}

const ROW = /^\| ([^|]+\?) \| `(store_\w+)\((\{.*?\})\)`/gm;

/** The questions of docs/agents.md with their calls, in order. */
const questions: readonly Question[] = [
  ...readFileSync(new URL('../../docs/agents.md', import.meta.url), 'utf8').matchAll(ROW),
].map(([, question = '', tool = '', args = '']) => ({ question, tool, args: JSON.parse(args) as Args }));

const days = readDays();

/** The file has one decimal, so tenths are whole numbers and their sums are exact. */
function sumOf(some: readonly Day[], name: 'precipitation' | 'temp_max'): number {
  return some.reduce((sum, day) => sum + Math.round(day[name] * 10), 0) / 10;
}

function groupsOf(name: (day: Day) => string, some: readonly Day[] = days): [string, readonly Day[]][] {
  return Object.entries(Object.groupBy(some, name)).map(([key, group = []]) => [key, group]);
}

const monthOf = ({ date }: Day) => `${date.slice(0, 7)}-01T00:00:00+00:00`;
const yearOf = ({ date }: Day) => `${date.slice(0, 4)}-01-01T00:00:00+00:00`;
const rainOf = ([month, some]: [string, readonly Day[]]) => [month, sumOf(some, 'precipitation')] as const;
/** Compares averages and sums independently of the last bits. */
const rounded = (value: unknown) => Math.round(Number(value) * 1e6) / 1e6;

/** Sends the same call with the cursor of each result, until there is none. Returns all records. */
type Follow = (first: Structured) => Promise<Record<string, unknown>[]>;

/** Checks the result of a question against the file. */
type Check = (result: Structured, follow: Follow) => void | Promise<void>;

const groupsIn = (result: Structured) => result.groups as readonly Group[];

/** The answers in the order of the questions, computed from the file alone. */
const checks: readonly Check[] = [
  (result) => {
    expect(groupsIn(result).map(({ count, values }) => [count, rounded(values.sum_precipitation)])).toEqual([
      [1_461, sumOf(days, 'precipitation')],
    ]);
  },
  (result) => {
    const months = groupsOf(
      monthOf,
      days.filter(({ date }) => date.startsWith('2015')),
    );
    expect(months).toHaveLength(12);
    expect(groupsIn(result).map(({ key, values }) => [key.date, rounded(values.sum_precipitation)])).toEqual(
      months.map(rainOf),
    );
  },
  (result) => {
    const wettest = groupsOf(monthOf)
      .map(rainOf)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, 5);
    expect(groupsIn(result).map(({ key, values }) => [key.date, rounded(values.rain)])).toEqual(wettest);
  },
  (result) => {
    const kinds = groupsOf(({ weather }) => weather)
      .map(([weather, some]) => [weather, some.length] as const)
      .toSorted(([, one], [, other]) => other - one);
    expect(groupsIn(result).map(({ key, count }) => [key.weather, count])).toEqual(kinds);
  },
  (result) => {
    const distinct = new Set(days.map(({ temp_max }) => temp_max)).size;
    expect(groupsIn(result).map(({ values }) => values.countDistinct_temp_max)).toEqual([distinct]);
  },
  (result) => {
    const some = days.filter(({ weather }) => weather === 'snow' || weather === 'drizzle');
    expect(result).toEqual({ mode: 'count', count: some.length });
  },
  (result) => {
    const hottest = days.map(({ temp_max }) => temp_max).toSorted((one, other) => other - one);
    const records = result.records as readonly { date: string; temp_max: number }[];
    expect(records.map(({ temp_max }) => temp_max)).toEqual(hottest.slice(0, 5));
    for (const { date, temp_max } of records) {
      expect(days.find((day) => day.date === date.slice(0, 10))?.temp_max).toBe(temp_max);
    }
  },
  (result) => {
    const byYear = groupsOf((day) => `${yearOf(day)} ${day.weather}`).map(([key, some]) => [
      key,
      some.length,
      rounded(sumOf(some, 'temp_max') / some.length),
      Math.min(...some.map(({ temp_min }) => temp_min)),
    ]);
    const found = groupsIn(result).map(({ key, count, values }) => [
      `${key.date} ${key.weather}`,
      count,
      rounded(values.avg_temp_max),
      values.min_temp_min,
    ]);
    expect(found.toSorted()).toEqual(byYear.toSorted());
  },
  (result) => {
    const windy = days.filter(({ wind }) => wind > 6);
    const ranges = groupsOf(({ temp_max }) => String(Math.floor(temp_max / 5) * 5), windy)
      .map(([range, some]) => [Number(range), some.length] as const)
      .toSorted(([one], [other]) => one - other);
    expect(groupsIn(result).map(({ key, count }) => [key.temp_max, count])).toEqual(ranges);
  },
  async (result, follow) => {
    const snowy = days.filter(({ weather }) => weather === 'snow').map(({ date }) => date);
    expect(snowy.length).toBeGreaterThan(20);
    expect(result).toMatchObject({ returned: 10, truncated: true });
    expect((await follow(result)).map(({ date }) => String(date).slice(0, 10))).toEqual(snowy);
  },
];

withToolServers((arrange) => {
  test(
    'the official client gets the answer to ten questions without a failed call',
    verifies('agents.questions', 'tools.summarize', 'tools.results'),
    async () => {
      expect(questions.map(({ tool }) => tool)).toHaveLength(10);
      const { vitrine, a, connect } = await arrange();
      const properties = propertiesOf({
        date: 'unique datetime',
        precipitation: 'number',
        temp_max: 'number',
        temp_min: 'number',
        wind: 'number',
        weather: 'string',
      });
      const { id } = await vitrine.stores.create(a.principal, { name: 'Weather', properties });
      for (let i = 0; i < days.length; i += 100) {
        const records = days.slice(i, i + 100).map((day) => ({ ...day }));
        expect(await vitrine.records.batchUpsert(a.principal, id, { records })).toMatchObject({ failed: 0 });
      }
      const client = await connect('newest', await a.storeKey(id));
      const known = await ask(client, 'store_access', {});
      expect(known).toMatchObject({ stores: [{ name: 'Weather', recordCount: 1_461 }] });
      for (const [index, { question, tool, args }] of questions.entries()) {
        const follow: Follow = async (first) => {
          const all = [...(first.records as Record<string, unknown>[])];
          for (let { cursor } = first; cursor !== undefined; ) {
            const next = await ask(client, tool, { ...args, cursor });
            all.push(...(next.records as Record<string, unknown>[]));
            cursor = next.cursor;
          }
          return all;
        };
        expect(checks[index], question).toBeDefined();
        await checks[index]?.(await ask(client, tool, args), follow);
      }
    },
  );
});

/** Calls a tool and returns its structured content. Fails if the call failed. */
async function ask(client: ToolClient, tool: string, args: Args): Promise<Structured> {
  const { isError, structured, text } = await client.call(tool, args);
  expect(isError, `${tool} ${JSON.stringify(args)}: ${text}`).toBe(false);
  return structured ?? {};
}
