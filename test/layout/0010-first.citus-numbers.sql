-- The numbers that are assigned in that database.

UPDATE sequences SET last = 1;

INSERT INTO record_numbers (store_id, last)
VALUES ('Sm6QTJdC8YoyLs33', 3);
