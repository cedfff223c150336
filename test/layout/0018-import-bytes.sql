-- sqlite
ALTER TABLE imports ADD COLUMN refused_kept INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN file_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN refused_bytes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN draft_bytes INTEGER NOT NULL DEFAULT 0;
UPDATE imports SET refused_kept = refused_count, draft_bytes = 1;
CREATE INDEX imports_by_store ON imports (store_id);
ALTER TABLE import_refused ADD COLUMN same_as INTEGER;
PRAGMA user_version = 18;

-- postgres
ALTER TABLE imports ADD COLUMN refused_kept bigint NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN file_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN refused_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN draft_bytes bigint NOT NULL DEFAULT 0;
UPDATE imports SET refused_kept = refused_count, draft_bytes = 1;
CREATE INDEX imports_by_store ON imports (store_id);
ALTER TABLE import_refused ADD COLUMN same_as bigint;
UPDATE layout SET version = 18 WHERE name = 'vitrine';

-- citus
ALTER TABLE imports ADD COLUMN refused_kept bigint NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN file_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN refused_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN draft_bytes bigint NOT NULL DEFAULT 0;
UPDATE imports SET refused_kept = refused_count, draft_bytes = 1;
CREATE INDEX imports_by_store ON imports (store_id);
ALTER TABLE import_refused ADD COLUMN same_as bigint;
UPDATE layout SET version = 18 WHERE name = 'vitrine';
