-- sqlite
CREATE TABLE changed_records (
  change INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT;
INSERT INTO changed_records (change, seq) VALUES (1, 0);
CREATE TRIGGER records_updated AFTER UPDATE ON records
BEGIN
  INSERT INTO changed_records (seq) VALUES (new.seq);
END;
CREATE TRIGGER records_deleted AFTER DELETE ON records
BEGIN
  INSERT INTO changed_records (seq) VALUES (old.seq);
END;
PRAGMA user_version = 15;

-- postgres
UPDATE layout SET version = 15 WHERE name = 'vitrine';

-- citus
UPDATE layout SET version = 15 WHERE name = 'vitrine';
