import type { Comparison, Filter } from '@vitrine/core/storage';
import { type Attempt, seldom } from '../../statements/seldom.ts';

/**
 * Remembers whether near pages were found, by store and by the columns and operators of the filter. A failed attempt reads
 * hundreds of records, on SQLite on the serving thread, which can take longer than columns need for the whole search.
 */
export interface NearAttempts {
  /** Returns the attempt of a search. */
  of(storeId: string, where: Filter): Attempt;
}

export function nearAttempts(): NearAttempts {
  const attempts = seldom({ failures: 4, oneOf: { first: 16, most: 256 } });
  return { of: (storeId, where) => attempts(`${storeId} ${formOf(where)}`) };
}

/** Returns the columns and operators of a filter. */
function formOf(filter: Filter): string {
  if ('all' in filter) return `all(${filter.all.map(formOf).join()})`;
  if ('any' in filter) return `any(${filter.any.map(formOf).join()})`;
  const { column, op }: Comparison = filter;
  return `${column} ${op}`;
}
