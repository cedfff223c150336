-- sqlite
ALTER TABLE maps ADD COLUMN unit TEXT NOT NULL DEFAULT 'mi';
ALTER TABLE maps ADD COLUMN fields TEXT;
ALTER TABLE locations ADD COLUMN fields TEXT;
ALTER TABLE locations ADD COLUMN geocode_confidence REAL;
ALTER TABLE locations ADD COLUMN geocode_matched TEXT;
PRAGMA user_version = 11;

-- postgres
ALTER TABLE maps ADD COLUMN unit text COLLATE "C" NOT NULL DEFAULT 'mi';
ALTER TABLE maps ADD COLUMN fields text COLLATE "C";
ALTER TABLE locations ADD COLUMN fields text COLLATE "C";
ALTER TABLE locations ADD COLUMN geocode_confidence double precision;
ALTER TABLE locations ADD COLUMN geocode_matched text COLLATE "C";
UPDATE layout SET version = 11 WHERE name = 'vitrine';

-- citus
ALTER TABLE maps ADD COLUMN unit text COLLATE "C" NOT NULL DEFAULT 'mi';
ALTER TABLE maps ADD COLUMN fields text COLLATE "C";
ALTER TABLE locations ADD COLUMN fields text COLLATE "C";
ALTER TABLE locations ADD COLUMN geocode_confidence double precision;
ALTER TABLE locations ADD COLUMN geocode_matched text COLLATE "C";
UPDATE layout SET version = 11 WHERE name = 'vitrine';
