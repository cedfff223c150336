-- sqlite
PRAGMA user_version = 17;

-- postgres
CREATE OR REPLACE FUNCTION log_record_inserts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') = 'read committed' THEN
    INSERT INTO record_changes (xid, store_id, seqs)
    SELECT
      pg_current_xact_id(),
      store_id,
      ARRAY(
        SELECT seq FROM inserted WHERE inserted.store_id = watched_stores.store_id
      )
    FROM watched_stores
    WHERE store_id IN (SELECT store_id FROM inserted);
  ELSE
    INSERT INTO record_changes (xid, store_id, seqs)
    SELECT pg_current_xact_id(), store_id, array_agg(seq)
    FROM (
      SELECT store_id, seq FROM inserted
    ) AS changed
    GROUP BY store_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION log_record_updates() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') = 'read committed' THEN
    INSERT INTO record_changes (xid, store_id, seqs)
    SELECT
      pg_current_xact_id(),
      store_id,
      ARRAY(
        SELECT seq FROM before WHERE before.store_id = watched_stores.store_id
        UNION ALL
        SELECT seq FROM after WHERE after.store_id = watched_stores.store_id
      )
    FROM watched_stores
    WHERE store_id IN (SELECT store_id FROM after);
  ELSE
    INSERT INTO record_changes (xid, store_id, seqs)
    SELECT pg_current_xact_id(), store_id, array_agg(seq)
    FROM (
      SELECT store_id, seq FROM before
      UNION ALL
      SELECT store_id, seq FROM after
    ) AS changed
    GROUP BY store_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE OR REPLACE FUNCTION log_record_deletes() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') = 'read committed' THEN
    INSERT INTO record_changes (xid, store_id, seqs)
    SELECT
      pg_current_xact_id(),
      store_id,
      ARRAY(
        SELECT seq FROM deleted WHERE deleted.store_id = watched_stores.store_id
      )
    FROM watched_stores
    WHERE store_id IN (SELECT store_id FROM deleted);
  ELSE
    INSERT INTO record_changes (xid, store_id, seqs)
    SELECT pg_current_xact_id(), store_id, array_agg(seq)
    FROM (
      SELECT store_id, seq FROM deleted
    ) AS changed
    GROUP BY store_id;
  END IF;
  RETURN NULL;
END
$$;
UPDATE layout SET version = 17 WHERE name = 'vitrine';

-- citus
UPDATE layout SET version = 17 WHERE name = 'vitrine';
