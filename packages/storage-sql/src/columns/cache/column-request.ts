import type { Column } from '@vitrine/core/storage';
import type { RecordSearch, SearchResult } from '../../records/reads/record-search.ts';
import type { PublishedStore } from '../published/published-index.ts';

/** A search for the thread that keeps columns. */
export interface ColumnRequest {
  readonly search: RecordSearch;
  /** Milliseconds that scans have taken lately which the columns would have saved. */
  readonly spent: number;
  /** Milliseconds that the columns save with it: that one such scan takes, for each request. */
  readonly saved: number;
  /** The state of the indexes that are known to the client. Null: none are. */
  readonly published: string | null;
}

/** Why SQL has to answer. */
export interface Declined {
  /** The keeper is to be asked again after so many milliseconds, and when scans have taken so many. */
  readonly after: number;
  readonly spent: number;
  /** Columns with too long texts. */
  readonly refused: readonly Column[];
}

export type ColumnReply =
  /** `published`: indexes that another thread may read, if their state is not known to it. */
  | { readonly result: SearchResult; readonly published: PublishedStore | null }
  | { readonly declined: Declined };
