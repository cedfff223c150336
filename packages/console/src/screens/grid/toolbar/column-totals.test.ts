import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EditsWatcher } from '../../../records/edits/store-edits.ts';
import type { GridState } from '../state/grid-state.ts';
import { NO_NEWS } from '../state/news.ts';
import { followTotals } from './column-totals.ts';
import type { Totals } from './range-totals.ts';

/** Longer than a column is looked at before it is asked for. */
const LONG = 10_000;

let watchers: EditsWatcher[];
let taken: (number | null)[];
let grid: GridState;
/** What the server answers, one after the other. */
let answers: (number | Error | Promise<number>)[];
let asked: number;

beforeEach(() => {
  vi.useFakeTimers();
  [watchers, taken, answers, asked] = [[], [], [], 0];
  grid = {
    store: {
      async summarize() {
        const answer = answers[asked];
        asked += 1;
        if (answer instanceof Error) throw answer;
        const sum = await answer;
        return { groups: sum === undefined ? [] : [{ values: { sum, average: sum, count: 1 } }] };
      },
    },
    edits: {
      watch(watcher: EditsWatcher) {
        watchers.push(watcher);
        return () => {
          watchers = [];
        };
      },
    },
    ...{ matching: {}, marked: signal(new Set()), news: signal(NO_NEWS), gone: signal(new Set()) },
  } as never;
});
afterEach(() => vi.useRealTimers());

const take = (totals: Totals | null) => void taken.push(totals?.sum ?? null);
const receive = () => {
  for (const { onReceived } of watchers) onReceived({} as never);
};

test('totals are asked for again after changes of here and of others, also those during a request', async () => {
  const slow = Promise.withResolvers<number>();
  answers = [1, slow.promise, 3, 4, 5, 6];
  const end = followTotals(grid, 'price', take);
  await vi.advanceTimersByTimeAsync(LONG);
  receive();
  await vi.advanceTimersByTimeAsync(LONG);
  for (let change = 0; change < 8; change += 1) receive();
  await vi.advanceTimersByTimeAsync(LONG);
  expect(asked).toBe(2);
  slow.resolve(2);
  await vi.advanceTimersByTimeAsync(10 * LONG);
  expect(taken).toEqual([1, 2, 3]);
  grid.marked.value = new Set(['a']);
  await vi.advanceTimersByTimeAsync(10 * LONG);
  grid.news.value = { ...NO_NEWS, imported: 1 };
  await vi.advanceTimersByTimeAsync(10 * LONG);
  grid.gone.value = new Set(['a']);
  await vi.advanceTimersByTimeAsync(10 * LONG);
  expect(taken).toEqual([1, 2, 3, 4, 5, 6]);
  end();
  receive();
  grid.gone.value = new Set();
  await vi.advanceTimersByTimeAsync(10 * LONG);
  expect(asked).toBe(6);
});

test('totals come while changes do not end', async () => {
  answers = Array.from({ length: 100 }, (_, at) => at);
  const end = followTotals(grid, 'price', take);
  for (let change = 0; change < 100; change += 1) {
    receive();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(taken.length).toBeGreaterThan(5);
  expect(taken.length).toBeLessThan(30);
  end();
});

test('totals that can’t be asked for are not those of before', async () => {
  answers = [1, new Error('busy')];
  const end = followTotals(grid, 'price', take);
  await vi.advanceTimersByTimeAsync(LONG);
  receive();
  await vi.advanceTimersByTimeAsync(LONG);
  expect(taken).toEqual([1, null]);
  end();
});
