-- sqlite
PRAGMA user_version = 16;

-- postgres
CREATE UNLOGGED TABLE watched_stores (
  store_id text COLLATE "C" PRIMARY KEY,
  watch xid8 NOT NULL,
  renewed_at timestamptz NOT NULL
);
CREATE UNLOGGED TABLE record_changes (
  xid xid8 NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  seqs bigint[] NOT NULL
);
CREATE INDEX record_changes_by_xid ON record_changes (xid);
CREATE UNLOGGED TABLE trimmed_changes (
  is_only boolean PRIMARY KEY,
  visible_in pg_snapshot NOT NULL
);
CREATE FUNCTION log_record_inserts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') = 'read committed'
    AND NOT EXISTS (
      SELECT
      FROM watched_stores
      WHERE store_id IN (SELECT store_id FROM inserted)
    )
  THEN
    RETURN NULL;
  END IF;
  INSERT INTO record_changes (xid, store_id, seqs)
  SELECT pg_current_xact_id(), store_id, array_agg(seq)
  FROM (SELECT store_id, seq FROM inserted) AS changed
  GROUP BY store_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_inserts AFTER INSERT ON records
REFERENCING NEW TABLE AS inserted
FOR EACH STATEMENT EXECUTE FUNCTION log_record_inserts();
CREATE FUNCTION log_record_updates() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') = 'read committed'
    AND NOT EXISTS (
      SELECT
      FROM watched_stores
      WHERE store_id IN (SELECT store_id FROM after)
    )
  THEN
    RETURN NULL;
  END IF;
  INSERT INTO record_changes (xid, store_id, seqs)
  SELECT pg_current_xact_id(), store_id, array_agg(seq)
  FROM (SELECT store_id, seq FROM before UNION SELECT store_id, seq FROM after) AS changed
  GROUP BY store_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_updates AFTER UPDATE ON records
REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION log_record_updates();
CREATE FUNCTION log_record_deletes() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('transaction_isolation') = 'read committed'
    AND NOT EXISTS (
      SELECT
      FROM watched_stores
      WHERE store_id IN (SELECT store_id FROM deleted)
    )
  THEN
    RETURN NULL;
  END IF;
  INSERT INTO record_changes (xid, store_id, seqs)
  SELECT pg_current_xact_id(), store_id, array_agg(seq)
  FROM (SELECT store_id, seq FROM deleted) AS changed
  GROUP BY store_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER log_deletes AFTER DELETE ON records
REFERENCING OLD TABLE AS deleted
FOR EACH STATEMENT EXECUTE FUNCTION log_record_deletes();
UPDATE layout SET version = 16 WHERE name = 'vitrine';

-- citus
UPDATE layout SET version = 16 WHERE name = 'vitrine';
