-- sqlite
CREATE TABLE idempotency_keys (
  account_id TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  plan TEXT NOT NULL,
  result TEXT,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, key_hash)
) STRICT;
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
CREATE INDEX stores_by_name ON stores (account_id, name, seq)
WHERE deleted_at IS NULL;
PRAGMA user_version = 12;

-- postgres
CREATE TABLE idempotency_keys (
  account_id text COLLATE "C" NOT NULL,
  key_hash text COLLATE "C" NOT NULL,
  request_hash text COLLATE "C" NOT NULL,
  plan text COLLATE "C" NOT NULL,
  result text COLLATE "C",
  expires_at bigint NOT NULL,
  PRIMARY KEY (account_id, key_hash)
);
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
CREATE INDEX stores_by_name ON stores (account_id, name, seq)
WHERE deleted_at IS NULL;
UPDATE layout SET version = 12 WHERE name = 'vitrine';

-- citus
CREATE TABLE idempotency_keys (
  account_id text COLLATE "C" NOT NULL,
  key_hash text COLLATE "C" NOT NULL,
  request_hash text COLLATE "C" NOT NULL,
  plan text COLLATE "C" NOT NULL,
  result text COLLATE "C",
  expires_at bigint NOT NULL,
  PRIMARY KEY (account_id, key_hash)
);
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
CREATE INDEX stores_by_name ON stores (account_id, name, seq)
WHERE deleted_at IS NULL;
UPDATE layout SET version = 12 WHERE name = 'vitrine';
