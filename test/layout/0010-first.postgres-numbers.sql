-- The numbers that are assigned in that database.

SELECT setval('accounts_numbers', 1);

SELECT setval('api_keys_numbers', 1);

SELECT setval('stores_numbers', 1);

SELECT setval('records_numbers', 3);
