-- sqlite
ALTER TABLE stores ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE stores ADD COLUMN history INTEGER;
ALTER TABLE stores ADD COLUMN is_logged INTEGER NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN logs_new_stores INTEGER NOT NULL DEFAULT 0;
CREATE TABLE change_logs (
  store_id TEXT PRIMARY KEY,
  is_on INTEGER NOT NULL,
  last_position INTEGER NOT NULL,
  complete_after INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  history_bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE changes (
  store_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  size INTEGER NOT NULL,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  store_version INTEGER NOT NULL,
  slots TEXT NOT NULL,
  record_ids TEXT,
  imported TEXT,
  PRIMARY KEY (store_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE record_history (
  store_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  store_version INTEGER NOT NULL,
  slots TEXT NOT NULL,
  record_id TEXT NOT NULL,
  before_values TEXT,
  created_at INTEGER,
  by_id TEXT,
  by_name TEXT,
  import_id TEXT,
  bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX history_by_record ON record_history (store_id, record_id, position);
CREATE INDEX history_by_import ON record_history (store_id, import_id, record_id)
WHERE import_id IS NOT NULL;
CREATE INDEX history_of_deletions ON record_history (store_id, position)
WHERE type = 'record.deleted';
CREATE INDEX history_by_position ON record_history (store_id, position);
PRAGMA user_version = 19;

-- postgres
ALTER TABLE stores ADD COLUMN changes bigint NOT NULL DEFAULT 0;
ALTER TABLE stores ADD COLUMN history bigint;
ALTER TABLE stores ADD COLUMN is_logged bigint NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN logs_new_stores bigint NOT NULL DEFAULT 0;
CREATE SEQUENCE change_numbers;
CREATE TABLE change_logs (
  store_id text COLLATE "C" PRIMARY KEY,
  is_on bigint NOT NULL,
  last_position bigint NOT NULL,
  complete_after bigint NOT NULL,
  used_at bigint NOT NULL,
  history_bytes bigint NOT NULL
);
CREATE TABLE changes (
  store_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL DEFAULT nextval('change_numbers'),
  position bigint,
  size bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  store_version bigint NOT NULL,
  slots text COLLATE "C" NOT NULL,
  record_ids text COLLATE "C",
  imported text COLLATE "C"
) WITH (toast_tuple_target = 8160);
CREATE TABLE record_history (
  store_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL DEFAULT nextval('change_numbers'),
  following bigint NOT NULL,
  position bigint,
  type text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  store_version bigint NOT NULL,
  slots text COLLATE "C" NOT NULL,
  record_id text COLLATE "C" NOT NULL,
  before_values text COLLATE "C",
  created_at bigint,
  by_id text COLLATE "C",
  by_name text COLLATE "C",
  import_id text COLLATE "C",
  bytes bigint NOT NULL
);
CREATE INDEX history_by_record ON record_history (store_id, record_id, position);
CREATE INDEX history_by_import ON record_history (store_id, import_id, record_id)
WHERE import_id IS NOT NULL;
CREATE INDEX history_of_deletions ON record_history (store_id, position)
WHERE type = 'record.deleted';
CREATE INDEX changes_by_position ON changes (store_id, position) WHERE position IS NOT NULL;
CREATE INDEX changes_to_number ON changes (store_id, seq) WHERE position IS NULL;
CREATE INDEX history_by_position ON record_history (store_id, position) WHERE position IS NOT NULL;
CREATE INDEX history_to_number ON record_history (store_id, seq) WHERE position IS NULL;
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
  IF current_setting('vitrine.change', TRUE) <> '' THEN
    DECLARE
      context CONSTANT jsonb := current_setting('vitrine.change');
      keeps CONSTANT boolean := context -> 'keeps';
      width CONSTANT integer := context -> 'width';
      changed_at CONSTANT bigint := context ->> 'at';
      version CONSTANT bigint := context ->> 'version';
      import CONSTANT text := context ->> 'import';
      loops CONSTANT text := current_setting('enable_nestloop');
    BEGIN
      IF keeps THEN
        WITH entries AS MATERIALIZED (
      SELECT made.*, row_number() OVER (PARTITION BY step, at ORDER BY record_id) AS place
      FROM (
        SELECT
          inserted.store_id,
          inserted.id AS record_id,
          2 AS step,
          'record.created' AS type,
          coalesce(changed_at, inserted.updated_at) AS at,
          concat_ws(
        ',',
        CASE WHEN inserted.t0 IS NOT NULL THEN 't0' END,
        CASE WHEN inserted.t1 IS NOT NULL THEN 't1' END,
        CASE WHEN inserted.t2 IS NOT NULL THEN 't2' END,
        CASE WHEN inserted.t3 IS NOT NULL THEN 't3' END,
        CASE WHEN inserted.t4 IS NOT NULL THEN 't4' END,
        CASE WHEN inserted.t5 IS NOT NULL THEN 't5' END,
        CASE WHEN inserted.t6 IS NOT NULL THEN 't6' END,
        CASE WHEN inserted.t7 IS NOT NULL THEN 't7' END,
        CASE WHEN inserted.t8 IS NOT NULL THEN 't8' END,
        CASE WHEN inserted.t9 IS NOT NULL THEN 't9' END,
        CASE WHEN inserted.t10 IS NOT NULL THEN 't10' END,
        CASE WHEN inserted.t11 IS NOT NULL THEN 't11' END,
        CASE WHEN inserted.t12 IS NOT NULL THEN 't12' END,
        CASE WHEN inserted.t13 IS NOT NULL THEN 't13' END,
        CASE WHEN inserted.t14 IS NOT NULL THEN 't14' END,
        CASE WHEN inserted.t15 IS NOT NULL THEN 't15' END,
        CASE WHEN inserted.t16 IS NOT NULL THEN 't16' END,
        CASE WHEN inserted.t17 IS NOT NULL THEN 't17' END,
        CASE WHEN inserted.t18 IS NOT NULL THEN 't18' END,
        CASE WHEN inserted.t19 IS NOT NULL THEN 't19' END,
        CASE WHEN inserted.t20 IS NOT NULL THEN 't20' END,
        CASE WHEN inserted.t21 IS NOT NULL THEN 't21' END,
        CASE WHEN inserted.t22 IS NOT NULL THEN 't22' END,
        CASE WHEN inserted.t23 IS NOT NULL THEN 't23' END,
        CASE WHEN inserted.n0 IS NOT NULL THEN 'n0' END,
        CASE WHEN inserted.n1 IS NOT NULL THEN 'n1' END,
        CASE WHEN inserted.n2 IS NOT NULL THEN 'n2' END,
        CASE WHEN inserted.n3 IS NOT NULL THEN 'n3' END,
        CASE WHEN inserted.n4 IS NOT NULL THEN 'n4' END,
        CASE WHEN inserted.n5 IS NOT NULL THEN 'n5' END,
        CASE WHEN inserted.n6 IS NOT NULL THEN 'n6' END,
        CASE WHEN inserted.n7 IS NOT NULL THEN 'n7' END,
        CASE WHEN inserted.n8 IS NOT NULL THEN 'n8' END,
        CASE WHEN inserted.n9 IS NOT NULL THEN 'n9' END,
        CASE WHEN inserted.n10 IS NOT NULL THEN 'n10' END,
        CASE WHEN inserted.n11 IS NOT NULL THEN 'n11' END,
        CASE WHEN inserted.n12 IS NOT NULL THEN 'n12' END,
        CASE WHEN inserted.n13 IS NOT NULL THEN 'n13' END,
        CASE WHEN inserted.n14 IS NOT NULL THEN 'n14' END,
        CASE WHEN inserted.n15 IS NOT NULL THEN 'n15' END,
        CASE WHEN inserted.n16 IS NOT NULL THEN 'n16' END,
        CASE WHEN inserted.n17 IS NOT NULL THEN 'n17' END,
        CASE WHEN inserted.n18 IS NOT NULL THEN 'n18' END,
        CASE WHEN inserted.n19 IS NOT NULL THEN 'n19' END,
        CASE WHEN inserted.n20 IS NOT NULL THEN 'n20' END,
        CASE WHEN inserted.n21 IS NOT NULL THEN 'n21' END,
        CASE WHEN inserted.n22 IS NOT NULL THEN 'n22' END,
        CASE WHEN inserted.n23 IS NOT NULL THEN 'n23' END,
        CASE
          WHEN inserted.overflow IS NOT NULL
          THEN (
          SELECT string_agg(name, ',')
          FROM jsonb_object_keys(inserted.overflow) AS name
          WHERE left(name, 1) <> 'f'
            AND TRUE
        )
        END
      ) AS slots,
          CAST(NULL AS text) AS before_values,
          CAST(NULL AS bigint) AS created_at
        FROM inserted
        OFFSET 0
      ) AS made
      WHERE type <> 'record.updated' OR slots <> ''
    ),
    numbered AS MATERIALIZED (
      SELECT nextval('change_numbers') AS seq, packed.*
      FROM (
        SELECT
          store_id,
          step,
          type,
          at,
          count(*) AS size,
          CASE
        WHEN min(slots COLLATE "C") = max(slots COLLATE "C") THEN min(slots COLLATE "C")
        ELSE CAST(json_agg(slots ORDER BY place) AS text)
      END AS slots,
          json_agg(record_id ORDER BY place) AS record_ids
        FROM entries
        GROUP BY store_id, step, type, at
        ORDER BY step, at
      ) AS packed
    ),
    announced AS (
      INSERT INTO changes (store_id, seq, size, type, at, store_version, slots, record_ids)
      SELECT store_id, seq, size, type, at, version, slots, record_ids
      FROM numbered
      WHERE import IS NULL
    )
    INSERT INTO record_history (
      store_id, seq, following, type, at, store_version, slots, record_id, before_values, created_at, by_id,
      by_name, import_id, bytes
    )
    SELECT
      entries.store_id, seq, size - place, entries.type, at, version, entries.slots, record_id, before_values,
      created_at, context -> 'by' ->> 'id', context -> 'by' ->> 'name', import,
      coalesce(octet_length(before_values), 0)
    FROM entries
    JOIN numbered USING (step, at)
    WHERE keeps;
      ELSIF width = 4 THEN
        INSERT INTO changes (store_id, size, type, at, store_version, slots, record_ids)
    SELECT
      store_id,
      count(*),
      'record.created',
      at,
      version,
      CASE
        WHEN min(slots) = max(slots) THEN '[' || min(slots) || ']'
        ELSE CAST(json_agg(slots) AS text)
      END,
      json_agg(record_id)
    FROM (
      SELECT
        inserted.store_id,
        coalesce(changed_at, inserted.updated_at) AS at,
        CASE WHEN inserted.t0 IS NOT NULL THEN 1 ELSE 0 END +
        CASE WHEN inserted.t1 IS NOT NULL THEN 4 ELSE 0 END +
        CASE WHEN inserted.t2 IS NOT NULL THEN 16 ELSE 0 END +
        CASE WHEN inserted.t3 IS NOT NULL THEN 64 ELSE 0 END +
        CASE WHEN inserted.n0 IS NOT NULL THEN 2 ELSE 0 END +
        CASE WHEN inserted.n1 IS NOT NULL THEN 8 ELSE 0 END +
        CASE WHEN inserted.n2 IS NOT NULL THEN 32 ELSE 0 END +
        CASE WHEN inserted.n3 IS NOT NULL THEN 128 ELSE 0 END AS slots,
        inserted.id AS record_id
      FROM inserted
      OFFSET 0
    ) AS entries
    GROUP BY store_id, at;
      ELSIF width = 8 THEN
        INSERT INTO changes (store_id, size, type, at, store_version, slots, record_ids)
    SELECT
      store_id,
      count(*),
      'record.created',
      at,
      version,
      CASE
        WHEN min(slots) = max(slots) THEN '[' || min(slots) || ']'
        ELSE CAST(json_agg(slots) AS text)
      END,
      json_agg(record_id)
    FROM (
      SELECT
        inserted.store_id,
        coalesce(changed_at, inserted.updated_at) AS at,
        CASE WHEN inserted.t0 IS NOT NULL THEN 1 ELSE 0 END +
        CASE WHEN inserted.t1 IS NOT NULL THEN 4 ELSE 0 END +
        CASE WHEN inserted.t2 IS NOT NULL THEN 16 ELSE 0 END +
        CASE WHEN inserted.t3 IS NOT NULL THEN 64 ELSE 0 END +
        CASE WHEN inserted.t4 IS NOT NULL THEN 256 ELSE 0 END +
        CASE WHEN inserted.t5 IS NOT NULL THEN 1024 ELSE 0 END +
        CASE WHEN inserted.t6 IS NOT NULL THEN 4096 ELSE 0 END +
        CASE WHEN inserted.t7 IS NOT NULL THEN 16384 ELSE 0 END +
        CASE WHEN inserted.n0 IS NOT NULL THEN 2 ELSE 0 END +
        CASE WHEN inserted.n1 IS NOT NULL THEN 8 ELSE 0 END +
        CASE WHEN inserted.n2 IS NOT NULL THEN 32 ELSE 0 END +
        CASE WHEN inserted.n3 IS NOT NULL THEN 128 ELSE 0 END +
        CASE WHEN inserted.n4 IS NOT NULL THEN 512 ELSE 0 END +
        CASE WHEN inserted.n5 IS NOT NULL THEN 2048 ELSE 0 END +
        CASE WHEN inserted.n6 IS NOT NULL THEN 8192 ELSE 0 END +
        CASE WHEN inserted.n7 IS NOT NULL THEN 32768 ELSE 0 END AS slots,
        inserted.id AS record_id
      FROM inserted
      OFFSET 0
    ) AS entries
    GROUP BY store_id, at;
      ELSE
        INSERT INTO changes (store_id, size, type, at, store_version, slots, record_ids)
    SELECT
      store_id,
      count(*),
      'record.created',
      at,
      version,
      CASE
        WHEN min(slots COLLATE "C") = max(slots COLLATE "C") THEN min(slots COLLATE "C")
        ELSE CAST(json_agg(slots) AS text)
      END,
      json_agg(record_id)
    FROM (
      SELECT
        inserted.store_id,
        coalesce(changed_at, inserted.updated_at) AS at,
        concat_ws(
        ',',
        CASE WHEN inserted.t0 IS NOT NULL THEN 't0' END,
        CASE WHEN inserted.t1 IS NOT NULL THEN 't1' END,
        CASE WHEN inserted.t2 IS NOT NULL THEN 't2' END,
        CASE WHEN inserted.t3 IS NOT NULL THEN 't3' END,
        CASE WHEN inserted.t4 IS NOT NULL THEN 't4' END,
        CASE WHEN inserted.t5 IS NOT NULL THEN 't5' END,
        CASE WHEN inserted.t6 IS NOT NULL THEN 't6' END,
        CASE WHEN inserted.t7 IS NOT NULL THEN 't7' END,
        CASE WHEN inserted.t8 IS NOT NULL THEN 't8' END,
        CASE WHEN inserted.t9 IS NOT NULL THEN 't9' END,
        CASE WHEN inserted.t10 IS NOT NULL THEN 't10' END,
        CASE WHEN inserted.t11 IS NOT NULL THEN 't11' END,
        CASE WHEN inserted.t12 IS NOT NULL THEN 't12' END,
        CASE WHEN inserted.t13 IS NOT NULL THEN 't13' END,
        CASE WHEN inserted.t14 IS NOT NULL THEN 't14' END,
        CASE WHEN inserted.t15 IS NOT NULL THEN 't15' END,
        CASE WHEN inserted.t16 IS NOT NULL THEN 't16' END,
        CASE WHEN inserted.t17 IS NOT NULL THEN 't17' END,
        CASE WHEN inserted.t18 IS NOT NULL THEN 't18' END,
        CASE WHEN inserted.t19 IS NOT NULL THEN 't19' END,
        CASE WHEN inserted.t20 IS NOT NULL THEN 't20' END,
        CASE WHEN inserted.t21 IS NOT NULL THEN 't21' END,
        CASE WHEN inserted.t22 IS NOT NULL THEN 't22' END,
        CASE WHEN inserted.t23 IS NOT NULL THEN 't23' END,
        CASE WHEN inserted.n0 IS NOT NULL THEN 'n0' END,
        CASE WHEN inserted.n1 IS NOT NULL THEN 'n1' END,
        CASE WHEN inserted.n2 IS NOT NULL THEN 'n2' END,
        CASE WHEN inserted.n3 IS NOT NULL THEN 'n3' END,
        CASE WHEN inserted.n4 IS NOT NULL THEN 'n4' END,
        CASE WHEN inserted.n5 IS NOT NULL THEN 'n5' END,
        CASE WHEN inserted.n6 IS NOT NULL THEN 'n6' END,
        CASE WHEN inserted.n7 IS NOT NULL THEN 'n7' END,
        CASE WHEN inserted.n8 IS NOT NULL THEN 'n8' END,
        CASE WHEN inserted.n9 IS NOT NULL THEN 'n9' END,
        CASE WHEN inserted.n10 IS NOT NULL THEN 'n10' END,
        CASE WHEN inserted.n11 IS NOT NULL THEN 'n11' END,
        CASE WHEN inserted.n12 IS NOT NULL THEN 'n12' END,
        CASE WHEN inserted.n13 IS NOT NULL THEN 'n13' END,
        CASE WHEN inserted.n14 IS NOT NULL THEN 'n14' END,
        CASE WHEN inserted.n15 IS NOT NULL THEN 'n15' END,
        CASE WHEN inserted.n16 IS NOT NULL THEN 'n16' END,
        CASE WHEN inserted.n17 IS NOT NULL THEN 'n17' END,
        CASE WHEN inserted.n18 IS NOT NULL THEN 'n18' END,
        CASE WHEN inserted.n19 IS NOT NULL THEN 'n19' END,
        CASE WHEN inserted.n20 IS NOT NULL THEN 'n20' END,
        CASE WHEN inserted.n21 IS NOT NULL THEN 'n21' END,
        CASE WHEN inserted.n22 IS NOT NULL THEN 'n22' END,
        CASE WHEN inserted.n23 IS NOT NULL THEN 'n23' END,
        CASE
          WHEN inserted.overflow IS NOT NULL
          THEN (
          SELECT string_agg(name, ',')
          FROM jsonb_object_keys(inserted.overflow) AS name
          WHERE left(name, 1) <> 'f'
            AND TRUE
        )
        END
      ) AS slots,
        inserted.id AS record_id
      FROM inserted
      OFFSET 0
    ) AS entries
    GROUP BY store_id, at;
      END IF;
    END;
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
  IF current_setting('vitrine.change', TRUE) <> '' THEN
    DECLARE
      context CONSTANT jsonb := current_setting('vitrine.change');
      keeps CONSTANT boolean := context -> 'keeps';
      width CONSTANT integer := context -> 'width';
      changed_at CONSTANT bigint := context ->> 'at';
      version CONSTANT bigint := context ->> 'version';
      import CONSTANT text := context ->> 'import';
      loops CONSTANT text := current_setting('enable_nestloop');
    BEGIN
      PERFORM set_config('enable_nestloop', 'off', TRUE);
      IF CAST(context -> 'expires' AS boolean) THEN
        WITH entries AS MATERIALIZED (
      SELECT made.*, row_number() OVER (PARTITION BY step, at ORDER BY record_id) AS place
      FROM (
        SELECT
          after.store_id,
          after.id AS record_id,
          0 AS step,
          'record.updated' AS type,
          after.updated_at AS at,
          concat_ws(
        ',',
        CASE WHEN before.t0 IS DISTINCT FROM after.t0 THEN 't0' END,
        CASE WHEN before.t1 IS DISTINCT FROM after.t1 THEN 't1' END,
        CASE WHEN before.t2 IS DISTINCT FROM after.t2 THEN 't2' END,
        CASE WHEN before.t3 IS DISTINCT FROM after.t3 THEN 't3' END,
        CASE WHEN before.t4 IS DISTINCT FROM after.t4 THEN 't4' END,
        CASE WHEN before.t5 IS DISTINCT FROM after.t5 THEN 't5' END,
        CASE WHEN before.t6 IS DISTINCT FROM after.t6 THEN 't6' END,
        CASE WHEN before.t7 IS DISTINCT FROM after.t7 THEN 't7' END,
        CASE WHEN before.t8 IS DISTINCT FROM after.t8 THEN 't8' END,
        CASE WHEN before.t9 IS DISTINCT FROM after.t9 THEN 't9' END,
        CASE WHEN before.t10 IS DISTINCT FROM after.t10 THEN 't10' END,
        CASE WHEN before.t11 IS DISTINCT FROM after.t11 THEN 't11' END,
        CASE WHEN before.t12 IS DISTINCT FROM after.t12 THEN 't12' END,
        CASE WHEN before.t13 IS DISTINCT FROM after.t13 THEN 't13' END,
        CASE WHEN before.t14 IS DISTINCT FROM after.t14 THEN 't14' END,
        CASE WHEN before.t15 IS DISTINCT FROM after.t15 THEN 't15' END,
        CASE WHEN before.t16 IS DISTINCT FROM after.t16 THEN 't16' END,
        CASE WHEN before.t17 IS DISTINCT FROM after.t17 THEN 't17' END,
        CASE WHEN before.t18 IS DISTINCT FROM after.t18 THEN 't18' END,
        CASE WHEN before.t19 IS DISTINCT FROM after.t19 THEN 't19' END,
        CASE WHEN before.t20 IS DISTINCT FROM after.t20 THEN 't20' END,
        CASE WHEN before.t21 IS DISTINCT FROM after.t21 THEN 't21' END,
        CASE WHEN before.t22 IS DISTINCT FROM after.t22 THEN 't22' END,
        CASE WHEN before.t23 IS DISTINCT FROM after.t23 THEN 't23' END,
        CASE WHEN before.n0 IS DISTINCT FROM after.n0 THEN 'n0' END,
        CASE WHEN before.n1 IS DISTINCT FROM after.n1 THEN 'n1' END,
        CASE WHEN before.n2 IS DISTINCT FROM after.n2 THEN 'n2' END,
        CASE WHEN before.n3 IS DISTINCT FROM after.n3 THEN 'n3' END,
        CASE WHEN before.n4 IS DISTINCT FROM after.n4 THEN 'n4' END,
        CASE WHEN before.n5 IS DISTINCT FROM after.n5 THEN 'n5' END,
        CASE WHEN before.n6 IS DISTINCT FROM after.n6 THEN 'n6' END,
        CASE WHEN before.n7 IS DISTINCT FROM after.n7 THEN 'n7' END,
        CASE WHEN before.n8 IS DISTINCT FROM after.n8 THEN 'n8' END,
        CASE WHEN before.n9 IS DISTINCT FROM after.n9 THEN 'n9' END,
        CASE WHEN before.n10 IS DISTINCT FROM after.n10 THEN 'n10' END,
        CASE WHEN before.n11 IS DISTINCT FROM after.n11 THEN 'n11' END,
        CASE WHEN before.n12 IS DISTINCT FROM after.n12 THEN 'n12' END,
        CASE WHEN before.n13 IS DISTINCT FROM after.n13 THEN 'n13' END,
        CASE WHEN before.n14 IS DISTINCT FROM after.n14 THEN 'n14' END,
        CASE WHEN before.n15 IS DISTINCT FROM after.n15 THEN 'n15' END,
        CASE WHEN before.n16 IS DISTINCT FROM after.n16 THEN 'n16' END,
        CASE WHEN before.n17 IS DISTINCT FROM after.n17 THEN 'n17' END,
        CASE WHEN before.n18 IS DISTINCT FROM after.n18 THEN 'n18' END,
        CASE WHEN before.n19 IS DISTINCT FROM after.n19 THEN 'n19' END,
        CASE WHEN before.n20 IS DISTINCT FROM after.n20 THEN 'n20' END,
        CASE WHEN before.n21 IS DISTINCT FROM after.n21 THEN 'n21' END,
        CASE WHEN before.n22 IS DISTINCT FROM after.n22 THEN 'n22' END,
        CASE WHEN before.n23 IS DISTINCT FROM after.n23 THEN 'n23' END,
        CASE
          WHEN before.overflow IS DISTINCT FROM after.overflow
          THEN (
          SELECT string_agg(name, ',')
          FROM jsonb_object_keys(coalesce(before.overflow, '{}') || coalesce(after.overflow, '{}')) AS name
          WHERE left(name, 1) <> 'f'
            AND before.overflow -> name IS DISTINCT FROM after.overflow -> name
        )
        END
      ) AS slots,
          CASE WHEN keeps THEN '{' || concat_ws(
          ',',
          '"t0":' || to_json(before.t0),
          '"t1":' || to_json(before.t1),
          '"t2":' || to_json(before.t2),
          '"t3":' || to_json(before.t3),
          '"t4":' || to_json(before.t4),
          '"t5":' || to_json(before.t5),
          '"t6":' || to_json(before.t6),
          '"t7":' || to_json(before.t7),
          '"t8":' || to_json(before.t8),
          '"t9":' || to_json(before.t9),
          '"t10":' || to_json(before.t10),
          '"t11":' || to_json(before.t11),
          '"t12":' || to_json(before.t12),
          '"t13":' || to_json(before.t13),
          '"t14":' || to_json(before.t14),
          '"t15":' || to_json(before.t15),
          '"t16":' || to_json(before.t16),
          '"t17":' || to_json(before.t17),
          '"t18":' || to_json(before.t18),
          '"t19":' || to_json(before.t19),
          '"t20":' || to_json(before.t20),
          '"t21":' || to_json(before.t21),
          '"t22":' || to_json(before.t22),
          '"t23":' || to_json(before.t23),
          '"n0":' || to_json(before.n0),
          '"n1":' || to_json(before.n1),
          '"n2":' || to_json(before.n2),
          '"n3":' || to_json(before.n3),
          '"n4":' || to_json(before.n4),
          '"n5":' || to_json(before.n5),
          '"n6":' || to_json(before.n6),
          '"n7":' || to_json(before.n7),
          '"n8":' || to_json(before.n8),
          '"n9":' || to_json(before.n9),
          '"n10":' || to_json(before.n10),
          '"n11":' || to_json(before.n11),
          '"n12":' || to_json(before.n12),
          '"n13":' || to_json(before.n13),
          '"n14":' || to_json(before.n14),
          '"n15":' || to_json(before.n15),
          '"n16":' || to_json(before.n16),
          '"n17":' || to_json(before.n17),
          '"n18":' || to_json(before.n18),
          '"n19":' || to_json(before.n19),
          '"n20":' || to_json(before.n20),
          '"n21":' || to_json(before.n21),
          '"n22":' || to_json(before.n22),
          '"n23":' || to_json(before.n23),
          (
            SELECT string_agg('"' || name || '":' || value, ',')
            FROM jsonb_each(before.overflow) AS members (name, value)
            WHERE left(name, 1) <> 'f'
          )
        ) || '}' END AS before_values,
          CASE WHEN keeps THEN before.created_at END AS created_at
        FROM after JOIN before USING (seq)
        UNION ALL
        SELECT
          after.store_id,
          after.id AS record_id,
          1 AS step,
          'record.expired' AS type,
          after.updated_at AS at,
          '' AS slots,
          CAST(NULL AS text) AS before_values,
          CAST(NULL AS bigint) AS created_at
        FROM after JOIN before ON before.id = after.id AND before.seq <> after.seq
        UNION ALL
        SELECT
          after.store_id,
          after.id AS record_id,
          2 AS step,
          'record.created' AS type,
          after.updated_at AS at,
          concat_ws(
        ',',
        CASE WHEN after.t0 IS NOT NULL THEN 't0' END,
        CASE WHEN after.t1 IS NOT NULL THEN 't1' END,
        CASE WHEN after.t2 IS NOT NULL THEN 't2' END,
        CASE WHEN after.t3 IS NOT NULL THEN 't3' END,
        CASE WHEN after.t4 IS NOT NULL THEN 't4' END,
        CASE WHEN after.t5 IS NOT NULL THEN 't5' END,
        CASE WHEN after.t6 IS NOT NULL THEN 't6' END,
        CASE WHEN after.t7 IS NOT NULL THEN 't7' END,
        CASE WHEN after.t8 IS NOT NULL THEN 't8' END,
        CASE WHEN after.t9 IS NOT NULL THEN 't9' END,
        CASE WHEN after.t10 IS NOT NULL THEN 't10' END,
        CASE WHEN after.t11 IS NOT NULL THEN 't11' END,
        CASE WHEN after.t12 IS NOT NULL THEN 't12' END,
        CASE WHEN after.t13 IS NOT NULL THEN 't13' END,
        CASE WHEN after.t14 IS NOT NULL THEN 't14' END,
        CASE WHEN after.t15 IS NOT NULL THEN 't15' END,
        CASE WHEN after.t16 IS NOT NULL THEN 't16' END,
        CASE WHEN after.t17 IS NOT NULL THEN 't17' END,
        CASE WHEN after.t18 IS NOT NULL THEN 't18' END,
        CASE WHEN after.t19 IS NOT NULL THEN 't19' END,
        CASE WHEN after.t20 IS NOT NULL THEN 't20' END,
        CASE WHEN after.t21 IS NOT NULL THEN 't21' END,
        CASE WHEN after.t22 IS NOT NULL THEN 't22' END,
        CASE WHEN after.t23 IS NOT NULL THEN 't23' END,
        CASE WHEN after.n0 IS NOT NULL THEN 'n0' END,
        CASE WHEN after.n1 IS NOT NULL THEN 'n1' END,
        CASE WHEN after.n2 IS NOT NULL THEN 'n2' END,
        CASE WHEN after.n3 IS NOT NULL THEN 'n3' END,
        CASE WHEN after.n4 IS NOT NULL THEN 'n4' END,
        CASE WHEN after.n5 IS NOT NULL THEN 'n5' END,
        CASE WHEN after.n6 IS NOT NULL THEN 'n6' END,
        CASE WHEN after.n7 IS NOT NULL THEN 'n7' END,
        CASE WHEN after.n8 IS NOT NULL THEN 'n8' END,
        CASE WHEN after.n9 IS NOT NULL THEN 'n9' END,
        CASE WHEN after.n10 IS NOT NULL THEN 'n10' END,
        CASE WHEN after.n11 IS NOT NULL THEN 'n11' END,
        CASE WHEN after.n12 IS NOT NULL THEN 'n12' END,
        CASE WHEN after.n13 IS NOT NULL THEN 'n13' END,
        CASE WHEN after.n14 IS NOT NULL THEN 'n14' END,
        CASE WHEN after.n15 IS NOT NULL THEN 'n15' END,
        CASE WHEN after.n16 IS NOT NULL THEN 'n16' END,
        CASE WHEN after.n17 IS NOT NULL THEN 'n17' END,
        CASE WHEN after.n18 IS NOT NULL THEN 'n18' END,
        CASE WHEN after.n19 IS NOT NULL THEN 'n19' END,
        CASE WHEN after.n20 IS NOT NULL THEN 'n20' END,
        CASE WHEN after.n21 IS NOT NULL THEN 'n21' END,
        CASE WHEN after.n22 IS NOT NULL THEN 'n22' END,
        CASE WHEN after.n23 IS NOT NULL THEN 'n23' END,
        CASE
          WHEN after.overflow IS NOT NULL
          THEN (
          SELECT string_agg(name, ',')
          FROM jsonb_object_keys(after.overflow) AS name
          WHERE left(name, 1) <> 'f'
            AND TRUE
        )
        END
      ) AS slots,
          CAST(NULL AS text) AS before_values,
          CAST(NULL AS bigint) AS created_at
        FROM after JOIN before ON before.id = after.id AND before.seq <> after.seq
        OFFSET 0
      ) AS made
      WHERE type <> 'record.updated' OR slots <> ''
    ),
    numbered AS MATERIALIZED (
      SELECT nextval('change_numbers') AS seq, packed.*
      FROM (
        SELECT
          store_id,
          step,
          type,
          at,
          count(*) AS size,
          CASE
        WHEN min(slots COLLATE "C") = max(slots COLLATE "C") THEN min(slots COLLATE "C")
        ELSE CAST(json_agg(slots ORDER BY place) AS text)
      END AS slots,
          json_agg(record_id ORDER BY place) AS record_ids
        FROM entries
        GROUP BY store_id, step, type, at
        ORDER BY step, at
      ) AS packed
    ),
    announced AS (
      INSERT INTO changes (store_id, seq, size, type, at, store_version, slots, record_ids)
      SELECT store_id, seq, size, type, at, version, slots, record_ids
      FROM numbered
      WHERE import IS NULL
    )
    INSERT INTO record_history (
      store_id, seq, following, type, at, store_version, slots, record_id, before_values, created_at, by_id,
      by_name, import_id, bytes
    )
    SELECT
      entries.store_id, seq, size - place, entries.type, at, version, entries.slots, record_id, before_values,
      created_at, context -> 'by' ->> 'id', context -> 'by' ->> 'name', import,
      coalesce(octet_length(before_values), 0)
    FROM entries
    JOIN numbered USING (step, at)
    WHERE keeps;
      ELSIF keeps AND width = 4 THEN
        WITH entries AS MATERIALIZED (
      SELECT made.*, row_number() OVER (PARTITION BY step, at ORDER BY record_id) AS place
      FROM (
        SELECT
          after.store_id,
          after.id AS record_id,
          0 AS step,
          'record.updated' AS type,
          after.updated_at AS at,
          concat_ws(
        ',',
        CASE WHEN before.t0 IS DISTINCT FROM after.t0 THEN 't0' END,
        CASE WHEN before.t1 IS DISTINCT FROM after.t1 THEN 't1' END,
        CASE WHEN before.t2 IS DISTINCT FROM after.t2 THEN 't2' END,
        CASE WHEN before.t3 IS DISTINCT FROM after.t3 THEN 't3' END,
        CASE WHEN before.n0 IS DISTINCT FROM after.n0 THEN 'n0' END,
        CASE WHEN before.n1 IS DISTINCT FROM after.n1 THEN 'n1' END,
        CASE WHEN before.n2 IS DISTINCT FROM after.n2 THEN 'n2' END,
        CASE WHEN before.n3 IS DISTINCT FROM after.n3 THEN 'n3' END
      ) AS slots,
          CASE WHEN keeps THEN '{' || concat_ws(
          ',',
          '"t0":' || to_json(before.t0),
          '"t1":' || to_json(before.t1),
          '"t2":' || to_json(before.t2),
          '"t3":' || to_json(before.t3),
          '"n0":' || to_json(before.n0),
          '"n1":' || to_json(before.n1),
          '"n2":' || to_json(before.n2),
          '"n3":' || to_json(before.n3)
        ) || '}' END AS before_values,
          CASE WHEN keeps THEN before.created_at END AS created_at
        FROM after JOIN before USING (seq)
        OFFSET 0
      ) AS made
      WHERE type <> 'record.updated' OR slots <> ''
    ),
    numbered AS MATERIALIZED (
      SELECT nextval('change_numbers') AS seq, packed.*
      FROM (
        SELECT
          store_id,
          step,
          type,
          at,
          count(*) AS size,
          CASE
        WHEN min(slots COLLATE "C") = max(slots COLLATE "C") THEN min(slots COLLATE "C")
        ELSE CAST(json_agg(slots ORDER BY place) AS text)
      END AS slots,
          json_agg(record_id ORDER BY place) AS record_ids
        FROM entries
        GROUP BY store_id, step, type, at
        ORDER BY step, at
      ) AS packed
    ),
    announced AS (
      INSERT INTO changes (store_id, seq, size, type, at, store_version, slots, record_ids)
      SELECT store_id, seq, size, type, at, version, slots, record_ids
      FROM numbered
      WHERE import IS NULL
    )
    INSERT INTO record_history (
      store_id, seq, following, type, at, store_version, slots, record_id, before_values, created_at, by_id,
      by_name, import_id, bytes
    )
    SELECT
      entries.store_id, seq, size - place, entries.type, at, version, entries.slots, record_id, before_values,
      created_at, context -> 'by' ->> 'id', context -> 'by' ->> 'name', import,
      coalesce(octet_length(before_values), 0)
    FROM entries
    JOIN numbered USING (step, at)
    WHERE keeps;
      ELSIF keeps AND width = 8 THEN
        WITH entries AS MATERIALIZED (
      SELECT made.*, row_number() OVER (PARTITION BY step, at ORDER BY record_id) AS place
      FROM (
        SELECT
          after.store_id,
          after.id AS record_id,
          0 AS step,
          'record.updated' AS type,
          after.updated_at AS at,
          concat_ws(
        ',',
        CASE WHEN before.t0 IS DISTINCT FROM after.t0 THEN 't0' END,
        CASE WHEN before.t1 IS DISTINCT FROM after.t1 THEN 't1' END,
        CASE WHEN before.t2 IS DISTINCT FROM after.t2 THEN 't2' END,
        CASE WHEN before.t3 IS DISTINCT FROM after.t3 THEN 't3' END,
        CASE WHEN before.t4 IS DISTINCT FROM after.t4 THEN 't4' END,
        CASE WHEN before.t5 IS DISTINCT FROM after.t5 THEN 't5' END,
        CASE WHEN before.t6 IS DISTINCT FROM after.t6 THEN 't6' END,
        CASE WHEN before.t7 IS DISTINCT FROM after.t7 THEN 't7' END,
        CASE WHEN before.n0 IS DISTINCT FROM after.n0 THEN 'n0' END,
        CASE WHEN before.n1 IS DISTINCT FROM after.n1 THEN 'n1' END,
        CASE WHEN before.n2 IS DISTINCT FROM after.n2 THEN 'n2' END,
        CASE WHEN before.n3 IS DISTINCT FROM after.n3 THEN 'n3' END,
        CASE WHEN before.n4 IS DISTINCT FROM after.n4 THEN 'n4' END,
        CASE WHEN before.n5 IS DISTINCT FROM after.n5 THEN 'n5' END,
        CASE WHEN before.n6 IS DISTINCT FROM after.n6 THEN 'n6' END,
        CASE WHEN before.n7 IS DISTINCT FROM after.n7 THEN 'n7' END
      ) AS slots,
          CASE WHEN keeps THEN '{' || concat_ws(
          ',',
          '"t0":' || to_json(before.t0),
          '"t1":' || to_json(before.t1),
          '"t2":' || to_json(before.t2),
          '"t3":' || to_json(before.t3),
          '"t4":' || to_json(before.t4),
          '"t5":' || to_json(before.t5),
          '"t6":' || to_json(before.t6),
          '"t7":' || to_json(before.t7),
          '"n0":' || to_json(before.n0),
          '"n1":' || to_json(before.n1),
          '"n2":' || to_json(before.n2),
          '"n3":' || to_json(before.n3),
          '"n4":' || to_json(before.n4),
          '"n5":' || to_json(before.n5),
          '"n6":' || to_json(before.n6),
          '"n7":' || to_json(before.n7)
        ) || '}' END AS before_values,
          CASE WHEN keeps THEN before.created_at END AS created_at
        FROM after JOIN before USING (seq)
        OFFSET 0
      ) AS made
      WHERE type <> 'record.updated' OR slots <> ''
    ),
    numbered AS MATERIALIZED (
      SELECT nextval('change_numbers') AS seq, packed.*
      FROM (
        SELECT
          store_id,
          step,
          type,
          at,
          count(*) AS size,
          CASE
        WHEN min(slots COLLATE "C") = max(slots COLLATE "C") THEN min(slots COLLATE "C")
        ELSE CAST(json_agg(slots ORDER BY place) AS text)
      END AS slots,
          json_agg(record_id ORDER BY place) AS record_ids
        FROM entries
        GROUP BY store_id, step, type, at
        ORDER BY step, at
      ) AS packed
    ),
    announced AS (
      INSERT INTO changes (store_id, seq, size, type, at, store_version, slots, record_ids)
      SELECT store_id, seq, size, type, at, version, slots, record_ids
      FROM numbered
      WHERE import IS NULL
    )
    INSERT INTO record_history (
      store_id, seq, following, type, at, store_version, slots, record_id, before_values, created_at, by_id,
      by_name, import_id, bytes
    )
    SELECT
      entries.store_id, seq, size - place, entries.type, at, version, entries.slots, record_id, before_values,
      created_at, context -> 'by' ->> 'id', context -> 'by' ->> 'name', import,
      coalesce(octet_length(before_values), 0)
    FROM entries
    JOIN numbered USING (step, at)
    WHERE keeps;
      ELSIF keeps THEN
        WITH entries AS MATERIALIZED (
      SELECT made.*, row_number() OVER (PARTITION BY step, at ORDER BY record_id) AS place
      FROM (
        SELECT
          after.store_id,
          after.id AS record_id,
          0 AS step,
          'record.updated' AS type,
          after.updated_at AS at,
          concat_ws(
        ',',
        CASE WHEN before.t0 IS DISTINCT FROM after.t0 THEN 't0' END,
        CASE WHEN before.t1 IS DISTINCT FROM after.t1 THEN 't1' END,
        CASE WHEN before.t2 IS DISTINCT FROM after.t2 THEN 't2' END,
        CASE WHEN before.t3 IS DISTINCT FROM after.t3 THEN 't3' END,
        CASE WHEN before.t4 IS DISTINCT FROM after.t4 THEN 't4' END,
        CASE WHEN before.t5 IS DISTINCT FROM after.t5 THEN 't5' END,
        CASE WHEN before.t6 IS DISTINCT FROM after.t6 THEN 't6' END,
        CASE WHEN before.t7 IS DISTINCT FROM after.t7 THEN 't7' END,
        CASE WHEN before.t8 IS DISTINCT FROM after.t8 THEN 't8' END,
        CASE WHEN before.t9 IS DISTINCT FROM after.t9 THEN 't9' END,
        CASE WHEN before.t10 IS DISTINCT FROM after.t10 THEN 't10' END,
        CASE WHEN before.t11 IS DISTINCT FROM after.t11 THEN 't11' END,
        CASE WHEN before.t12 IS DISTINCT FROM after.t12 THEN 't12' END,
        CASE WHEN before.t13 IS DISTINCT FROM after.t13 THEN 't13' END,
        CASE WHEN before.t14 IS DISTINCT FROM after.t14 THEN 't14' END,
        CASE WHEN before.t15 IS DISTINCT FROM after.t15 THEN 't15' END,
        CASE WHEN before.t16 IS DISTINCT FROM after.t16 THEN 't16' END,
        CASE WHEN before.t17 IS DISTINCT FROM after.t17 THEN 't17' END,
        CASE WHEN before.t18 IS DISTINCT FROM after.t18 THEN 't18' END,
        CASE WHEN before.t19 IS DISTINCT FROM after.t19 THEN 't19' END,
        CASE WHEN before.t20 IS DISTINCT FROM after.t20 THEN 't20' END,
        CASE WHEN before.t21 IS DISTINCT FROM after.t21 THEN 't21' END,
        CASE WHEN before.t22 IS DISTINCT FROM after.t22 THEN 't22' END,
        CASE WHEN before.t23 IS DISTINCT FROM after.t23 THEN 't23' END,
        CASE WHEN before.n0 IS DISTINCT FROM after.n0 THEN 'n0' END,
        CASE WHEN before.n1 IS DISTINCT FROM after.n1 THEN 'n1' END,
        CASE WHEN before.n2 IS DISTINCT FROM after.n2 THEN 'n2' END,
        CASE WHEN before.n3 IS DISTINCT FROM after.n3 THEN 'n3' END,
        CASE WHEN before.n4 IS DISTINCT FROM after.n4 THEN 'n4' END,
        CASE WHEN before.n5 IS DISTINCT FROM after.n5 THEN 'n5' END,
        CASE WHEN before.n6 IS DISTINCT FROM after.n6 THEN 'n6' END,
        CASE WHEN before.n7 IS DISTINCT FROM after.n7 THEN 'n7' END,
        CASE WHEN before.n8 IS DISTINCT FROM after.n8 THEN 'n8' END,
        CASE WHEN before.n9 IS DISTINCT FROM after.n9 THEN 'n9' END,
        CASE WHEN before.n10 IS DISTINCT FROM after.n10 THEN 'n10' END,
        CASE WHEN before.n11 IS DISTINCT FROM after.n11 THEN 'n11' END,
        CASE WHEN before.n12 IS DISTINCT FROM after.n12 THEN 'n12' END,
        CASE WHEN before.n13 IS DISTINCT FROM after.n13 THEN 'n13' END,
        CASE WHEN before.n14 IS DISTINCT FROM after.n14 THEN 'n14' END,
        CASE WHEN before.n15 IS DISTINCT FROM after.n15 THEN 'n15' END,
        CASE WHEN before.n16 IS DISTINCT FROM after.n16 THEN 'n16' END,
        CASE WHEN before.n17 IS DISTINCT FROM after.n17 THEN 'n17' END,
        CASE WHEN before.n18 IS DISTINCT FROM after.n18 THEN 'n18' END,
        CASE WHEN before.n19 IS DISTINCT FROM after.n19 THEN 'n19' END,
        CASE WHEN before.n20 IS DISTINCT FROM after.n20 THEN 'n20' END,
        CASE WHEN before.n21 IS DISTINCT FROM after.n21 THEN 'n21' END,
        CASE WHEN before.n22 IS DISTINCT FROM after.n22 THEN 'n22' END,
        CASE WHEN before.n23 IS DISTINCT FROM after.n23 THEN 'n23' END,
        CASE
          WHEN before.overflow IS DISTINCT FROM after.overflow
          THEN (
          SELECT string_agg(name, ',')
          FROM jsonb_object_keys(coalesce(before.overflow, '{}') || coalesce(after.overflow, '{}')) AS name
          WHERE left(name, 1) <> 'f'
            AND before.overflow -> name IS DISTINCT FROM after.overflow -> name
        )
        END
      ) AS slots,
          CASE WHEN keeps THEN '{' || concat_ws(
          ',',
          '"t0":' || to_json(before.t0),
          '"t1":' || to_json(before.t1),
          '"t2":' || to_json(before.t2),
          '"t3":' || to_json(before.t3),
          '"t4":' || to_json(before.t4),
          '"t5":' || to_json(before.t5),
          '"t6":' || to_json(before.t6),
          '"t7":' || to_json(before.t7),
          '"t8":' || to_json(before.t8),
          '"t9":' || to_json(before.t9),
          '"t10":' || to_json(before.t10),
          '"t11":' || to_json(before.t11),
          '"t12":' || to_json(before.t12),
          '"t13":' || to_json(before.t13),
          '"t14":' || to_json(before.t14),
          '"t15":' || to_json(before.t15),
          '"t16":' || to_json(before.t16),
          '"t17":' || to_json(before.t17),
          '"t18":' || to_json(before.t18),
          '"t19":' || to_json(before.t19),
          '"t20":' || to_json(before.t20),
          '"t21":' || to_json(before.t21),
          '"t22":' || to_json(before.t22),
          '"t23":' || to_json(before.t23),
          '"n0":' || to_json(before.n0),
          '"n1":' || to_json(before.n1),
          '"n2":' || to_json(before.n2),
          '"n3":' || to_json(before.n3),
          '"n4":' || to_json(before.n4),
          '"n5":' || to_json(before.n5),
          '"n6":' || to_json(before.n6),
          '"n7":' || to_json(before.n7),
          '"n8":' || to_json(before.n8),
          '"n9":' || to_json(before.n9),
          '"n10":' || to_json(before.n10),
          '"n11":' || to_json(before.n11),
          '"n12":' || to_json(before.n12),
          '"n13":' || to_json(before.n13),
          '"n14":' || to_json(before.n14),
          '"n15":' || to_json(before.n15),
          '"n16":' || to_json(before.n16),
          '"n17":' || to_json(before.n17),
          '"n18":' || to_json(before.n18),
          '"n19":' || to_json(before.n19),
          '"n20":' || to_json(before.n20),
          '"n21":' || to_json(before.n21),
          '"n22":' || to_json(before.n22),
          '"n23":' || to_json(before.n23),
          (
            SELECT string_agg('"' || name || '":' || value, ',')
            FROM jsonb_each(before.overflow) AS members (name, value)
            WHERE left(name, 1) <> 'f'
          )
        ) || '}' END AS before_values,
          CASE WHEN keeps THEN before.created_at END AS created_at
        FROM after JOIN before USING (seq)
        OFFSET 0
      ) AS made
      WHERE type <> 'record.updated' OR slots <> ''
    ),
    numbered AS MATERIALIZED (
      SELECT nextval('change_numbers') AS seq, packed.*
      FROM (
        SELECT
          store_id,
          step,
          type,
          at,
          count(*) AS size,
          CASE
        WHEN min(slots COLLATE "C") = max(slots COLLATE "C") THEN min(slots COLLATE "C")
        ELSE CAST(json_agg(slots ORDER BY place) AS text)
      END AS slots,
          json_agg(record_id ORDER BY place) AS record_ids
        FROM entries
        GROUP BY store_id, step, type, at
        ORDER BY step, at
      ) AS packed
    ),
    announced AS (
      INSERT INTO changes (store_id, seq, size, type, at, store_version, slots, record_ids)
      SELECT store_id, seq, size, type, at, version, slots, record_ids
      FROM numbered
      WHERE import IS NULL
    )
    INSERT INTO record_history (
      store_id, seq, following, type, at, store_version, slots, record_id, before_values, created_at, by_id,
      by_name, import_id, bytes
    )
    SELECT
      entries.store_id, seq, size - place, entries.type, at, version, entries.slots, record_id, before_values,
      created_at, context -> 'by' ->> 'id', context -> 'by' ->> 'name', import,
      coalesce(octet_length(before_values), 0)
    FROM entries
    JOIN numbered USING (step, at)
    WHERE keeps;
      ELSIF width = 4 THEN
        INSERT INTO changes (store_id, size, type, at, store_version, slots, record_ids)
    SELECT
      store_id,
      count(*),
      'record.updated',
      at,
      version,
      CASE
        WHEN min(slots) = max(slots) THEN '[' || min(slots) || ']'
        ELSE CAST(json_agg(slots) AS text)
      END,
      json_agg(record_id)
    FROM (
      SELECT
        after.store_id,
        after.updated_at AS at,
        CASE WHEN before.t0 IS DISTINCT FROM after.t0 THEN 1 ELSE 0 END +
        CASE WHEN before.t1 IS DISTINCT FROM after.t1 THEN 4 ELSE 0 END +
        CASE WHEN before.t2 IS DISTINCT FROM after.t2 THEN 16 ELSE 0 END +
        CASE WHEN before.t3 IS DISTINCT FROM after.t3 THEN 64 ELSE 0 END +
        CASE WHEN before.n0 IS DISTINCT FROM after.n0 THEN 2 ELSE 0 END +
        CASE WHEN before.n1 IS DISTINCT FROM after.n1 THEN 8 ELSE 0 END +
        CASE WHEN before.n2 IS DISTINCT FROM after.n2 THEN 32 ELSE 0 END +
        CASE WHEN before.n3 IS DISTINCT FROM after.n3 THEN 128 ELSE 0 END AS slots,
        after.id AS record_id
      FROM after JOIN before USING (seq)
      OFFSET 0
    ) AS entries
    WHERE slots <> 0
    GROUP BY store_id, at;
      ELSIF width = 8 THEN
        INSERT INTO changes (store_id, size, type, at, store_version, slots, record_ids)
    SELECT
      store_id,
      count(*),
      'record.updated',
      at,
      version,
      CASE
        WHEN min(slots) = max(slots) THEN '[' || min(slots) || ']'
        ELSE CAST(json_agg(slots) AS text)
      END,
      json_agg(record_id)
    FROM (
      SELECT
        after.store_id,
        after.updated_at AS at,
        CASE WHEN before.t0 IS DISTINCT FROM after.t0 THEN 1 ELSE 0 END +
        CASE WHEN before.t1 IS DISTINCT FROM after.t1 THEN 4 ELSE 0 END +
        CASE WHEN before.t2 IS DISTINCT FROM after.t2 THEN 16 ELSE 0 END +
        CASE WHEN before.t3 IS DISTINCT FROM after.t3 THEN 64 ELSE 0 END +
        CASE WHEN before.t4 IS DISTINCT FROM after.t4 THEN 256 ELSE 0 END +
        CASE WHEN before.t5 IS DISTINCT FROM after.t5 THEN 1024 ELSE 0 END +
        CASE WHEN before.t6 IS DISTINCT FROM after.t6 THEN 4096 ELSE 0 END +
        CASE WHEN before.t7 IS DISTINCT FROM after.t7 THEN 16384 ELSE 0 END +
        CASE WHEN before.n0 IS DISTINCT FROM after.n0 THEN 2 ELSE 0 END +
        CASE WHEN before.n1 IS DISTINCT FROM after.n1 THEN 8 ELSE 0 END +
        CASE WHEN before.n2 IS DISTINCT FROM after.n2 THEN 32 ELSE 0 END +
        CASE WHEN before.n3 IS DISTINCT FROM after.n3 THEN 128 ELSE 0 END +
        CASE WHEN before.n4 IS DISTINCT FROM after.n4 THEN 512 ELSE 0 END +
        CASE WHEN before.n5 IS DISTINCT FROM after.n5 THEN 2048 ELSE 0 END +
        CASE WHEN before.n6 IS DISTINCT FROM after.n6 THEN 8192 ELSE 0 END +
        CASE WHEN before.n7 IS DISTINCT FROM after.n7 THEN 32768 ELSE 0 END AS slots,
        after.id AS record_id
      FROM after JOIN before USING (seq)
      OFFSET 0
    ) AS entries
    WHERE slots <> 0
    GROUP BY store_id, at;
      ELSE
        INSERT INTO changes (store_id, size, type, at, store_version, slots, record_ids)
    SELECT
      store_id,
      count(*),
      'record.updated',
      at,
      version,
      CASE
        WHEN min(slots COLLATE "C") = max(slots COLLATE "C") THEN min(slots COLLATE "C")
        ELSE CAST(json_agg(slots) AS text)
      END,
      json_agg(record_id)
    FROM (
      SELECT
        after.store_id,
        after.updated_at AS at,
        concat_ws(
        ',',
        CASE WHEN before.t0 IS DISTINCT FROM after.t0 THEN 't0' END,
        CASE WHEN before.t1 IS DISTINCT FROM after.t1 THEN 't1' END,
        CASE WHEN before.t2 IS DISTINCT FROM after.t2 THEN 't2' END,
        CASE WHEN before.t3 IS DISTINCT FROM after.t3 THEN 't3' END,
        CASE WHEN before.t4 IS DISTINCT FROM after.t4 THEN 't4' END,
        CASE WHEN before.t5 IS DISTINCT FROM after.t5 THEN 't5' END,
        CASE WHEN before.t6 IS DISTINCT FROM after.t6 THEN 't6' END,
        CASE WHEN before.t7 IS DISTINCT FROM after.t7 THEN 't7' END,
        CASE WHEN before.t8 IS DISTINCT FROM after.t8 THEN 't8' END,
        CASE WHEN before.t9 IS DISTINCT FROM after.t9 THEN 't9' END,
        CASE WHEN before.t10 IS DISTINCT FROM after.t10 THEN 't10' END,
        CASE WHEN before.t11 IS DISTINCT FROM after.t11 THEN 't11' END,
        CASE WHEN before.t12 IS DISTINCT FROM after.t12 THEN 't12' END,
        CASE WHEN before.t13 IS DISTINCT FROM after.t13 THEN 't13' END,
        CASE WHEN before.t14 IS DISTINCT FROM after.t14 THEN 't14' END,
        CASE WHEN before.t15 IS DISTINCT FROM after.t15 THEN 't15' END,
        CASE WHEN before.t16 IS DISTINCT FROM after.t16 THEN 't16' END,
        CASE WHEN before.t17 IS DISTINCT FROM after.t17 THEN 't17' END,
        CASE WHEN before.t18 IS DISTINCT FROM after.t18 THEN 't18' END,
        CASE WHEN before.t19 IS DISTINCT FROM after.t19 THEN 't19' END,
        CASE WHEN before.t20 IS DISTINCT FROM after.t20 THEN 't20' END,
        CASE WHEN before.t21 IS DISTINCT FROM after.t21 THEN 't21' END,
        CASE WHEN before.t22 IS DISTINCT FROM after.t22 THEN 't22' END,
        CASE WHEN before.t23 IS DISTINCT FROM after.t23 THEN 't23' END,
        CASE WHEN before.n0 IS DISTINCT FROM after.n0 THEN 'n0' END,
        CASE WHEN before.n1 IS DISTINCT FROM after.n1 THEN 'n1' END,
        CASE WHEN before.n2 IS DISTINCT FROM after.n2 THEN 'n2' END,
        CASE WHEN before.n3 IS DISTINCT FROM after.n3 THEN 'n3' END,
        CASE WHEN before.n4 IS DISTINCT FROM after.n4 THEN 'n4' END,
        CASE WHEN before.n5 IS DISTINCT FROM after.n5 THEN 'n5' END,
        CASE WHEN before.n6 IS DISTINCT FROM after.n6 THEN 'n6' END,
        CASE WHEN before.n7 IS DISTINCT FROM after.n7 THEN 'n7' END,
        CASE WHEN before.n8 IS DISTINCT FROM after.n8 THEN 'n8' END,
        CASE WHEN before.n9 IS DISTINCT FROM after.n9 THEN 'n9' END,
        CASE WHEN before.n10 IS DISTINCT FROM after.n10 THEN 'n10' END,
        CASE WHEN before.n11 IS DISTINCT FROM after.n11 THEN 'n11' END,
        CASE WHEN before.n12 IS DISTINCT FROM after.n12 THEN 'n12' END,
        CASE WHEN before.n13 IS DISTINCT FROM after.n13 THEN 'n13' END,
        CASE WHEN before.n14 IS DISTINCT FROM after.n14 THEN 'n14' END,
        CASE WHEN before.n15 IS DISTINCT FROM after.n15 THEN 'n15' END,
        CASE WHEN before.n16 IS DISTINCT FROM after.n16 THEN 'n16' END,
        CASE WHEN before.n17 IS DISTINCT FROM after.n17 THEN 'n17' END,
        CASE WHEN before.n18 IS DISTINCT FROM after.n18 THEN 'n18' END,
        CASE WHEN before.n19 IS DISTINCT FROM after.n19 THEN 'n19' END,
        CASE WHEN before.n20 IS DISTINCT FROM after.n20 THEN 'n20' END,
        CASE WHEN before.n21 IS DISTINCT FROM after.n21 THEN 'n21' END,
        CASE WHEN before.n22 IS DISTINCT FROM after.n22 THEN 'n22' END,
        CASE WHEN before.n23 IS DISTINCT FROM after.n23 THEN 'n23' END,
        CASE
          WHEN before.overflow IS DISTINCT FROM after.overflow
          THEN (
          SELECT string_agg(name, ',')
          FROM jsonb_object_keys(coalesce(before.overflow, '{}') || coalesce(after.overflow, '{}')) AS name
          WHERE left(name, 1) <> 'f'
            AND before.overflow -> name IS DISTINCT FROM after.overflow -> name
        )
        END
      ) AS slots,
        after.id AS record_id
      FROM after JOIN before USING (seq)
      OFFSET 0
    ) AS entries
    WHERE slots <> ''
    GROUP BY store_id, at;
      END IF;
      PERFORM set_config('enable_nestloop', loops, TRUE);
    END;
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
  IF current_setting('vitrine.change', TRUE) <> '' THEN
    DECLARE
      context CONSTANT jsonb := current_setting('vitrine.change');
      keeps CONSTANT boolean := context -> 'keeps';
      width CONSTANT integer := context -> 'width';
      changed_at CONSTANT bigint := context ->> 'at';
      version CONSTANT bigint := context ->> 'version';
      import CONSTANT text := context ->> 'import';
      loops CONSTANT text := current_setting('enable_nestloop');
    BEGIN
      IF keeps AND context ->> 'gone' = 'record.deleted' THEN
        WITH entries AS MATERIALIZED (
      SELECT made.*, row_number() OVER (PARTITION BY step, at ORDER BY record_id) AS place
      FROM (
        SELECT
          deleted.store_id,
          deleted.id AS record_id,
          0 AS step,
          context ->> 'gone' AS type,
          changed_at AS at,
          '' AS slots,
          '{' || concat_ws(
          ',',
          '"t0":' || to_json(deleted.t0),
          '"t1":' || to_json(deleted.t1),
          '"t2":' || to_json(deleted.t2),
          '"t3":' || to_json(deleted.t3),
          '"t4":' || to_json(deleted.t4),
          '"t5":' || to_json(deleted.t5),
          '"t6":' || to_json(deleted.t6),
          '"t7":' || to_json(deleted.t7),
          '"t8":' || to_json(deleted.t8),
          '"t9":' || to_json(deleted.t9),
          '"t10":' || to_json(deleted.t10),
          '"t11":' || to_json(deleted.t11),
          '"t12":' || to_json(deleted.t12),
          '"t13":' || to_json(deleted.t13),
          '"t14":' || to_json(deleted.t14),
          '"t15":' || to_json(deleted.t15),
          '"t16":' || to_json(deleted.t16),
          '"t17":' || to_json(deleted.t17),
          '"t18":' || to_json(deleted.t18),
          '"t19":' || to_json(deleted.t19),
          '"t20":' || to_json(deleted.t20),
          '"t21":' || to_json(deleted.t21),
          '"t22":' || to_json(deleted.t22),
          '"t23":' || to_json(deleted.t23),
          '"n0":' || to_json(deleted.n0),
          '"n1":' || to_json(deleted.n1),
          '"n2":' || to_json(deleted.n2),
          '"n3":' || to_json(deleted.n3),
          '"n4":' || to_json(deleted.n4),
          '"n5":' || to_json(deleted.n5),
          '"n6":' || to_json(deleted.n6),
          '"n7":' || to_json(deleted.n7),
          '"n8":' || to_json(deleted.n8),
          '"n9":' || to_json(deleted.n9),
          '"n10":' || to_json(deleted.n10),
          '"n11":' || to_json(deleted.n11),
          '"n12":' || to_json(deleted.n12),
          '"n13":' || to_json(deleted.n13),
          '"n14":' || to_json(deleted.n14),
          '"n15":' || to_json(deleted.n15),
          '"n16":' || to_json(deleted.n16),
          '"n17":' || to_json(deleted.n17),
          '"n18":' || to_json(deleted.n18),
          '"n19":' || to_json(deleted.n19),
          '"n20":' || to_json(deleted.n20),
          '"n21":' || to_json(deleted.n21),
          '"n22":' || to_json(deleted.n22),
          '"n23":' || to_json(deleted.n23),
          (
            SELECT string_agg('"' || name || '":' || value, ',')
            FROM jsonb_each(deleted.overflow) AS members (name, value)
            WHERE left(name, 1) <> 'f'
          )
        ) || '}' AS before_values,
          deleted.created_at AS created_at
        FROM deleted
        OFFSET 0
      ) AS made
      WHERE type <> 'record.updated' OR slots <> ''
    ),
    numbered AS MATERIALIZED (
      SELECT nextval('change_numbers') AS seq, packed.*
      FROM (
        SELECT
          store_id,
          step,
          type,
          at,
          count(*) AS size,
          CASE
        WHEN min(slots COLLATE "C") = max(slots COLLATE "C") THEN min(slots COLLATE "C")
        ELSE CAST(json_agg(slots ORDER BY place) AS text)
      END AS slots,
          json_agg(record_id ORDER BY place) AS record_ids
        FROM entries
        GROUP BY store_id, step, type, at
        ORDER BY step, at
      ) AS packed
    ),
    announced AS (
      INSERT INTO changes (store_id, seq, size, type, at, store_version, slots, record_ids)
      SELECT store_id, seq, size, type, at, version, slots, record_ids
      FROM numbered
      WHERE import IS NULL
    )
    INSERT INTO record_history (
      store_id, seq, following, type, at, store_version, slots, record_id, before_values, created_at, by_id,
      by_name, import_id, bytes
    )
    SELECT
      entries.store_id, seq, size - place, entries.type, at, version, entries.slots, record_id, before_values,
      created_at, context -> 'by' ->> 'id', context -> 'by' ->> 'name', import,
      coalesce(octet_length(before_values), 0)
    FROM entries
    JOIN numbered USING (step, at)
    WHERE keeps;
      ELSIF keeps THEN
        WITH entries AS MATERIALIZED (
      SELECT made.*, row_number() OVER (PARTITION BY step, at ORDER BY record_id) AS place
      FROM (
        SELECT
          deleted.store_id,
          deleted.id AS record_id,
          0 AS step,
          context ->> 'gone' AS type,
          changed_at AS at,
          '' AS slots,
          CAST(NULL AS text) AS before_values,
          CAST(NULL AS bigint) AS created_at
        FROM deleted
        OFFSET 0
      ) AS made
      WHERE type <> 'record.updated' OR slots <> ''
    ),
    numbered AS MATERIALIZED (
      SELECT nextval('change_numbers') AS seq, packed.*
      FROM (
        SELECT
          store_id,
          step,
          type,
          at,
          count(*) AS size,
          CASE
        WHEN min(slots COLLATE "C") = max(slots COLLATE "C") THEN min(slots COLLATE "C")
        ELSE CAST(json_agg(slots ORDER BY place) AS text)
      END AS slots,
          json_agg(record_id ORDER BY place) AS record_ids
        FROM entries
        GROUP BY store_id, step, type, at
        ORDER BY step, at
      ) AS packed
    ),
    announced AS (
      INSERT INTO changes (store_id, seq, size, type, at, store_version, slots, record_ids)
      SELECT store_id, seq, size, type, at, version, slots, record_ids
      FROM numbered
      WHERE import IS NULL
    )
    INSERT INTO record_history (
      store_id, seq, following, type, at, store_version, slots, record_id, before_values, created_at, by_id,
      by_name, import_id, bytes
    )
    SELECT
      entries.store_id, seq, size - place, entries.type, at, version, entries.slots, record_id, before_values,
      created_at, context -> 'by' ->> 'id', context -> 'by' ->> 'name', import,
      coalesce(octet_length(before_values), 0)
    FROM entries
    JOIN numbered USING (step, at)
    WHERE keeps;
      ELSE
        INSERT INTO changes (store_id, size, type, at, store_version, slots, record_ids)
    SELECT
      store_id,
      count(*),
      context ->> 'gone',
      at,
      version,
      '',
      json_agg(record_id)
    FROM (
      SELECT
        deleted.store_id,
        changed_at AS at,
        '' AS slots,
        deleted.id AS record_id
      FROM deleted
      OFFSET 0
    ) AS entries
    GROUP BY store_id, at;
      END IF;
    END;
  END IF;
  RETURN NULL;
END
$$;
UPDATE layout SET version = 19 WHERE name = 'vitrine';

-- citus
ALTER TABLE stores ADD COLUMN changes bigint NOT NULL DEFAULT 0;
ALTER TABLE stores ADD COLUMN history bigint;
ALTER TABLE stores ADD COLUMN is_logged bigint NOT NULL DEFAULT 0;
ALTER TABLE accounts ADD COLUMN logs_new_stores bigint NOT NULL DEFAULT 0;
ALTER TABLE store_guards ADD COLUMN is_logged bigint NOT NULL DEFAULT 0;
ALTER TABLE store_guards ADD COLUMN history bigint;
CREATE TABLE change_logs (
  store_id text COLLATE "C" PRIMARY KEY,
  is_on bigint NOT NULL,
  last_position bigint NOT NULL,
  complete_after bigint NOT NULL,
  used_at bigint NOT NULL,
  history_bytes bigint NOT NULL
);
CREATE TABLE changes (
  store_id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  size bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  store_version bigint NOT NULL,
  slots text COLLATE "C" NOT NULL,
  record_ids text COLLATE "C",
  imported text COLLATE "C",
  PRIMARY KEY (store_id, position)
);
CREATE TABLE record_history (
  store_id text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  type text COLLATE "C" NOT NULL,
  at bigint NOT NULL,
  store_version bigint NOT NULL,
  slots text COLLATE "C" NOT NULL,
  record_id text COLLATE "C" NOT NULL,
  before_values text COLLATE "C",
  created_at bigint,
  by_id text COLLATE "C",
  by_name text COLLATE "C",
  import_id text COLLATE "C",
  bytes bigint NOT NULL
);
CREATE INDEX history_by_record ON record_history (store_id, record_id, position);
CREATE INDEX history_by_import ON record_history (store_id, import_id, record_id)
WHERE import_id IS NOT NULL;
CREATE INDEX history_of_deletions ON record_history (store_id, position)
WHERE type = 'record.deleted';
CREATE INDEX history_by_position ON record_history (store_id, position);
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    EXECUTE 'SELECT create_distributed_table(''change_logs'', ''store_id'', colocate_with => ''records'')';
    EXECUTE 'SELECT create_distributed_table(''changes'', ''store_id'', colocate_with => ''records'')';
    EXECUTE 'SELECT create_distributed_table(''record_history'', ''store_id'', colocate_with => ''records'')';
  END IF;
END $$;
UPDATE layout SET version = 19 WHERE name = 'vitrine';
