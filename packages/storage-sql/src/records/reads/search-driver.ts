import type { SqlDriver } from '../../driver.ts';
import type { SearchLimits } from '../../scan-turn.ts';
import type { Candidates } from './find-among-candidates.ts';
import type { FindRecords } from './record-query.ts';
import type { RecordSearch, SearchResult } from './record-search.ts';

/** Columns of stores in memory, as searches use them. */
export interface SearchColumns {
  /** Returns whether columns may have a result: they do not have all kinds of values and orders. */
  mayAnswer(search: RecordSearch): boolean;
  /** Returns the result of a search. Undefined: SQL is to be asked, and `note` told the time that it took. */
  search(search: RecordSearch, limits: SearchLimits): Promise<SearchResult | undefined>;
  /**
   * Returns the records that can be on a page, if they are few, without asking another thread. Null: it is to be
   * asked.
   */
  candidates(page: FindRecords): Candidates | null;
  /** Notes that a page was found among its candidates. */
  noteFound(): void;
  /** Notes a scan that columns would have saved. */
  note(search: RecordSearch, milliseconds: number): void;
}

/** A driver with all places where searches run. */
export interface SearchDriver extends SqlDriver {
  /** Null: no columns are kept. */
  readonly columns: SearchColumns | null;
  /** Returns the driver that runs operations in the open transaction of a client (`Storage.within`). Omitted: there are none. */
  within?(client: unknown): SearchDriver;
}
