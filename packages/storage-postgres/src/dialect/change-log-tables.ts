import { changeTables, NOTHING, type Sql, text } from '@vitrine/storage-sql';
import { appendChanges } from './append-changes.ts';

const types = { text: text('text COLLATE "C"'), integer: text('bigint') };
const NO_OPTIONS = { changes: NOTHING, other: NOTHING };
/** Rows of the log stay in one piece as long as they fit a page: compressing them takes longer than writing them. */
const LONG_ROWS = { changes: text(' WITH (toast_tuple_target = 8160)'), other: NOTHING };

/** The tables of logs whose entries triggers append, and which are numbered when they are read. */
export const numberedChanges: readonly Sql[] = [
  text('CREATE SEQUENCE change_numbers'),
  ...changeTables({
    types,
    options: LONG_ROWS,
    seq: text("bigint NOT NULL DEFAULT nextval('change_numbers')"),
  }),
  ...appendChanges,
];

const TABLES = ['change_logs', 'changes', 'record_history'];

/** The tables of logs that are on the node of their store, and what deletions of its records check there. */
export const distributedChanges: readonly Sql[] = [
  text('ALTER TABLE store_guards ADD COLUMN is_logged bigint NOT NULL DEFAULT 0'),
  text('ALTER TABLE store_guards ADD COLUMN history bigint'),
  ...changeTables({ types, options: NO_OPTIONS, seq: null }),
  text(`DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
${TABLES.map(
  (table) =>
    `    EXECUTE 'SELECT create_distributed_table(''${table}'', ''store_id'', colocate_with => ''records'')';`,
).join('\n')}
  END IF;
END $$`),
];
