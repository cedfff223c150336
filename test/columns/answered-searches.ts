import type { SearchOptions } from '@vitrine/core';
import type { RecordStorage, Storage } from '@vitrine/core/storage';
import { facetsByDay } from '../nightly.ts';

/** The kinds of searches that columns answer. */
export const ANSWERED_BY_COLUMNS = [
  'aggregate columns',
  'count columns',
  'find columns',
  'summarize columns',
];

/** The facets whose cases search records. Columns have no part in those of the others, which run at night. */
export const SEARCHED_BY_DAY = facetsByDay('stores', 'records', 'changes', 'imports', 'restores');

/** Notes what answers the searches of storages. */
export interface AnsweredSearches {
  /** Kinds of searches with their answerers: `count columns`. */
  readonly seen: ReadonlySet<string>;
  /** Returns a storage whose searches are noted. */
  of(storage: Storage): Storage;
}

export function answeredSearches(): AnsweredSearches {
  const seen = new Set<string>();
  const noting = (search: string, options: SearchOptions = {}) => ({
    ...options,
    onAnswered: (answerer: string) => void seen.add(`${search} ${answerer}`),
  });
  return {
    seen,
    of(storage) {
      const { find, count, aggregate, summarize } = storage.records;
      const records: RecordStorage = {
        ...storage.records,
        find: (store, query, now, options) => find(store, query, now, noting('find', options)),
        count: (store, where, now, options) => count(store, where, now, noting('count', options)),
        aggregate: (store, op, slot, where, now, options) =>
          aggregate(store, op, slot, where, now, noting('aggregate', options)),
        summarize: (store, query, now, options) => summarize(store, query, now, noting('summarize', options)),
      };
      return { ...storage, records };
    },
  };
}
