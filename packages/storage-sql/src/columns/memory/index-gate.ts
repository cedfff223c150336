/** The integers of a gate. */
const CELL = { lock: 0, epoch: 1 } as const;
/** Milliseconds until the lock is tried again if its release is not noticed. */
const WAIT_MS = 1;

/**
 * Lets one thread change the indexes of texts, and another one read them. The other one never waits: while they change, it
 * does without them. What was published of them is valid for one epoch.
 */
export class IndexGate {
  readonly cells: SharedArrayBuffer;
  readonly #cells: Int32Array<SharedArrayBuffer>;

  constructor(cells: SharedArrayBuffer = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.cells = cells;
    this.#cells = new Int32Array(cells);
  }

  get epoch(): number {
    return Atomics.load(this.#cells, CELL.epoch);
  }

  /** Runs an act that adds to the indexes. Waits for a reader, which takes some microseconds. */
  change<Result>(act: () => Result): Result {
    while (!this.#take()) Atomics.wait(this.#cells, CELL.lock, 1, WAIT_MS);
    try {
      return act();
    } finally {
      this.#release();
    }
  }

  /** Ends the epoch, before rows or pages of an index get another meaning. */
  endEpoch(): void {
    this.change(() => Atomics.add(this.#cells, CELL.epoch, 1));
  }

  /** Runs an act that reads in the epoch. Null: the epoch has ended, or the indexes change just now. */
  read<Result>(epoch: number, act: () => Result): Result | null {
    if (!this.#take()) return null;
    try {
      return this.epoch === epoch ? act() : null;
    } finally {
      this.#release();
    }
  }

  #take(): boolean {
    return Atomics.compareExchange(this.#cells, CELL.lock, 0, 1) === 0;
  }

  #release(): void {
    Atomics.store(this.#cells, CELL.lock, 0);
    Atomics.notify(this.#cells, CELL.lock);
  }
}
