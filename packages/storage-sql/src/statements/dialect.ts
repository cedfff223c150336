import type { ClockPart, TimeUnit } from '@vitrine/core/storage';
import type { LayoutDialect } from './layout-dialect.ts';
import type { Named, Sql, SqlParameter } from './sql.ts';

/**
 * Counters of insertion numbers. Numbers of records are separate, because they are reserved by store and in batches.
 */
export type SequenceName = 'accounts' | 'api_keys' | 'stores';

/** How the records of a store are numbered. Numbers are unique and rise within the store. */
export type RecordNumbers =
  /** Each number is drawn by an expression within the statement that uses it. */
  | { readonly kind: 'drawn'; readonly draw: Sql }
  | {
      /** A separate statement reserves the numbers before they are used. */
      readonly kind: 'reserved';
      /** Returns the statements that a new store needs before its first record. */
      begin(store: NumberedStore): readonly Sql[];
      /** Reserves `count` consecutive numbers. Returns one row with the last of them. */
      reserve(named: Named<ReservedRecords>): Sql;
      /** Returns the statements that remove the counter of a store. */
      forget(store: NumberedStore): readonly Sql[];
    };

/** A store, as records refer to it. */
export interface NumberedStore {
  readonly storeId: string;
  /** The store's own insertion number. */
  readonly storeNumber: number;
}

/** A number of records of a store that need insertion numbers. */
export interface ReservedRecords extends NumberedStore {
  readonly count: number;
}

/** A range of insertion numbers. Both ends are exclusive. */
export interface SeqRange {
  readonly above?: number;
  readonly below?: number;
}

/** How the engine reads the records of a store so that the statement can be stopped before its end. */
export interface RecordWalk {
  /** The source, after `FROM`. */
  readonly from: Sql;
  /** The conditions that a record belongs to the store. */
  readonly within: readonly Sql[];
  /** The `ORDER BY` clause for newest first. Empty where the walk has that order by itself. */
  readonly newestFirst: Sql;
}

/** The source of some records of a store, after `FROM`, and the conditions on it. */
export interface NumberedSource {
  readonly from: Sql;
  readonly within: readonly Sql[];
}

/** How the engine reads records by a list of their numbers. */
export interface NumberedRecords {
  /** The numbers that a statement may list. */
  readonly most: number;
  /** Returns the source of the records that exist of these numbers. */
  records(store: NumberedStore, seqs: readonly number[]): NumberedSource;
  /** Ends a statement that reads the source in any order: a clause that keeps the planner to the index of numbers. May be empty. */
  readonly inAnyOrder: Sql;
}

/** A comparison of folded text with a folded needle. */
export interface TextTest {
  readonly op: 'contains' | 'startsWith' | 'endsWith';
  readonly value: string;
}

/** The kind of the values of a column: text, doubles, or whole numbers up to 2^53. */
export type ValueKind = 'text' | 'number' | 'whole';

/**
 * The expressions in which SQL engines differ. All else is the same text everywhere: `IS DISTINCT FROM`, `NULLS LAST`,
 * row values, `ON CONFLICT`, `RETURNING`, `lower` of ASCII, `substr`, `octet_length`, `coalesce`.
 */
