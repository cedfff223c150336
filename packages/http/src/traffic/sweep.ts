/** Something that has a deadline. */
export interface Watched {
  /** Is called about once a second. `now` has the clock of `performance.now()`. */
  check(now: number): void;
}

/**
 * One coarse timer for all deadlines of a server. A request adds itself to a set and removes itself again, which costs much less
 * than a timer of its own; so a deadline is met up to a second late.
 */
export interface Sweep {
  add(item: Watched): void;
  delete(item: Watched): void;
}

const EVERY_MS = 1_000;

/** The timer runs only while something is watched, and does not keep the process alive. */
export function createSweep(): Sweep {
  const items = new Set<Watched>();
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
    for (const item of items) item.check(now);
    if (items.size > 0) arm();
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
