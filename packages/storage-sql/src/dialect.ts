import type { RecordWrites } from './records/writes.ts';
import type { Row, Sql } from './sql.ts';

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
      /** Takes `count` numbers that follow each other; answers one row with the last of them. */
      reserve(store: NumberedStore, count: number): Sql;
      /** Removes what was kept to number the records of a store. */
      forget(store: NumberedStore): readonly Sql[];
    };

/** A store as its records are found by it. */
export interface NumberedStore {
  readonly storeId: string;
  /** The store's own insertion number. */
  readonly storeNumber: number;
}

/** A part of a store by insertion number; both ends lie outside it. */
export interface SeqRange {
  readonly above?: number;
  readonly below?: number;
}

/** How the engine passes over the records of a store, so that it can be stopped on the way. */
export interface RecordWalk {
  /** Behind `FROM`. */
  readonly from: Sql;
  /** The condition of being a record of the store. */
  readonly within: Sql;
  /** Behind the conditions, for newest first: nothing where the walk has that order by itself. */
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
  /** How many values there are and their sum; null when the sum may be off by more than the storage's contract allows. */
  read(row: Row): { readonly count: number; readonly sum: number } | null;
}

/** A column of `records`: its name alone, and as `CREATE TABLE` wants it. */
export interface RecordColumn {
  readonly name: string;
  readonly definition: Sql;
}

/** Column types of a layout. Text compares by code point (`COLLATE "C"` where that is not the default). */
export interface SqlTypes {
  readonly text: string;
  /** Whole numbers up to 2^53: times, numbers, versions. */
  readonly integer: string;
  readonly double: string;
  readonly json: string;
  readonly bytes: string;
  /** A primary key that the engine hands out, rising. */
  readonly generatedId: string;
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
  inStore(store: NumberedStore, range?: SeqRange): Sql;
  /** The records of a store, for whatever passes over many of them. */
  walk(store: NumberedStore, range?: SeqRange): RecordWalk;
  /** Stands before a filter that is looked at record by record along an index: lets the engine end the statement in time. */
  readonly inTime: Sql;
  /**
   * Several tests of one text, which the engine reads once for all of them. Null: the engine has nothing better than a
   * condition for each.
   */
  readonly textTests: ((text: Sql, tests: readonly TextTest[], combine: 'all' | 'any') => Sql) | null;
  /** What `store_id` is in the store's records. */
  storeKey(store: NumberedStore): string | number;
  /** Whether that is written with each record. Where it is not, the engine makes it of the record's number. */
  readonly writesStoreKey: boolean;
  readonly recordWrites: RecordWrites;

  readonly types: SqlTypes;
  /** DDL of what `reserve` and its like take numbers from. */
  readonly createSequences: readonly Sql[];
  /**
   * How slots follow each other in a row of `records`: text, shadow and number of one index in turn, or else some numbers
   * together, then as many texts. The latter where decoding passes over numbers quicker than over text.
   */
  readonly slotOrder: 'by index' | 'by kind';
  /** DDL of the records table with these columns, clustered by what the engine's default order needs, and of its indexes. */
  createRecords(columns: Sql): readonly Sql[];
  /**
   * From a layout in which `store_id` was the store's id in every engine to what `storeKey` says. `columns`: all but `store_id`,
   * with the name by itself and the definition.
   */
  rekeyRecords(columns: readonly RecordColumn[]): readonly Sql[];
  /**
   * DDL of a number that rises whenever a row is changed or removed that most requests look up: an API key, a store, an
   * image. Nothing where no answers are kept.
   */
  readonly createLookUps: readonly Sql[];
  /** One row with the bytes of the data and its indexes; null where the engine has no such figure. */
  readonly measure: Sql | null;
  /** Ends `CREATE TABLE`. */
  readonly tableOptions: Sql;
  /** Taken before the layout is looked at, so that two migrations go one after the other. */
  readonly lockLayout: readonly Sql[];
  /** One row with the layout's version; 0 in a new database. */
  readonly readLayoutVersion: Sql;
  writeLayoutVersion(version: number): readonly Sql[];
}
