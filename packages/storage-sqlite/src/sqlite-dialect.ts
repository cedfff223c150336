import { rowWrites, type SequenceName, type Sql, type SqlDialect, sql } from '@vitrine/storage-sql';

/** Text of ours, with nothing bound. */
function text(words: string): Sql {
  return sql([words]);
}

const NONE = text('');

/** Writers exclude each other, so one counter numbers the records of all stores. */
function takeNumbers(sequence: SequenceName | 'records', count: Sql | number): Sql {
  return sql`UPDATE sequences SET last = last + ${count} WHERE name = ${text(`'${sequence}'`)} RETURNING last`;
}

/**
 * SQLite's expressions. Writers exclude each other (BEGIN IMMEDIATE), so nothing is locked row by row, and text
 * compares by its UTF-8 bytes, which is the order of code points.
 */
export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  placeholder: () => '?',
  contains: (haystack, needle) => sql`instr(${haystack}, ${needle}) > 0`,
  lastCharacters: (whole, length) => sql`substr(${whole}, ${-length})`,
  overflowText: (key) => sql`(overflow ->> ${key})`,
  // JSON keeps 5.0 as 5, which would be summed up as an integer and could exceed 64 bits.
  overflowNumber: (key) => sql`CAST(overflow ->> ${key} AS REAL)`,
  overflowColumn: text('overflow'),
  jsonValue: (value) => value,
  // Both use Kahan-Babuška summation, since 3.43.
  sum: (expression) => sql`sum(${expression})`,
  avg: (expression) => sql`avg(${expression})`,
  forShare: NONE,
  forUpdate: NONE,
  forUpdateSkipLocked: NONE,
  reserve: (sequence) => takeNumbers(sequence, text('1')),
  recordNumbers: {
    kind: 'reserved',
    reserve: (_, count) => takeNumbers('records', count),
    forget: () => [],
  },
  recordWrites: rowWrites,

  types: {
    text: 'TEXT',
    integer: 'INTEGER',
    double: 'REAL',
    json: 'TEXT',
    // Without AUTOINCREMENT the number of a deleted job could be given to another, whose claim an old one would match.
    generatedId: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  },
  tableOptions: text(' STRICT'),
  createSequences: [
    text('CREATE TABLE sequences (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT'),
    text(
      "INSERT INTO sequences (name, last) VALUES ('accounts', 0), ('api_keys', 0), ('stores', 0), ('records', 0)",
    ),
  ],
  // Clustered by the default order: a page, a search that stops early and a scan all walk along it.
  createRecords: (columns) => [
    sql`CREATE TABLE records (${columns}, PRIMARY KEY (store_id, seq)) STRICT, WITHOUT ROWID`,
    text('CREATE UNIQUE INDEX records_by_id ON records (store_id, id)'),
    text('CREATE INDEX records_by_created_at ON records (store_id, created_at, seq)'),
  ],
  lockLayout: [],
  readLayoutVersion: text('PRAGMA user_version'),
  writeLayoutVersion: (version) => [text(`PRAGMA user_version = ${Math.trunc(version)}`)],
};
