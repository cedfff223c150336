import type { Metric } from '@vitrine/core';
import { ItemList, ListItem } from '@vitrine/core/server';

/** Something with a deadline. It can be in one sweep at a time. */
export abstract class Watched extends ListItem {
  /** Called about once a second. `now` is a time of `performance.now()`. */
  abstract check(now: number): void;
}

/**
 * One coarse timer for all deadlines of a server. A request adds itself to a list and removes itself again, which costs
 * much less than a timer of its own. A deadline is therefore enforced up to a second late.
 */
export interface Sweep {
  add(item: Watched): void;
  delete(item: Watched): void;
}

const EVERY_MS = 1_000;

/** Creates a sweep. Its timer runs only while the sweep has items, and does not keep the process alive. */
export function createSweep(): Sweep {
  const items = new ItemList<Watched>();
  let isArmed = false;
  let timer: NodeJS.Timeout | null = null;

  function arm(): void {
    isArmed = true;
    if (timer === null) timer = setTimeout(run, EVERY_MS).unref();
    else timer.refresh();
  }

  function run(): void {
    isArmed = false;
    const now = performance.now();
    items.visit((item) => item.check(now));
    if (items.length > 0) arm();
  }

  return {
    add(item) {
      items.add(item);
      if (!isArmed) arm();
    },
    delete(item) {
      items.delete(item);
    },
  };
}

/** The stages of a request. Each has a deadline. */
export type DeadlineStage = 'read' | 'run' | 'response';

/** Counts requests that ended at a deadline. */
export interface DeadlineCounts {
  add(stage: DeadlineStage): void;
  metrics(): Metric[];
}

export function deadlineCounts(): DeadlineCounts {
  const counts: Record<DeadlineStage, number> = { read: 0, run: 0, response: 0 };
  return {
    add(stage) {
      counts[stage]++;
    },
    metrics: () =>
      Object.entries(counts).map(([stage, value]) => ({
        name: 'vitrine_deadlines_total',
        help: 'Requests that ended at a deadline: the body arrived too slowly (read), the handler took too long (run), the client received the response too slowly (response).',
        kind: 'counter',
        labels: { stage },
        value,
      })),
  };
}