export interface SqlDialect {
  readonly name: string;
  /** Returns `?` or `$n`. Positions start with 1. */
  placeholder(position: number): string;
  /** Returns the condition that the text contains the needle, literally. */
  contains(text: Sql, needle: string): Sql;
  /** Returns the condition that the expression is one of the values, of which there is at least one. */
  isIn(expression: Sql, values: readonly (string | number)[], kind: ValueKind): Sql;
  /** Returns the last `length` characters of the text, or all of a shorter one. */
  lastCharacters(text: Sql, length: number): Sql;
  /** Returns a member of the overflow column as text, null if it is absent. `key` is a quoted literal. */
  overflowText(key: Sql): Sql;
  /** Returns a member of the overflow column as a double, null if it is absent. */
  overflowNumber(key: Sql): Sql;
  /** The overflow column in a select list, as JSON text. */
  readonly overflowColumn: Sql;
  /** Converts a bound JSON text, or null, to a value of a JSON column. */
  jsonValue(value: Sql): Sql;
  /** Returns the sum or mean of doubles, exactly as core's `DecimalSum`. Null over no values. */
  sum(expression: Sql): Sql;
  avg(expression: Sql): Sql;
  /** Returns the value of a rank among the sorted doubles of a group, as core's `rankIndex`. Null over no values. */
  valueOfRank(expression: Sql, percent: number): Sql;
  /** Returns the key of the time bucket of a number of milliseconds, exactly as core's `timeKey`. Null for null. */
  timeKey(expression: Sql, unit: TimeUnit | ClockPart, timeZone: string): Sql;
  /**
   * Ends a select. The row can't change or be removed until the transaction ends. Empty where writers exclude each
   * other.
   */
  readonly forShare: Sql;
  /**
   * Ends a select. No other transaction can lock the row until this one ends. Empty where writers exclude each other.
   */
  readonly forUpdate: Sql;
  /** As `forUpdate`, but skips rows that another transaction has locked. */
  readonly forUpdateSkipLocked: Sql;
  /** Reserves a number. Returns one row with it. Numbers are unique and rise, and may have gaps. */
  reserve(sequence: SequenceName): Sql;
  readonly recordNumbers: RecordNumbers;
  /**
   * Returns the conditions that a record belongs to the store, for statements that read many records in the default
   * order or in none: they use the key by which the table is clustered. Single records, and orders with an index, use
   * `store_id`.
   */
  inStore(store: NumberedStore, range?: SeqRange): readonly Sql[];
  /** Returns the source of a statement that passes over many records of a store. */
  walk(store: NumberedStore, range?: SeqRange): RecordWalk;
  readonly numbered: NumberedRecords;
  /**
   * The newest records that an attempt reads at most, in one statement: for engines where a statement costs a round trip,
   * and which read the rows of a limited subquery only as they are needed. Null: it reads short ranges of numbers.
   */
  readonly newestAtOnce: number | null;
  /**
   * A condition that ends the statement at its deadline. It precedes a filter that is checked record by record along an
   * index. Null: the engine ends statements by itself.
   */
  readonly inTime: Sql | null;
  /**
   * Returns the condition for several tests of one text, which is read once for all. Null: each test is a condition.
   */
  readonly textTests: ((text: Sql, tests: readonly TextTest[], combine: 'all' | 'any') => Sql) | null;
  /**
   * Whether writes of records find the version of their store in `store_guards`, which has a row for each live store, on
   * the node of its records. Otherwise they find it in `stores`.
   */
  readonly guardsApart: boolean;
  /**
   * How entries of the log of a store get their positions, which rise in the order of commits.
   * - `written`: writes reserve them. Writes exclude each other.
   * - `in turn`: writes reserve them, and logged writes of one store wait for each other until they are committed.
   * - `read`: readers number the entries that they see, because transactions of one store commit in any order. Triggers append
   *   the entries of records, with the context of their statement.
   */
  readonly positions: 'written' | 'in turn' | 'read';
  /** Ends the context that a write gave the triggers, in a transaction with further writes. Null: writes give none. */
  readonly endContext: Sql | null;
  /** Returns the condition that the text is one of a bound list (`textList`), which may be long. */
  isOneOf(text: Sql, bound: Sql): Sql;
  textList(texts: readonly string[]): SqlParameter;
  /** Returns the value of `store_id` in the records of the store. */
  storeKey(store: NumberedStore): string | number;
  /** Whether records are written with `store_id`. Otherwise the engine computes it from the number of the record. */
  readonly writesStoreKey: boolean;

  readonly layout: LayoutDialect;
  /** Selects one row with the bytes of the data and its indexes. */
  readonly measure: Sql;
}
