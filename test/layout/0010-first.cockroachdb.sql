CREATE TABLE IF NOT EXISTS layout (
  name text PRIMARY KEY,
  version integer NOT NULL,
  backend text NOT NULL
);

INSERT INTO layout (name, version, backend)
VALUES ('vitrine', 0, 'cockroachdb')
ON CONFLICT (name) DO NOTHING;

CREATE TABLE sequences (name text COLLATE "C" PRIMARY KEY, last bigint NOT NULL);

INSERT INTO sequences (name, last) VALUES ('accounts', 0), ('api_keys', 0), ('stores', 0);

CREATE TABLE record_numbers (store_id text COLLATE "C" PRIMARY KEY, last bigint NOT NULL);

CREATE TABLE settings (
  name text COLLATE "C" PRIMARY KEY,
  value text COLLATE "C" NOT NULL
);

CREATE TABLE accounts (
  id text COLLATE "C" PRIMARY KEY,
  seq bigint NOT NULL UNIQUE,
  name text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  limits text COLLATE "C"
);

CREATE TABLE account_numbers (
  account_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  last bigint NOT NULL,
  PRIMARY KEY (account_id, kind),
  CHECK (last <= 2147483647)
);

CREATE TABLE api_keys (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  store_id text COLLATE "C",
  name text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL UNIQUE,
  prefix text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  expires_at bigint,
  read_only bigint,
  addresses text COLLATE "C",
  seq bigint NOT NULL
);

CREATE UNIQUE INDEX api_keys_by_account ON api_keys (account_id, seq);

CREATE TABLE request_counts (
  time_window bigint NOT NULL,
  subject text COLLATE "C" NOT NULL,
  requests bigint NOT NULL,
  PRIMARY KEY (time_window, subject)
);

CREATE TABLE stores (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  seq bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_folded text COLLATE "C",
  description text COLLATE "C",
  record_ttl bigint,
  store_type text COLLATE "C" NOT NULL,
  properties text COLLATE "C" NOT NULL,
  freed_slots text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint
);

CREATE INDEX stores_by_account ON stores (account_id, seq);

CREATE INDEX stores_by_work ON stores (id)
WHERE deleted_at IS NOT NULL OR record_ttl IS NOT NULL OR freed_slots <> '[]';

CREATE TABLE records (
  seq bigint NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  n0 double precision,
  n1 double precision,
  n2 double precision,
  n3 double precision,
  t0 text COLLATE "C",
  t1 text COLLATE "C",
  t2 text COLLATE "C",
  t3 text COLLATE "C",
  f0 text COLLATE "C",
  f1 text COLLATE "C",
  f2 text COLLATE "C",
  f3 text COLLATE "C",
  id text COLLATE "C" NOT NULL,
  id_folded text COLLATE "C",
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  n4 double precision,
  n5 double precision,
  n6 double precision,
  n7 double precision,
  t4 text COLLATE "C",
  t5 text COLLATE "C",
  t6 text COLLATE "C",
  t7 text COLLATE "C",
  f4 text COLLATE "C",
  f5 text COLLATE "C",
  f6 text COLLATE "C",
  f7 text COLLATE "C",
  n8 double precision,
  n9 double precision,
  n10 double precision,
  n11 double precision,
  t8 text COLLATE "C",
  t9 text COLLATE "C",
  t10 text COLLATE "C",
  t11 text COLLATE "C",
  f8 text COLLATE "C",
  f9 text COLLATE "C",
  f10 text COLLATE "C",
  f11 text COLLATE "C",
  n12 double precision,
  n13 double precision,
  n14 double precision,
  n15 double precision,
  t12 text COLLATE "C",
  t13 text COLLATE "C",
  t14 text COLLATE "C",
  t15 text COLLATE "C",
  f12 text COLLATE "C",
  f13 text COLLATE "C",
  f14 text COLLATE "C",
  f15 text COLLATE "C",
  n16 double precision,
  n17 double precision,
  n18 double precision,
  n19 double precision,
  t16 text COLLATE "C",
  t17 text COLLATE "C",
  t18 text COLLATE "C",
  t19 text COLLATE "C",
  f16 text COLLATE "C",
  f17 text COLLATE "C",
  f18 text COLLATE "C",
  f19 text COLLATE "C",
  n20 double precision,
  n21 double precision,
  n22 double precision,
  n23 double precision,
  t20 text COLLATE "C",
  t21 text COLLATE "C",
  t22 text COLLATE "C",
  t23 text COLLATE "C",
  f20 text COLLATE "C",
  f21 text COLLATE "C",
  f22 text COLLATE "C",
  f23 text COLLATE "C",
  overflow jsonb,
  PRIMARY KEY (store_id, id)
);

CREATE UNIQUE INDEX records_by_seq ON records (store_id, seq);

CREATE INDEX records_by_created_at ON records (store_id, created_at, seq);

CREATE TABLE blobs (
  hash text COLLATE "C" PRIMARY KEY,
  size bigint NOT NULL,
  uses bigint NOT NULL,
  touched_at bigint NOT NULL,
  object_key text COLLATE "C"
);

CREATE INDEX blobs_by_use ON blobs (uses, touched_at);

CREATE TABLE blob_bytes (
  hash text COLLATE "C" PRIMARY KEY,
  bytes bytea NOT NULL
);

