import type { Comparison, Filter } from '@vitrine/core/storage';
import { dropOldest } from '../statements/drop-oldest.ts';

/** After so many failures in a row an attempt is unlikely to succeed. */
const FAILURES = 4;
/** Then one of so many is made, because records may have changed. The number doubles with each further failure. */
const ONE_OF = { first: 16, most: 256 };
const FILTERS_KEPT = 1_000;

/**
 * Remembers whether near pages were found, by store and by the columns and operators of the filter. A failed attempt reads
 * hundreds of records, on SQLite on the serving thread, which can take longer than columns need for the whole search.
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

/** The failures of a filter since its last success. */
interface Failures {
  count: number;
  /** One of so many attempts is made. */
  oneOf: number;
  /** The attempts until then, with that one. */
  left: number;
}

export function nearAttempts(): NearAttempts {
  const failuresByFilter = new Map<string, Failures>();
  function attemptOf(key: string): NearAttempt {
    return {
      isDue() {
        const failures = failuresByFilter.get(key);
        if (failures === undefined || failures.count < FAILURES) return true;
        failures.left--;
        if (failures.left > 0) return false;
        failures.oneOf = Math.min(ONE_OF.most, failures.oneOf * 2);
        failures.left = failures.oneOf;
        return true;
      },
      note(isFound) {
        if (isFound) {
          failuresByFilter.delete(key);
          return;
        }
        const failures = failuresByFilter.get(key);
        if (failures !== undefined) {
          failures.count++;
          return;
        }
        if (failuresByFilter.size >= FILTERS_KEPT) dropOldest(failuresByFilter);
        failuresByFilter.set(key, { count: 1, oneOf: ONE_OF.first, left: ONE_OF.first });
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
