-- sqlite
ALTER TABLE timer_frames ADD COLUMN kind TEXT NOT NULL DEFAULT 'timer';
PRAGMA user_version = 22;

-- postgres
ALTER TABLE timer_frames ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'timer';
UPDATE layout SET version = 22 WHERE name = 'vitrine';

-- citus
ALTER TABLE timer_frames ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'timer';
UPDATE layout SET version = 22 WHERE name = 'vitrine';
