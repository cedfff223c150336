CREATE TABLE sequences (
  name TEXT PRIMARY KEY,
  last INTEGER NOT NULL,
  CHECK (name <> 'stores' OR last < 4194304)
) STRICT;

INSERT INTO sequences (name, last) VALUES ('accounts', 0), ('api_keys', 0), ('stores', 0);

CREATE TABLE record_numbers (
  store_number INTEGER PRIMARY KEY,
  last INTEGER NOT NULL,
  CHECK (last < (store_number + 1) * 2147483648)
) STRICT;

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  limits TEXT
) STRICT;

CREATE TABLE account_numbers (
  account_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (account_id, kind),
  CHECK (last <= 2147483647)
) STRICT;

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  store_id TEXT,
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER,
  read_only INTEGER,
  addresses TEXT,
  seq INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX api_keys_by_account ON api_keys (account_id, seq);

CREATE TABLE request_counts (
  time_window INTEGER NOT NULL,
  subject TEXT NOT NULL,
  requests INTEGER NOT NULL,
  PRIMARY KEY (time_window, subject)
) STRICT;

CREATE TABLE stores (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  name TEXT NOT NULL,
  name_folded TEXT,
  description TEXT,
  record_ttl INTEGER,
  store_type TEXT NOT NULL,
  properties TEXT NOT NULL,
  freed_slots TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;

CREATE INDEX stores_by_account ON stores (account_id, seq);

CREATE INDEX stores_by_work ON stores (id)
WHERE deleted_at IS NOT NULL OR record_ttl IS NOT NULL OR freed_slots <> '[]';

CREATE TABLE records (
  store_id INTEGER GENERATED ALWAYS AS (seq / 2147483648) VIRTUAL,
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  id_folded TEXT,
  t0 TEXT,
  f0 TEXT,
  n0 REAL,
  t1 TEXT,
  f1 TEXT,
  n1 REAL,
  t2 TEXT,
  f2 TEXT,
  n2 REAL,
  t3 TEXT,
  f3 TEXT,
  n3 REAL,
  t4 TEXT,
  f4 TEXT,
  n4 REAL,
  t5 TEXT,
  f5 TEXT,
  n5 REAL,
  t6 TEXT,
  f6 TEXT,
  n6 REAL,
  t7 TEXT,
  f7 TEXT,
  n7 REAL,
  t8 TEXT,
  f8 TEXT,
  n8 REAL,
  t9 TEXT,
  f9 TEXT,
  n9 REAL,
  t10 TEXT,
  f10 TEXT,
  n10 REAL,
  t11 TEXT,
  f11 TEXT,
  n11 REAL,
  t12 TEXT,
  f12 TEXT,
  n12 REAL,
  t13 TEXT,
  f13 TEXT,
  n13 REAL,
  t14 TEXT,
  f14 TEXT,
  n14 REAL,
  t15 TEXT,
  f15 TEXT,
  n15 REAL,
  t16 TEXT,
  f16 TEXT,
  n16 REAL,
  t17 TEXT,
  f17 TEXT,
  n17 REAL,
  t18 TEXT,
  f18 TEXT,
  n18 REAL,
  t19 TEXT,
  f19 TEXT,
  n19 REAL,
  t20 TEXT,
  f20 TEXT,
  n20 REAL,
  t21 TEXT,
  f21 TEXT,
  n21 REAL,
  t22 TEXT,
  f22 TEXT,
  n22 REAL,
  t23 TEXT,
  f23 TEXT,
  n23 REAL,
  overflow TEXT,
  PRIMARY KEY (seq)
) STRICT;

CREATE UNIQUE INDEX records_by_id ON records (store_id, id);

CREATE INDEX records_by_created_at ON records (store_id, created_at);

CREATE TABLE blobs (
  hash TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  uses INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  object_key TEXT
) STRICT;

CREATE INDEX blobs_by_use ON blobs (uses, touched_at);

CREATE TABLE blob_bytes (
  hash TEXT PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT;

CREATE TABLE blob_objects (
  object_key TEXT PRIMARY KEY,
  noted_at INTEGER NOT NULL,
  swept INTEGER NOT NULL
) STRICT;

CREATE INDEX blob_objects_by_time ON blob_objects (noted_at);

CREATE TABLE blob_uses (
  holder TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (holder, hash)
) STRICT;

CREATE TABLE images (
  account_id TEXT NOT NULL,
  id INTEGER NOT NULL,
  public_id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  name_folded TEXT,
  folder TEXT,
  active INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  format TEXT NOT NULL,
  animated INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  blob TEXT,
  thumbnail TEXT,
  design TEXT,
  resources TEXT,
  target_local TEXT,
  target_zone TEXT,
  target_instant INTEGER,
  version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;

CREATE INDEX images_by_state ON images (account_id, active, id);

CREATE TABLE fonts (
  account_id TEXT NOT NULL,
  id INTEGER NOT NULL,
  blob TEXT NOT NULL,
  sample TEXT NOT NULL,
  family TEXT NOT NULL,
  style TEXT NOT NULL,
  full_name TEXT NOT NULL,
  weight INTEGER NOT NULL,
  italic INTEGER NOT NULL,
  format TEXT NOT NULL,
  variable INTEGER NOT NULL,
  glyph_count INTEGER NOT NULL,
  has_digits INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT;

CREATE UNIQUE INDEX fonts_by_blob ON fonts (account_id, blob);

CREATE TABLE timer_frames (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  design TEXT NOT NULL,
  image_id INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX timer_frames_by_account ON timer_frames (account_id, created_at, seq);

CREATE INDEX timer_frames_by_expiry ON timer_frames (expires_at);

CREATE TABLE maps (
  map_key INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id TEXT NOT NULL,
  id INTEGER NOT NULL,
  name TEXT NOT NULL,
  search_radius INTEGER NOT NULL,
  max_results INTEGER NOT NULL,
  last_location INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER,
  UNIQUE (account_id, id)
) STRICT;

CREATE INDEX maps_by_deletion ON maps (account_id, id) WHERE deleted_at IS NOT NULL;

CREATE TABLE locations (
  map_key INTEGER NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  unique_id TEXT,
  name TEXT,
  address TEXT,
  address_folded TEXT,
  lat REAL,
  lng REAL,
  status TEXT NOT NULL,
  geocode_precision TEXT,
  geocode_error TEXT,
  due_at INTEGER,
  due_account TEXT,
  tries INTEGER NOT NULL,
  claim INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (map_key, id)
) STRICT;

CREATE UNIQUE INDEX locations_by_seq ON locations (map_key, seq);

CREATE UNIQUE INDEX locations_by_unique_id ON locations (map_key, unique_id);

CREATE INDEX locations_by_place ON locations (map_key, lat, lng, id) WHERE lat IS NOT NULL;

CREATE INDEX locations_by_status ON locations (map_key, status);

CREATE INDEX locations_by_due ON locations (due_at, map_key, seq) WHERE due_at IS NOT NULL;

CREATE INDEX locations_by_account ON locations (due_account, due_at, map_key, seq)
WHERE due_at IS NOT NULL;

CREATE INDEX locations_by_processing ON locations (due_at) WHERE status = 'processing';

CREATE TABLE geocode_answers (
  answer_key TEXT PRIMARY KEY,
  answer TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX geocode_answers_by_end ON geocode_answers (expires_at);

CREATE TABLE geocoder_turns (
  provider TEXT PRIMARY KEY,
  next_at INTEGER NOT NULL
) STRICT;

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL,
  account_id TEXT NOT NULL,
  job_key TEXT NOT NULL,
  live_key TEXT UNIQUE,
  due_at INTEGER,
  attempts INTEGER NOT NULL,
  claimed INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  buried_at INTEGER,
  next_payload TEXT,
  next_due_at INTEGER
) STRICT;

CREATE INDEX jobs_by_due ON jobs (due_at, id);

CREATE INDEX jobs_by_account ON jobs (account_id, due_at, id) WHERE due_at IS NOT NULL;

CREATE INDEX jobs_by_state ON jobs (claimed, kind, due_at);

CREATE INDEX jobs_by_burial ON jobs (buried_at, id) WHERE buried_at IS NOT NULL;

CREATE INDEX jobs_by_buried_key ON jobs (job_key) WHERE live_key IS NULL;

CREATE TABLE account_turns (
  queue TEXT NOT NULL,
  account_id TEXT NOT NULL,
  turn INTEGER NOT NULL,
  PRIMARY KEY (queue, account_id)
) STRICT;

CREATE INDEX account_turns_by_turn ON account_turns (queue, turn);

CREATE TABLE look_ups (changes INTEGER NOT NULL) STRICT;

INSERT INTO look_ups (changes) VALUES (0);

CREATE TRIGGER api_keys_updated AFTER UPDATE ON api_keys
BEGIN
  UPDATE look_ups SET changes = changes + 1;
END;

CREATE TRIGGER api_keys_deleted AFTER DELETE ON api_keys
BEGIN
  UPDATE look_ups SET changes = changes + 1;
END;

CREATE TRIGGER stores_updated AFTER UPDATE ON stores
BEGIN
  UPDATE look_ups SET changes = changes + 1;
END;

CREATE TRIGGER stores_deleted AFTER DELETE ON stores
BEGIN
  UPDATE look_ups SET changes = changes + 1;
END;

CREATE TRIGGER images_updated AFTER UPDATE ON images
BEGIN
  UPDATE look_ups SET changes = changes + 1;
END;

CREATE TRIGGER images_deleted AFTER DELETE ON images
BEGIN
  UPDATE look_ups SET changes = changes + 1;
END;

PRAGMA user_version = 10;
