-- sqlite
ALTER TABLE change_logs ADD COLUMN history_after INTEGER;
ALTER TABLE change_logs ADD COLUMN history_from INTEGER;
CREATE TABLE restores (
  account_id TEXT NOT NULL,
  store_id TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL,
  plan TEXT NOT NULL,
  progress TEXT NOT NULL,
  steps INTEGER NOT NULL,
  reason TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  PRIMARY KEY (account_id, store_id, id)
) STRICT;
CREATE INDEX restores_by_end ON restores (finished_at);
CREATE UNIQUE INDEX restores_in_progress ON restores (store_id) WHERE finished_at IS NULL;
CREATE TABLE restore_results (
  restore_id TEXT NOT NULL,
  step INTEGER NOT NULL,
  results TEXT NOT NULL,
  PRIMARY KEY (restore_id, step)
) STRICT;
PRAGMA user_version = 21;

-- postgres
ALTER TABLE change_logs ADD COLUMN history_after bigint;
ALTER TABLE change_logs ADD COLUMN history_from bigint;
CREATE TABLE restores (
  account_id text COLLATE "C" NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  plan text COLLATE "C" NOT NULL,
  progress text COLLATE "C" NOT NULL,
  steps bigint NOT NULL,
  reason text COLLATE "C",
  created_at bigint NOT NULL,
  finished_at bigint,
  PRIMARY KEY (account_id, store_id, id)
);
CREATE INDEX restores_by_end ON restores (finished_at);
CREATE UNIQUE INDEX restores_in_progress ON restores (store_id) WHERE finished_at IS NULL;
CREATE TABLE restore_results (
  restore_id text COLLATE "C" NOT NULL,
  step bigint NOT NULL,
  results text COLLATE "C" NOT NULL,
  PRIMARY KEY (restore_id, step)
);
UPDATE layout SET version = 21 WHERE name = 'vitrine';

-- citus
ALTER TABLE change_logs ADD COLUMN history_after bigint;
ALTER TABLE change_logs ADD COLUMN history_from bigint;
CREATE TABLE restores (
  account_id text COLLATE "C" NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  plan text COLLATE "C" NOT NULL,
  progress text COLLATE "C" NOT NULL,
  steps bigint NOT NULL,
  reason text COLLATE "C",
  created_at bigint NOT NULL,
  finished_at bigint,
  PRIMARY KEY (account_id, store_id, id)
);
CREATE INDEX restores_by_end ON restores (finished_at);
CREATE UNIQUE INDEX restores_in_progress ON restores (store_id) WHERE finished_at IS NULL;
CREATE TABLE restore_results (
  restore_id text COLLATE "C" NOT NULL,
  step bigint NOT NULL,
  results text COLLATE "C" NOT NULL,
  PRIMARY KEY (restore_id, step)
);
UPDATE layout SET version = 21 WHERE name = 'vitrine';
