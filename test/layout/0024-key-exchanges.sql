-- sqlite
ALTER TABLE api_keys ADD COLUMN exchanges INTEGER;
PRAGMA user_version = 24;

-- postgres
ALTER TABLE api_keys ADD COLUMN exchanges bigint;
UPDATE layout SET version = 24 WHERE name = 'vitrine';

-- citus
ALTER TABLE api_keys ADD COLUMN exchanges bigint;
UPDATE layout SET version = 24 WHERE name = 'vitrine';
