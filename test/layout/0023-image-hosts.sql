-- sqlite
ALTER TABLE accounts ADD COLUMN image_hosts TEXT;
PRAGMA user_version = 23;

-- postgres
ALTER TABLE accounts ADD COLUMN image_hosts text COLLATE "C";
UPDATE layout SET version = 23 WHERE name = 'vitrine';

-- citus
ALTER TABLE accounts ADD COLUMN image_hosts text COLLATE "C";
UPDATE layout SET version = 23 WHERE name = 'vitrine';
