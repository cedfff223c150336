import type { Sql } from './sql.ts';

/** Column types. Text compares by code point (`COLLATE "C"` where that is not the default). */
export interface SqlTypes {
  readonly text: Sql;
  /** Whole numbers up to 2^53: times, numbers, versions. */
  readonly integer: Sql;
  readonly double: Sql;
  /** `records.store_id`. */
  readonly storeId: Sql;
  readonly json: Sql;
  readonly bytes: Sql;
  /** A primary key that the engine generates, in rising order. */
  readonly generatedId: Sql;
}

/** The definitions in which SQL engines differ. Used by the steps of the layout only. */
export interface LayoutDialect {
  readonly types: SqlTypes;
  /** Ends `CREATE TABLE`. May be empty. */
  readonly tableOptions: Sql;
  /** Create the sources of insertion numbers. */
  readonly createSequences: readonly Sql[];
  /**
   * The order of the slots in a row of `records`. By index: text, shadow and number of one index, then those of the
   * next. By kind: some numbers, then as many texts, for engines that skip numbers faster than text when they decode a
   * row.
   */
  readonly slotOrder: 'by index' | 'by kind';
  /** Create the records table with these columns, clustered for the default order, and its indexes. */
  createRecords(columns: Sql): readonly Sql[];
  /**
   * Create a number that rises when a row of a `CachedTable` is changed or removed, for drivers that cache rows until
   * then. Empty where the driver caches by time.
   */
  readonly createLookUps: readonly Sql[];
  /**
   * Replace the counters of the first layout by sequences, and create `store_guards` (`SqlDialect.guardsApart`). Empty
   * on engines that do not distribute records.
   */
  readonly redistribute: readonly Sql[];
  /** Create the log of changed and deleted records (`columns`). Empty where there is none. */
  readonly createChangedRecords: readonly Sql[];
  /**
   * Create a log of changed, deleted and new records of watched stores, with the snapshots of its readers. Empty where
   * changes are logged in another way or not at all.
   */
  readonly createRecordChanges: readonly Sql[];
  /** Replace the functions that write the log of `createRecordChanges`. Empty where there are none. */
  readonly replaceChangeFunctions: readonly Sql[];
  /** Create the logs of changes, the history of records, and what writes of records append to them. */
  readonly createChanges: readonly Sql[];
  /** Run after the steps of a migration, in its transaction, and may meet any older layout. May be empty. */
  readonly afterSteps: readonly Sql[];
  /** Run before the version is read, so that concurrent migrations wait for each other. */
  readonly lock: readonly Sql[];
  /** Returns one row with the layout's version; 0 in a new database. Runs after `lock`. */
  readonly readVersion: Sql;
  /** Returns one row with 1 if there is a place for the version, else with 0. */
  readonly isCreated: Sql;
  /** The same as `readVersion`, without locks, where that place is. */
  readonly findVersion: Sql;
  writeVersion(version: number): readonly Sql[];
}
