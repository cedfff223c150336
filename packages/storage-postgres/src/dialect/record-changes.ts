import { type Sql, text } from '@vitrine/storage-sql';

/**
 * Returns a function that logs the records which a statement has changed, and the trigger that calls it. Layout 17 has other
 * functions (`change-functions.ts`).
 */
function logChanges(
  event: 'INSERT' | 'UPDATE' | 'DELETE',
  { tables, one, changed }: { readonly tables: string; readonly one: string; readonly changed: string },
): readonly Sql[] {
  const name = event.toLowerCase();
  return [
    text(`CREATE FUNCTION log_record_${name}s() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') = 'read committed'
    AND NOT EXISTS (
      SELECT
      FROM watched_stores
      WHERE store_id IN (SELECT store_id FROM ${one})
    )
  THEN
    RETURN NULL;
  END IF;
  INSERT INTO record_changes (xid, store_id, seqs)
  SELECT pg_current_xact_id(), store_id, array_agg(seq)
  FROM (${changed}) AS changed
  GROUP BY store_id;
  RETURN NULL;
END
$$`),
    text(`CREATE TRIGGER log_${name}s AFTER ${event} ON records
REFERENCING ${tables}
FOR EACH STATEMENT EXECUTE FUNCTION log_record_${name}s()`),
  ];
}

/**
 * The log of the changes of watched stores (`columns/change-log.ts`). Its tables are unlogged: they are empty after a
 * crash and on a server that was promoted, so nobody relies on what they said before, and writes cost no WAL. An upsert
 * that replaces an expired record changes its number, so both numbers of an update are logged.
 */
export const recordChanges: readonly Sql[] = [
  text(`CREATE UNLOGGED TABLE watched_stores (
  store_id text COLLATE "C" PRIMARY KEY,
  watch xid8 NOT NULL,
  renewed_at timestamptz NOT NULL
)`),
  text(`CREATE UNLOGGED TABLE record_changes (
  xid xid8 NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  seqs bigint[] NOT NULL
)`),
  text('CREATE INDEX record_changes_by_xid ON record_changes (xid)'),
  text(`CREATE UNLOGGED TABLE trimmed_changes (
  is_only boolean PRIMARY KEY,
  visible_in pg_snapshot NOT NULL
)`),
  ...logChanges('INSERT', {
    tables: 'NEW TABLE AS inserted',
    one: 'inserted',
    changed: 'SELECT store_id, seq FROM inserted',
  }),
  ...logChanges('UPDATE', {
    tables: 'OLD TABLE AS before NEW TABLE AS after',
    one: 'after',
    changed: 'SELECT store_id, seq FROM before UNION SELECT store_id, seq FROM after',
  }),
  ...logChanges('DELETE', {
    tables: 'OLD TABLE AS deleted',
    one: 'deleted',
    changed: 'SELECT store_id, seq FROM deleted',
  }),
];
