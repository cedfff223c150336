import { BoundedMap } from '@vitrine/core/adapter';
import type { Column } from '@vitrine/core/storage';
import type { Declined } from './column-request.ts';

/** Milliseconds of scans from which a store may be worth columns. */
const SPENT_MIN = 50;
const STORES_KEPT = 10_000;

/** What is known of the columns of a store, and of the scans that they would save. */
export interface StoreInterest {
  /** Milliseconds that scans have taken lately. */
  readonly spent: number;
  /** Milliseconds that the last scan has taken. */
  readonly scanMs: number;
  /** Whether no column is known to have too many different texts. */
  isPossible(columns: ReadonlySet<Column>): boolean;
  /** Whether the columns have answered lately. */
  isLoaded(columns: ReadonlySet<Column>): boolean;
  /** Whether columns that are not loaded may be worth it. */
  isDue(): boolean;
  /** Notes that they are asked whether they are worth it. */
  asked(): void;
  scanned(milliseconds: number): void;
  answered(columns: ReadonlySet<Column>): void;
  /** Notes that columns which were loaded may be no longer. */
  lost(): void;
  declined(reason: Declined): void;
}

function storeInterest(): StoreInterest {
  let spent = new Worth(0, performance.now());
  let scanMs = 0;
  let due: Pick<Declined, 'after' | 'spent'> = { after: 0, spent: SPENT_MIN };
  const loaded = new Set<Column>();
  let isLoaded = false;
  const refused = new Set<Column>();

  return {
    get spent() {
      return spent.at(performance.now());
    },
    get scanMs() {
      return scanMs;
    },
    isPossible: (columns) => columns.isDisjointFrom(refused),
    isLoaded: (columns) => isLoaded && columns.isSubsetOf(loaded),
    isDue() {
      const now = performance.now();
      return now >= due.after && spent.at(now) >= due.spent;
    },
    asked() {
      due = { after: Number.POSITIVE_INFINITY, spent: 0 };
    },
    scanned(milliseconds) {
      scanMs = milliseconds;
      spent.add(milliseconds, performance.now());
    },
    answered(columns) {
      isLoaded = true;
      due = { after: 0, spent: SPENT_MIN };
      for (const column of columns) loaded.add(column);
    },
    lost() {
      isLoaded = false;
      loaded.clear();
    },
    declined(reason) {
      const now = performance.now();
      due = { after: now + reason.after, spent: reason.spent };
      // The time was spent on a load.
      if (reason.after > 0) spent = new Worth(0, now);
      for (const column of reason.refused) refused.add(column);
    },
  };
}

/** The interests in stores by their number. */
export function storeInterests(): { of(storeNumber: number): StoreInterest; clear(): void } {
  const interests = new BoundedMap<number, StoreInterest>(STORES_KEPT);
  return {
    of(storeNumber) {
      let interest = interests.get(storeNumber);
      if (interest === undefined) {
        interest = storeInterest();
        interests.set(storeNumber, interest);
      }
      return interest;
    },
    clear: () => interests.clear(),
  };
}

/** Milliseconds after which a worth counts half. */
const HALF_LIFE = 60_000;

/** An amount that decays. */
export class Worth {
  #amount: number;
  #at: number;

  constructor(amount: number, now: number) {
    this.#amount = amount;
    this.#at = now;
  }

  add(amount: number, now: number): void {
    this.#amount = this.at(now) + amount;
    this.#at = now;
  }

  at(now: number): number {
    return this.#amount * 0.5 ** ((now - this.#at) / HALF_LIFE);
  }
}
