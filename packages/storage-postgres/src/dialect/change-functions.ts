import { type Sql, text } from '@vitrine/storage-sql';

/** The records of a statement, by the event of its trigger: the function, and its transition tables. */
const EVENTS = {
  insert: { name: 'log_record_inserts', tables: ['inserted'] },
  update: { name: 'log_record_updates', tables: ['before', 'after'] },
  delete: { name: 'log_record_deletes', tables: ['deleted'] },
} as const;

/**
 * Returns the statement that gives the function of an event another body: it logs the records of transition tables, and then
 * does what `more` says.
 */
export function changeFunction(event: keyof typeof EVENTS, more = ''): Sql {
  const { name, tables } = EVENTS[event];
  const numbers = tables.map(
    (table) => `SELECT seq FROM ${table} WHERE ${table}.store_id = watched_stores.store_id`,
  );
  const rows = tables.map((table) => `SELECT store_id, seq FROM ${table}`);
  return text(`CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') = 'read committed' THEN
    INSERT INTO record_changes (xid, store_id, seqs)
    SELECT
      pg_current_xact_id(),
      store_id,
      ARRAY(
        ${numbers.join('\n        UNION ALL\n        ')}
      )
    FROM watched_stores
    WHERE store_id IN (SELECT store_id FROM ${tables.at(-1)});
  ELSE
    INSERT INTO record_changes (xid, store_id, seqs)
    SELECT pg_current_xact_id(), store_id, array_agg(seq)
    FROM (
      ${rows.join('\n      UNION ALL\n      ')}
    ) AS changed
    GROUP BY store_id;
  END IF;${more}
  RETURN NULL;
END
$$`);
}

/**
 * The statements that replace the functions of the triggers which log changes. Each function has one statement, which begins
 * with the watches. The triggers stay, so nobody waits for a lock of `records`. Both numbers of an updated record are logged,
 * which are usually equal: comparing them costs more than writing one twice.
 */
export const changeFunctions: readonly Sql[] = [
  changeFunction('insert'),
  changeFunction('update'),
  changeFunction('delete'),
];
