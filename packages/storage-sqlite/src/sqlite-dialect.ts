import {
  join,
  type NumberedStore,
  rowWrites,
  type SeqRange,
  type Sql,
  type SqlDialect,
  sql,
} from '@vitrine/storage-sql';

import type { TextTests } from './text-tests.ts';

/** Text of ours, with nothing bound. */
function text(words: string): Sql {
  return sql([words]);
}

const NONE = text('');

/**
 * Records of a store have the numbers behind `store number × 2^31`, so that the insertion number alone is the table's key:
 * a scan of a store is a range of it, without a text to compare at every step (measured: a third of a scan). It makes
 * room for 2^22 stores of 2^31 records, counting those deleted; what goes beyond is refused by a CHECK.
 */
const RECORDS_MAX = 2 ** 31;
const STORES_MAX = 2 ** 22;

const STORE_OF_RECORD = text(`store_id INTEGER GENERATED ALWAYS AS (seq / ${RECORDS_MAX}) VIRTUAL`);

const RECORD_INDEXES = [
  text('CREATE UNIQUE INDEX records_by_id ON records (store_id, id)'),
  text('CREATE INDEX records_by_created_at ON records (store_id, created_at)'),
];

/**
 * Longest needle that SQLite looks for itself. `instr` compares the whole needle at each place, so of a long one and a text
 * that nearly matches everywhere it takes the product of both lengths.
 */
const INSTR_UNITS = 64;

function textTests(text: Sql, tests: TextTests['tests'], combine: TextTests['combine']): Sql {
  return sql`text_tests(${text}, ${JSON.stringify({ combine, tests } satisfies TextTests)})`;
}

/** One bound at each end: of several, SQLite would enter the table by the first, which need not be the nearest. */
function numbersOf(
  { storeNumber }: NumberedStore,
  { above = 0, below = Number.MAX_SAFE_INTEGER }: SeqRange = {},
): Sql {
  const first = storeNumber * RECORDS_MAX;
  return sql`seq > ${Math.max(first - 1, above)} AND seq < ${Math.min(first + RECORDS_MAX, below)}`;
}

/** Whose rows are kept in memory (`turnReads`). Only rows that are there are, so an insert changes nothing. */
const LOOKED_UP = ['api_keys', 'stores', 'images'];

/**
 * SQLite's expressions. Writers exclude each other (BEGIN IMMEDIATE), so nothing is locked row by row, and text
 * compares by its UTF-8 bytes, which is the order of code points.
 */
