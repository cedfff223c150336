import type { Comparison, Filter } from '@vitrine/core/storage';
import { dropOldest } from '../drop-oldest.ts';

/** After so many failures in a row an attempt is unlikely to succeed. */
const FAILURES = 4;
/** Then one of so many is made, because records may have changed. */
const ONE_OF = 16;
const FILTERS_KEPT = 1_000;

/**
 * Remembers whether near pages were found, by store and by the columns and operators of the filter. A failed attempt reads
 * hundreds of records on the serving thread, which can take longer than columns need for the whole search.
 */
export interface NearAttempts {
  /** Returns the attempt of a search. */
  of(storeId: string, where: Filter): NearAttempt;
}

export interface NearAttempt {
  /** Returns whether to try, and counts it. */
  isDue(): boolean;
  note(isFound: boolean): void;
}

export function nearAttempts(): NearAttempts {
  /** Failures since the last success, and attempts that were left out since then. */
  const failures = new Map<string, number>();
  function attemptOf(key: string): NearAttempt {
    return {
      isDue() {
        const failed = failures.get(key) ?? 0;
        if (failed < FAILURES) return true;
        failures.set(key, failed + 1);
        return (failed - FAILURES + 1) % ONE_OF === 0;
      },
      note(isFound) {
        if (isFound) {
          failures.delete(key);
          return;
        }
        const failed = failures.get(key);
        if (failed === undefined && failures.size >= FILTERS_KEPT) dropOldest(failures);
        if (failed === undefined || failed < FAILURES) failures.set(key, (failed ?? 0) + 1);
      },
    };
  }

  return { of: (storeId, where) => attemptOf(`${storeId} ${formOf(where)}`) };
}

/** Returns the columns and operators of a filter. */
function formOf(filter: Filter): string {
  if ('all' in filter) return `all(${filter.all.map(formOf).join()})`;
  if ('any' in filter) return `any(${filter.any.map(formOf).join()})`;
  const { column, op }: Comparison = filter;
  return `${column} ${op}`;
}
