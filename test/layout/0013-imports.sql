-- sqlite
CREATE TABLE imports (
  account_id TEXT NOT NULL,
  store_id TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL,
  plan TEXT NOT NULL,
  chunks TEXT NOT NULL,
  position INTEGER NOT NULL,
  line INTEGER NOT NULL,
  read_count INTEGER NOT NULL,
  created_count INTEGER NOT NULL,
  updated_count INTEGER NOT NULL,
  unchanged_count INTEGER NOT NULL,
  refused_count INTEGER NOT NULL,
  changes TEXT NOT NULL,
  reason TEXT,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  PRIMARY KEY (account_id, store_id, id)
) STRICT;
CREATE INDEX imports_by_end ON imports (finished_at);
CREATE TABLE import_refused (
  import_id TEXT NOT NULL,
  row_number INTEGER NOT NULL,
  position INTEGER NOT NULL,
  length INTEGER NOT NULL,
  line INTEGER NOT NULL,
  errors TEXT NOT NULL,
  PRIMARY KEY (import_id, row_number)
) STRICT;
CREATE TABLE import_drafts (
  import_id TEXT NOT NULL,
  record_id TEXT NOT NULL,
  draft TEXT NOT NULL,
  PRIMARY KEY (import_id, record_id)
) STRICT;
PRAGMA user_version = 13;

-- postgres
CREATE TABLE imports (
  account_id text COLLATE "C" NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  plan text COLLATE "C" NOT NULL,
  chunks text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  line bigint NOT NULL,
  read_count bigint NOT NULL,
  created_count bigint NOT NULL,
  updated_count bigint NOT NULL,
  unchanged_count bigint NOT NULL,
  refused_count bigint NOT NULL,
  changes text COLLATE "C" NOT NULL,
  reason text COLLATE "C",
  created_at bigint NOT NULL,
  started_at bigint,
  finished_at bigint,
  PRIMARY KEY (account_id, store_id, id)
);
CREATE INDEX imports_by_end ON imports (finished_at);
CREATE TABLE import_refused (
  import_id text COLLATE "C" NOT NULL,
  row_number bigint NOT NULL,
  position bigint NOT NULL,
  length bigint NOT NULL,
  line bigint NOT NULL,
  errors text COLLATE "C" NOT NULL,
  PRIMARY KEY (import_id, row_number)
);
CREATE TABLE import_drafts (
  import_id text COLLATE "C" NOT NULL,
  record_id text COLLATE "C" NOT NULL,
  draft text COLLATE "C" NOT NULL,
  PRIMARY KEY (import_id, record_id)
);
UPDATE layout SET version = 13 WHERE name = 'vitrine';

-- citus
CREATE TABLE imports (
  account_id text COLLATE "C" NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  plan text COLLATE "C" NOT NULL,
  chunks text COLLATE "C" NOT NULL,
  position bigint NOT NULL,
  line bigint NOT NULL,
  read_count bigint NOT NULL,
  created_count bigint NOT NULL,
  updated_count bigint NOT NULL,
  unchanged_count bigint NOT NULL,
  refused_count bigint NOT NULL,
  changes text COLLATE "C" NOT NULL,
  reason text COLLATE "C",
  created_at bigint NOT NULL,
  started_at bigint,
  finished_at bigint,
  PRIMARY KEY (account_id, store_id, id)
);
CREATE INDEX imports_by_end ON imports (finished_at);
CREATE TABLE import_refused (
  import_id text COLLATE "C" NOT NULL,
  row_number bigint NOT NULL,
  position bigint NOT NULL,
  length bigint NOT NULL,
  line bigint NOT NULL,
  errors text COLLATE "C" NOT NULL,
  PRIMARY KEY (import_id, row_number)
);
CREATE TABLE import_drafts (
  import_id text COLLATE "C" NOT NULL,
  record_id text COLLATE "C" NOT NULL,
  draft text COLLATE "C" NOT NULL,
  PRIMARY KEY (import_id, record_id)
);
UPDATE layout SET version = 13 WHERE name = 'vitrine';