export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  placeholder: () => '?',
  contains: (haystack, needle) =>
    needle.length > INSTR_UNITS
      ? textTests(haystack, [{ op: 'contains', value: needle }], 'all')
      : sql`instr(${haystack}, ${needle}) > 0`,
  lastCharacters: (whole, length) => sql`substr(${whole}, ${-length})`,
  overflowText: (key) => sql`(overflow ->> ${key})`,
  // JSON keeps 5.0 as 5, which would be summed up as an integer and could exceed 64 bits.
  overflowNumber: (key) => sql`CAST(overflow ->> ${key} AS REAL)`,
  overflowColumn: text('overflow'),
  jsonValue: (value) => value,
  // Both use Kahan-Babuška summation, since 3.43.
  sum: (expression) => sql`sum(${expression})`,
  avg: (expression) => sql`avg(${expression})`,
  quickSum: null,
  forShare: NONE,
  forUpdate: NONE,
  forUpdateSkipLocked: NONE,
  reserve: (sequence) =>
    text(`UPDATE sequences SET last = last + 1 WHERE name = '${sequence}' RETURNING last`),
  recordNumbers: {
    kind: 'reserved',
    begin: ({ storeNumber }) => [
      sql`INSERT INTO record_numbers (store_number, last) VALUES (${storeNumber}, ${storeNumber * RECORDS_MAX})`,
    ],
    reserve: ({ storeNumber }, count) =>
      sql`UPDATE record_numbers SET last = last + ${count} WHERE store_number = ${storeNumber} RETURNING last`,
    forget: ({ storeNumber }) => [sql`DELETE FROM record_numbers WHERE store_number = ${storeNumber}`],
  },
  inStore: numbersOf,
  // `scan_parts` gives ranges of numbers, so that a walk can be ended between two of them (`scan-functions.ts`). Connections
  // that scan have `reverse_unordered_selects`, so that within a range the newest comes first too.
  walk(store, range) {
    const numbers = numbersOf(store, range);
    return {
      from: sql`scan_parts((SELECT min(seq) FROM records WHERE ${numbers}), (SELECT max(seq) FROM records WHERE ${numbers})) CROSS JOIN records NOT INDEXED`,
      within: text('seq >= part_from AND seq <= part_to'),
      newestFirst: NONE,
    };
  },
  inTime: text('in_time() AND '),
  textTests,
  storeKey: ({ storeNumber }) => storeNumber,
  writesStoreKey: false,
  recordWrites: rowWrites,

  types: {
    text: 'TEXT',
    integer: 'INTEGER',
    double: 'REAL',
    json: 'TEXT',
    bytes: 'BLOB',
    // Without AUTOINCREMENT the number of a deleted job could be given to another, whose claim an old one would match.
    generatedId: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  },
  slotOrder: 'by index',
  tableOptions: text(' STRICT'),
  createSequences: [
    text(
      `CREATE TABLE sequences (name TEXT PRIMARY KEY, last INTEGER NOT NULL, CHECK (name <> 'stores' OR last < ${STORES_MAX})) STRICT`,
    ),
    text("INSERT INTO sequences (name, last) VALUES ('accounts', 0), ('api_keys', 0), ('stores', 0)"),
    text(
      `CREATE TABLE record_numbers (store_id TEXT PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, CHECK (last < first + ${RECORDS_MAX})) STRICT`,
    ),
  ],
  // Clustered by the default order: a page, a search that stops early and a scan all walk along it.
  createRecords: (columns) => [
    sql`CREATE TABLE records (${columns}, PRIMARY KEY (seq)) STRICT`,
    ...RECORD_INDEXES,
  ],
  // The store's id in each row and in both indexes made files a seventh larger.
  rekeyRecords(columns) {
    const names = columns.map(({ name }) => name).join(', ');
    return [
      sql`CREATE TABLE numbered_records (${STORE_OF_RECORD}, ${join(columns.map(({ definition }) => definition))}, PRIMARY KEY (seq)) STRICT`,
      text(`INSERT INTO numbered_records (${names}) SELECT ${names} FROM records`),
      text('DROP TABLE records'),
      text('ALTER TABLE numbered_records RENAME TO records'),
      ...RECORD_INDEXES,
      text(
        `CREATE TABLE numbers (store_number INTEGER PRIMARY KEY, last INTEGER NOT NULL, CHECK (last < (store_number + 1) * ${RECORDS_MAX})) STRICT`,
      ),
      text(`INSERT INTO numbers SELECT first / ${RECORDS_MAX}, last FROM record_numbers`),
      text('DROP TABLE record_numbers'),
      text('ALTER TABLE numbers RENAME TO record_numbers'),
    ];
  },
  createLookUps: [
    text('CREATE TABLE look_ups (changes INTEGER NOT NULL) STRICT'),
    text('INSERT INTO look_ups (changes) VALUES (0)'),
    ...LOOKED_UP.flatMap((table) => [
      text(
        `CREATE TRIGGER ${table}_updated AFTER UPDATE ON ${table} BEGIN UPDATE look_ups SET changes = changes + 1; END`,
      ),
      text(
        `CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table} BEGIN UPDATE look_ups SET changes = changes + 1; END`,
      ),
    ]),
  ],
  measure: text('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()'),
  lockLayout: [],
  readLayoutVersion: text('PRAGMA user_version'),
  writeLayoutVersion: (version) => [text(`PRAGMA user_version = ${Math.trunc(version)}`)],
};
