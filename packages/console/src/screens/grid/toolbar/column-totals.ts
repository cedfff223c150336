import { effect } from '@preact/signals';
import type { GridState } from '../state/grid-state.ts';
import type { Totals } from './range-totals.ts';

/** Milliseconds for which a column is looked at before its totals are requested. */
const PAUSE_MS = 400;

/**
 * Requests the totals of a column over all records that match, and again when records were changed, here or by others. A
 * request waits for the one before, so that totals come also while changes do not end, and twice as long as that one took,
 * because those of a large store are much work for the server.
 *
 * @param take gets the totals; null where there are none, or the request has failed.
 * @returns the function that ends it.
 */
export function followTotals(
  grid: GridState,
  field: string,
  take: (totals: Totals | null) => void,
): () => void {
  const aborting = new AbortController();
  const { signal } = aborting;
  let pause = PAUSE_MS;
  let isRunning = false;
  let isStale = false;
  const ask = async () => {
    isStale = true;
    if (isRunning) return;
    isRunning = true;
    while (isStale) {
      await new Promise((done) => setTimeout(done, pause));
      if (signal.aborted) return;
      isStale = false;
      const began = performance.now();
      const totals = await totalsOf(grid, field, signal).catch(() => null);
      if (signal.aborted) return;
      take(totals);
      pause = PAUSE_MS + 2 * (performance.now() - began);
    }
    isRunning = false;
  };
  const endWatch = grid.edits.watch({ onReceived: ask, onAdded: ask, onListed: ask });
  let marks = 0;
  const endEffect = effect(() => {
    // What others have changed, added and deleted. Marks that end are no changes.
    const isLess = grid.marked.value.size < marks;
    marks = grid.marked.value.size;
    void [grid.news.value, grid.gone.value];
    if (!isLess) void ask();
  });
  return () => {
    aborting.abort();
    endWatch();
    endEffect();
  };
}

async function totalsOf(
  { store, matching }: GridState,
  field: string,
  signal: AbortSignal,
): Promise<Totals | null> {
  const measures = [
    { op: 'sum', field, as: 'sum' },
    { op: 'avg', field, as: 'average' },
    { op: 'count', field, as: 'count' },
  ] as const;
  const { groups } = await store.summarize({ ...matching, measures }, { signal });
  const { sum, average, count } = groups[0]?.values ?? {};
  const isKnown = typeof sum === 'number' && typeof average === 'number';
  return isKnown ? { sum, average, count: Number(count) } : null;
}