CREATE TABLE blob_objects (
  object_key text COLLATE "C" PRIMARY KEY,
  noted_at bigint NOT NULL,
  swept bigint NOT NULL
);

CREATE INDEX blob_objects_by_time ON blob_objects (noted_at);

CREATE TABLE blob_uses (
  holder text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  PRIMARY KEY (holder, hash)
);

CREATE TABLE images (
  account_id text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  public_id text COLLATE "C" NOT NULL UNIQUE,
  type text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_folded text COLLATE "C",
  folder text COLLATE "C",
  active bigint NOT NULL,
  width bigint NOT NULL,
  height bigint NOT NULL,
  format text COLLATE "C" NOT NULL,
  animated bigint NOT NULL,
  bytes bigint NOT NULL,
  blob text COLLATE "C",
  thumbnail text COLLATE "C",
  design text COLLATE "C",
  resources text COLLATE "C",
  target_local text COLLATE "C",
  target_zone text COLLATE "C",
  target_instant bigint,
  version bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);

CREATE INDEX images_by_state ON images (account_id, active, id);

CREATE TABLE fonts (
  account_id text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  blob text COLLATE "C" NOT NULL,
  sample text COLLATE "C" NOT NULL,
  family text COLLATE "C" NOT NULL,
  style text COLLATE "C" NOT NULL,
  full_name text COLLATE "C" NOT NULL,
  weight bigint NOT NULL,
  italic bigint NOT NULL,
  format text COLLATE "C" NOT NULL,
  variable bigint NOT NULL,
  glyph_count bigint NOT NULL,
  has_digits bigint NOT NULL,
  bytes bigint NOT NULL,
  created_at bigint NOT NULL,
  PRIMARY KEY (account_id, id)
);

CREATE UNIQUE INDEX fonts_by_blob ON fonts (account_id, blob);

CREATE TABLE timer_frames (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  conversation_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  design text COLLATE "C" NOT NULL,
  image_id bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  expires_at bigint NOT NULL
);

CREATE UNIQUE INDEX timer_frames_by_account ON timer_frames (account_id, created_at, seq);

CREATE INDEX timer_frames_by_expiry ON timer_frames (expires_at);

CREATE TABLE maps (
  map_key bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  id bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  search_radius bigint NOT NULL,
  max_results bigint NOT NULL,
  last_location bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  deleted_at bigint,
  UNIQUE (account_id, id)
);

CREATE INDEX maps_by_deletion ON maps (account_id, id) WHERE deleted_at IS NOT NULL;

CREATE TABLE locations (
  map_key bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  unique_id text COLLATE "C",
  name text COLLATE "C",
  address text COLLATE "C",
  address_folded text COLLATE "C",
  lat double precision,
  lng double precision,
  status text COLLATE "C" NOT NULL,
  geocode_precision text COLLATE "C",
  geocode_error text COLLATE "C",
  due_at bigint,
  due_account text COLLATE "C",
  tries bigint NOT NULL,
  claim bigint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (map_key, id)
);

CREATE UNIQUE INDEX locations_by_seq ON locations (map_key, seq);

CREATE UNIQUE INDEX locations_by_unique_id ON locations (map_key, unique_id);

CREATE INDEX locations_by_place ON locations (map_key, lat, lng, id) WHERE lat IS NOT NULL;

CREATE INDEX locations_by_status ON locations (map_key, status);

CREATE INDEX locations_by_due ON locations (due_at, map_key, seq) WHERE due_at IS NOT NULL;

CREATE INDEX locations_by_account ON locations (due_account, due_at, map_key, seq)
WHERE due_at IS NOT NULL;

CREATE INDEX locations_by_processing ON locations (due_at) WHERE status = 'processing';

CREATE TABLE geocode_answers (
  answer_key text COLLATE "C" PRIMARY KEY,
  answer text COLLATE "C" NOT NULL,
  expires_at bigint NOT NULL
);

CREATE INDEX geocode_answers_by_end ON geocode_answers (expires_at);

CREATE TABLE geocoder_turns (
  provider text COLLATE "C" PRIMARY KEY,
  next_at bigint NOT NULL
);

CREATE TABLE jobs (
  id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  payload text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  job_key text COLLATE "C" NOT NULL,
  live_key text COLLATE "C" UNIQUE,
  due_at bigint,
  attempts bigint NOT NULL,
  claimed bigint NOT NULL,
  failures bigint NOT NULL DEFAULT 0,
  reason text COLLATE "C",
  buried_at bigint,
  next_payload text COLLATE "C",
  next_due_at bigint
);

CREATE INDEX jobs_by_due ON jobs (due_at, id);

CREATE INDEX jobs_by_account ON jobs (account_id, due_at, id) WHERE due_at IS NOT NULL;

CREATE INDEX jobs_by_state ON jobs (claimed, kind, due_at);

CREATE INDEX jobs_by_burial ON jobs (buried_at, id) WHERE buried_at IS NOT NULL;

CREATE INDEX jobs_by_buried_key ON jobs (job_key) WHERE live_key IS NULL;

CREATE TABLE account_turns (
  queue text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  turn bigint NOT NULL,
  PRIMARY KEY (queue, account_id)
);

CREATE INDEX account_turns_by_turn ON account_turns (queue, turn);

UPDATE layout SET version = 10 WHERE name = 'vitrine';
