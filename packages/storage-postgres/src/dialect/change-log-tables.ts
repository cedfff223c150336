import { changeTables, NOTHING, type Sql, text } from '@vitrine/storage-sql';
import { changeTriggers } from './change-log-triggers.ts';

const types = { text: text('text COLLATE "C"'), integer: text('bigint') };
const options = { keyed: NOTHING, other: NOTHING };

/** The tables of logs whose entries triggers append, and which are numbered when they are read. */
export const numberedChanges: readonly Sql[] = [
  text('CREATE SEQUENCE change_numbers'),
  ...changeTables({ types, options, seq: text("bigint NOT NULL DEFAULT nextval('change_numbers')") }),
  ...changeTriggers,
];

const TABLES = ['change_logs', 'changes', 'record_history'];

/** The tables of logs that are on the node of their store, and what deletions of its records check there. */
export const distributedChanges: readonly Sql[] = [
  text('ALTER TABLE store_guards ADD COLUMN is_logged bigint NOT NULL DEFAULT 0'),
  text('ALTER TABLE store_guards ADD COLUMN history bigint'),
  ...changeTables({ types, options, seq: null }),
  text(`DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
${TABLES.map(
  (table) =>
    `    EXECUTE 'SELECT create_distributed_table(''${table}'', ''store_id'', colocate_with => ''records'')';`,
).join('\n')}
  END IF;
END $$`),
];
