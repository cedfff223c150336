-- The rows of a small database of the first layout, which `open-first-layout.test.ts` reads with the current code.

INSERT INTO accounts (id, seq, name, created_at, limits)
VALUES ('019aaa00-0000-7000-8000-000000000001', 1, 'Bäckerei', 1795305600000,
  '{"records":1000}');

INSERT INTO account_numbers (account_id, kind, last)
VALUES ('019aaa00-0000-7000-8000-000000000001', 'images', 1);

INSERT INTO account_numbers (account_id, kind, last)
VALUES ('019aaa00-0000-7000-8000-000000000001', 'timer_frames', 1);

INSERT INTO account_numbers (account_id, kind, last)
VALUES ('019aaa00-0000-7000-8000-000000000001', 'maps', 1);

INSERT INTO api_keys (id, account_id, name, hash, prefix, created_at, read_only, addresses, seq)
VALUES ('019aaa00-0000-7000-8000-000000000002', '019aaa00-0000-7000-8000-000000000001',
  'Website', 'abababababababababababababababababababababababababababababababab',
  'account-abc', 1795305600000, 1, '["192.0.2.0/24"]', 1);

INSERT INTO stores (id, account_id, version, seq, name, name_folded, store_type, properties,
  freed_slots, created_at, updated_at)
VALUES ('Sm6QTJdC8YoyLs33', '019aaa00-0000-7000-8000-000000000001', 1, 1, 'Läden', 'läden',
  'library',
  '[{"name":"note","type":"string","required":false,"unique":false,"description":null,"slot":"t0"},
  {"name":"price","type":"number","required":false,"unique":false,"description":null,"slot":"n0"},
  {"name":"beyond","type":"string","required":false,"unique":false,"description":null,"slot":"t24"}]',
  '[]', 1795305600000, 1795305600000);

INSERT INTO records (seq, store_id, n0, t0, f0, id, created_at, updated_at)
VALUES (2, 'Sm6QTJdC8YoyLs33', 2, 'Buzz', 'buzz', 'Bee', 1795305600000, 1795305600000);

INSERT INTO records (seq, store_id, id, created_at, updated_at, overflow)
VALUES (3, 'Sm6QTJdC8YoyLs33', 'it''s', 1795305600000, 1795305600000, '{"t24":"plain"}');

INSERT INTO records (seq, store_id, n0, t0, f0, id, id_folded, created_at, updated_at, overflow)
VALUES (1, 'Sm6QTJdC8YoyLs33', 1.5, 'Öl', 'öl', 'Öl 1', 'öl 1', 1795305600000,
  1795305600000, '{"f24":"über","t24":"Über"}');

INSERT INTO blobs (hash, size, uses, touched_at)
VALUES ('cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', 5, 1,
  1795305600000);

INSERT INTO blob_bytes (hash, bytes)
VALUES ('cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', '\x6279746573');

INSERT INTO blob_uses (holder, hash)
VALUES ('image 019aaa00-0000-7000-8000-000000000001 1',
  'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd');

INSERT INTO images (account_id, id, public_id, type, name, folder, active, width, height, format,
  animated, bytes, blob, version, created_at, updated_at)
VALUES ('019aaa00-0000-7000-8000-000000000001', 1, 'pub123456789', 'static', 'Brot',
  'shop', 1, 4, 3, 'png', 0, 5,
  'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd', 1,
  1795305600000, 1795305600000);

INSERT INTO timer_frames (id, account_id, seq, conversation_id, name, revision, design, created_at,
  updated_at, expires_at)
VALUES ('tf_1', '019aaa00-0000-7000-8000-000000000001', 1, 'chat', 'Sale', 1, '{}',
  1795305600000, 1795305600000, 1795392000000);

INSERT INTO maps (map_key, account_id, id, name, search_radius, max_results, last_location,
  created_at, updated_at)
VALUES (1, '019aaa00-0000-7000-8000-000000000001', 1, 'Shops', 50, 10, 2, 1795305600000,
  1795305600000);

INSERT INTO locations (map_key, id, seq, unique_id, name, lat, lng, status, tries, claim, created_at,
  updated_at)
VALUES (1, '019aaa00-0000-7000-9000-000000000001', 1, 'shop-1', 'One', 52.5, 13.25,
  'manual', 0, 0, 1795305600000, 1795305600000);

INSERT INTO locations (map_key, id, seq, address, address_folded, status, due_at, due_account, tries,
  claim, created_at, updated_at)
VALUES (1, '019aaa00-0000-7000-9000-000000000002', 2, 'Münster, Domplatz 1',
  'münster, domplatz 1', 'queued', 1795305600000,
  '019aaa00-0000-7000-8000-000000000001', 0, 0, 1795305600000, 1795305600000);

INSERT INTO jobs (id, kind, payload, account_id, job_key, live_key, due_at, attempts, claimed,
  failures)
VALUES (1, 'purge-expired', '{}', '019aaa00-0000-7000-8000-000000000001',
  'purge-expired:Sm6QTJdC8YoyLs33', 'purge-expired:Sm6QTJdC8YoyLs33',
  1795305600000, 0, 0, 0);

SELECT setval('maps_map_key_seq', 1);

SELECT setval('jobs_id_seq', 1);
