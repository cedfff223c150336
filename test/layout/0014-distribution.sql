-- sqlite
PRAGMA user_version = 14;

-- postgres
UPDATE layout SET version = 14 WHERE name = 'vitrine';

-- citus
CREATE SEQUENCE accounts_numbers;
CREATE SEQUENCE api_keys_numbers;
CREATE SEQUENCE stores_numbers;
CREATE SEQUENCE records_numbers;
SELECT setval(CAST(name || '_numbers' AS regclass), last + 1, false) FROM sequences;
SELECT setval('records_numbers', (SELECT coalesce(max(last), 0) + 1 FROM record_numbers), false);
DROP TABLE record_numbers;
DROP TABLE sequences;
CREATE TABLE store_guards (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL
);
INSERT INTO store_guards (id, account_id, version)
SELECT id, account_id, version
FROM stores
WHERE deleted_at IS NULL;
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    EXECUTE 'SELECT create_distributed_table(''store_guards'', ''id'', colocate_with => ''records'')';
    EXECUTE 'SELECT undistribute_table(''stores'')';
  END IF;
END $$;
UPDATE layout SET version = 14 WHERE name = 'vitrine';
