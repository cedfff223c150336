import {
  type CachedTable,
  changeTables,
  type LayoutDialect,
  type Sql,
  sql,
  text,
} from '@vitrine/storage-sql';

/**
 * The bits of a record's number within its store. The records of a store have the numbers after `store number × 2^31`,
 * so that the number alone is the table's key, and a scan of a store reads a range of it without comparing text for
 * every row. Allows for 2^22 stores of 2^31 records, including deleted ones. A CHECK refuses more.
 */
export const RECORDS_MAX = 2 ** 31;
const STORES_MAX = 2 ** 22;

/**
 * The tables whose rows are cached until they change (`turnReads`). Absence is not cached, so an insert changes
 * nothing.
 */
const CACHED: readonly CachedTable[] = ['api_keys', 'stores', 'images'];

function createTrigger(table: CachedTable, event: 'DELETE' | 'UPDATE'): Sql {
  return text(
    `CREATE TRIGGER ${table}_${event.toLowerCase()}d AFTER ${event} ON ${table}
BEGIN
  UPDATE look_ups SET changes = changes + 1;
END`,
  );
}

function logChanges(event: 'DELETE' | 'UPDATE', row: 'new' | 'old'): Sql {
  return text(
    `CREATE TRIGGER records_${event.toLowerCase()}d AFTER ${event} ON records
BEGIN
  INSERT INTO changed_records (seq) VALUES (${row}.seq);
END`,
  );
}

/** The definitions of SQLite's layout. */
export const sqliteLayout: LayoutDialect = {
  types: {
    text: text('TEXT'),
    integer: text('INTEGER'),
    double: text('REAL'),
    storeId: text(`INTEGER GENERATED ALWAYS AS (seq / ${RECORDS_MAX}) VIRTUAL`),
    json: text('TEXT'),
    bytes: text('BLOB'),
    // Without AUTOINCREMENT the number of a deleted job could be assigned again, and an old claim would match the new
    // job.
    generatedId: text('INTEGER PRIMARY KEY AUTOINCREMENT'),
  },
  slotOrder: 'by index',
  tableOptions: text(' STRICT'),
  createSequences: [
    text(`CREATE TABLE sequences (
  name TEXT PRIMARY KEY,
  last INTEGER NOT NULL,
  CHECK (name <> 'stores' OR last < ${STORES_MAX})
) STRICT`),
    text("INSERT INTO sequences (name, last) VALUES ('accounts', 0), ('api_keys', 0), ('stores', 0)"),
    text(`CREATE TABLE record_numbers (
  store_number INTEGER PRIMARY KEY,
  last INTEGER NOT NULL,
  CHECK (last < (store_number + 1) * ${RECORDS_MAX})
) STRICT`),
  ],
  // Clustered by the default order, in which pages, searches that stop early and scans read it.
  createRecords: (columns) => [
    sql`
      CREATE TABLE records (
        ${columns},
        PRIMARY KEY (seq)
      ) STRICT`,
    text('CREATE UNIQUE INDEX records_by_id ON records (store_id, id)'),
    text('CREATE INDEX records_by_created_at ON records (store_id, created_at)'),
  ],
  redistribute: [],
  afterSteps: [],
  createLookUps: [
    text('CREATE TABLE look_ups (changes INTEGER NOT NULL) STRICT'),
    text('INSERT INTO look_ups (changes) VALUES (0)'),
    ...CACHED.flatMap((table) => [createTrigger(table, 'UPDATE'), createTrigger(table, 'DELETE')]),
  ],
  // The first entry stays until there is another one, so that numbers are never assigned again.
  createChangedRecords: [
    text(`CREATE TABLE changed_records (
  change INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT`),
    text('INSERT INTO changed_records (change, seq) VALUES (1, 0)'),
    logChanges('UPDATE', 'new'),
    logChanges('DELETE', 'old'),
  ],
  createChanges: changeTables({
    types: { text: text('TEXT'), integer: text('INTEGER') },
    options: { changes: text(' STRICT, WITHOUT ROWID'), other: text(' STRICT') },
    seq: null,
  }),
  createRecordChanges: [],
  replaceChangeFunctions: [],
  lock: [],
  readVersion: text('PRAGMA user_version'),
  isCreated: text('SELECT 1'),
  findVersion: text('PRAGMA user_version'),
  writeVersion: (version) => [text(`PRAGMA user_version = ${Math.trunc(version)}`)],
};
