import type { SqlTypes } from '../../statements/layout-dialect.ts';
import { NOTHING, type Sql, sql } from '../../statements/sql.ts';

/** How an engine creates the tables of the log. */
export interface ChangeTables {
  readonly types: Pick<SqlTypes, 'text' | 'integer'>;
  /** Ends `CREATE TABLE` of `changes`, whose rows may be long, and of the others. May be empty. */
  readonly options: { readonly changes: Sql; readonly other: Sql };
  /** The type of the number by which entries are ordered until they have a position. Null: they have one at once. */
  readonly seq: Sql | null;
}

/**
 * Returns the statements that create the tables of the log.
 *
 * A row of `changes` holds the `size` entries of one type and time that a write has appended together: `position` is
 * that of the last one, `record_ids` a JSON array, and `slots` the names of the slots of all of them, or a JSON array of
 * the slots of each or of all: names, or a number (`slotBit`). In `record_history` each entry has its row. Where readers
 * number the entries, those of a row share their `seq` in both tables, and `following` others come after an entry.
 */
export function changeTables({ types: { text, integer }, options, seq }: ChangeTables): readonly Sql[] {
  const isNumbered = seq !== null;
  const number = isNumbered ? sql`seq ${seq},` : NOTHING;
  const position = isNumbered ? sql`position ${integer}` : sql`position ${integer} NOT NULL`;
  const following = isNumbered ? sql`following ${integer} NOT NULL,` : NOTHING;
  const entry = sql`
    type ${text} NOT NULL,
    at ${integer} NOT NULL,
    store_version ${integer} NOT NULL,
    slots ${text} NOT NULL`;
  return [
    sql`
      CREATE TABLE change_logs (
        store_id ${text} PRIMARY KEY,
        is_on ${integer} NOT NULL,
        last_position ${integer} NOT NULL,
        complete_after ${integer} NOT NULL,
        used_at ${integer} NOT NULL,
        history_bytes ${integer} NOT NULL
      )${options.other}`,
    sql`
      CREATE TABLE changes (
        store_id ${text} NOT NULL,
        ${number}
        ${position},
        size ${integer} NOT NULL,
        ${entry},
        record_ids ${text},
        imported ${text}${isNumbered ? NOTHING : sql`,`}
        ${isNumbered ? NOTHING : sql`PRIMARY KEY (store_id, position)`}
      )${options.changes}`,
    sql`
      CREATE TABLE record_history (
        store_id ${text} NOT NULL,
        ${number}
        ${following}
        ${position},
        ${entry},
        record_id ${text} NOT NULL,
        before_values ${text},
        created_at ${integer},
        by_id ${text},
        by_name ${text},
        import_id ${text},
        bytes ${integer} NOT NULL
      )${options.other}`,
    sql`CREATE INDEX history_by_record ON record_history (store_id, record_id, position)`,
    sql`
      CREATE INDEX history_by_import ON record_history (store_id, import_id, record_id)
      WHERE import_id IS NOT NULL`,
    sql`
      CREATE INDEX history_of_deletions ON record_history (store_id, position)
      WHERE type = 'record.deleted'`,
    ...(isNumbered
      ? numberedIndexes
      : [sql`CREATE INDEX history_by_position ON record_history (store_id, position)`]),
  ];
}

const numberedIndexes: readonly Sql[] = [
  sql`CREATE INDEX changes_by_position ON changes (store_id, position) WHERE position IS NOT NULL`,
  sql`CREATE INDEX changes_to_number ON changes (store_id, seq) WHERE position IS NULL`,
  sql`CREATE INDEX history_by_position ON record_history (store_id, position) WHERE position IS NOT NULL`,
  sql`CREATE INDEX history_to_number ON record_history (store_id, seq) WHERE position IS NULL`,
];
