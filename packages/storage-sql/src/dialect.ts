import type { TimeUnit } from '@vitrine/core/storage';
import type { LayoutDialect } from './layout/layout-dialect.ts';
import type { Named, Row, Sql } from './sql.ts';

/** Counters that hand out insertion numbers. Those of records are apart: they are needed in numbers, and by store. */
export type SequenceName = 'accounts' | 'api_keys' | 'stores';

/** How records of a store are numbered: unique and rising within the store. */
export type RecordNumbers =
  /** Drawn one by one in the middle of a statement. */
  | { readonly kind: 'drawn'; readonly draw: Sql }
  | {
      /** Taken by a statement of their own, before they are used. */
      readonly kind: 'reserved';
      /** What a new store needs before its first record. */
      begin(store: NumberedStore): readonly Sql[];
      /** Reserves `count` consecutive numbers. Returns one row with the last of them. */
      reserve(named: Named<ReservedRecords>): Sql;
      /** Removes what was kept to number the records of a store. */
      forget(store: NumberedStore): readonly Sql[];
    };

/** A store as its records are found by it. */
export interface NumberedStore {
  readonly storeId: string;
  /** The store's own insertion number. */
  readonly storeNumber: number;
}

/** Records of a store that are to be numbered. */
export interface ReservedRecords extends NumberedStore {
  readonly count: number;
}

/** A part of a store by insertion number; both ends lie outside it. */
export interface SeqRange {
  readonly above?: number;
  readonly below?: number;
}

/** How the engine passes over the records of a store, so that it can be stopped on the way. */
export interface RecordWalk {
  /** The source, after `FROM`. */
  readonly from: Sql;
  /** The conditions that a record belongs to the store. */
  readonly within: readonly Sql[];
  /** The `ORDER BY` clause for newest first. Empty where the walk has that order by itself. */
  readonly newestFirst: Sql;
}

/** A comparison of folded text with a folded needle. */
export interface TextTest {
  readonly op: 'contains' | 'startsWith' | 'endsWith';
  readonly value: string;
}

/** Sums that are cheap, and mostly good enough. */
export interface QuickSum {
  /** The select list that `read` reads the only row of. */
  select(expression: Sql): Sql;
  /** The number of cells in that list. */
  readonly width: number;
  /** How many values there are and their sum; null when the sum may be off by more than the storage's contract allows. */
  read(row: Row): { readonly count: number; readonly sum: number } | null;
}

/**
 * The expressions in which SQL engines differ. What is not here is the same text everywhere: `IS DISTINCT FROM`,
 * `NULLS LAST`, row values, `ON CONFLICT`, `RETURNING`, `lower` of ASCII, `substr`, `octet_length`, `coalesce`.
 */
export interface SqlDialect {
  readonly name: string;
  /** `?` or `$n`; positions count from 1. */
  placeholder(position: number): string;
  /** Whether the text holds the needle, literally. */
  contains(text: Sql, needle: string): Sql;
  /** The last `length` characters of the text, or all of a shorter one. */
  lastCharacters(text: Sql, length: number): Sql;
  /** The overflow column's member as text, null where it is absent. `key` is a quoted literal. */
  overflowText(key: Sql): Sql;
  /** The overflow column's member as a double, null where it is absent. */
  overflowNumber(key: Sql): Sql;
  /** The overflow column in a select list, as JSON text. */
  readonly overflowColumn: Sql;
  /** A bound JSON text (or null) as a value for a JSON column. */
  jsonValue(value: Sql): Sql;
  /** Sum and mean of doubles, compensated or exact; null over no values. */
  sum(expression: Sql): Sql;
  avg(expression: Sql): Sql;
  /** What is tried before `sum` and `avg` where those are dear; null where they are not. */
  readonly quickSum: QuickSum | null;
  /** The key of the time bucket of a whole number of milliseconds, exactly as core's `timeKey`; null for null. */
  timeKey(expression: Sql, unit: TimeUnit, timeZone: string): Sql;
  /** Ends a select: the row can't change or go until the transaction ends. Nothing where writers exclude each other. */
  readonly forShare: Sql;
  /** Ends a select: nobody else locks the row until the transaction ends. */
  readonly forUpdate: Sql;
  /** As `forUpdate`, but passes over rows that another transaction has locked. */
  readonly forUpdateSkipLocked: Sql;
  /** Takes a number; answers one row with it. Gaps are fine, a number given twice is not; later ones are higher. */
  reserve(sequence: SequenceName): Sql;
  readonly recordNumbers: RecordNumbers;
  /**
   * The condition of being a record of the store, for whatever reads many of them in the default order or in none: it
   * enters the table by what it is clustered by. Single records, and orders with an index of their own, go by `store_id`.
   */
  inStore(store: NumberedStore, range?: SeqRange): readonly Sql[];
  /** The records of a store, for whatever passes over many of them. */
  walk(store: NumberedStore, range?: SeqRange): RecordWalk;
  /**
   * A condition, before a filter that is checked record by record along an index, that ends the statement at its deadline.
   * Null: the engine ends statements by itself.
   */
  readonly inTime: Sql | null;
  /**
   * Several tests of one text, which the engine reads once for all of them. Null: the engine has nothing better than a
   * condition for each.
   */
  readonly textTests: ((text: Sql, tests: readonly TextTest[], combine: 'all' | 'any') => Sql) | null;
  /** What `store_id` is in the store's records. */
  storeKey(store: NumberedStore): string | number;
  /** Whether that is written with each record. Where it is not, the engine makes it of the record's number. */
  readonly writesStoreKey: boolean;

  readonly layout: LayoutDialect;
  /** One row with the bytes of the data and its indexes; null where the engine has no such figure. */
  readonly measure: Sql | null;
}
