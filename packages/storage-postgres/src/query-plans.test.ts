import { EVERYTHING, NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Filter, Order, Position } from '@vitrine/core/storage';
import { type OperationArgs, type OperationName, startOperation } from '@vitrine/storage-sql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/postgres/database.ts';
import { type Connection, openConnection } from './connections/connection/connection.ts';
import type { Role } from './connections/connection/role-settings.ts';
import { profileOf } from './dialect/backends.ts';
import { postgresEngine } from './postgres-engine.ts';
import { storageByProfile } from './storage-by-profile.ts';

const profile = { ...profileOf('postgres'), partitions: 4 };
const dialect = postgresEngine(profile);
let database: TestDatabase;
/** Attempts are planned as reads are. */
type PlannedRole = Exclude<Role, 'attempt'>;
let connections: Record<PlannedRole, Connection>;

// Half of all records are of one store, so that statistics would recommend reading it whole.
const SEED = `
  INSERT INTO stores SELECT 's' || n, 'a', 1, n, 's', NULL, NULL, NULL, 'x', '[]', '[]', 1, 1, NULL FROM generate_series(1, 200) n;
  INSERT INTO records (store_id, seq, id, created_at, updated_at, t0, n0)
    SELECT CASE WHEN n % 2 = 0 THEN 's1' ELSE 's' || n % 200 + 1 END, n, 'r' || n, n, n, 'text ' || n, n FROM generate_series(1, 20000) n;
  INSERT INTO images SELECT 'a' || n % 50, n, 'p' || n, 'static', 'n', NULL, NULL, n % 9, 1, 1, 'png', 0, 1, 'h' || n, NULL, NULL, NULL, NULL, NULL, NULL, 1, 1, 1 FROM generate_series(1, 5000) n;
  INSERT INTO fonts SELECT 'a' || n % 50, n, 'h' || n, 's', 'f', 's', 'f', 400, 0, 'ttf', 0, 1, 1, 1, 1 FROM generate_series(1, 2000) n;
  INSERT INTO blobs SELECT 'h' || n, 1, n % 10, n, NULL FROM generate_series(1, 5000) n;
  INSERT INTO timer_frames SELECT 'tf' || n, 'a' || n % 50, n, 'c', 'n', 1, '{}', NULL, n, n, n FROM generate_series(1, 2000) n;
  ANALYZE stores, records, images, fonts, blobs, timer_frames;`;

beforeAll(async () => {
  database = await createTestDatabase();
  const storage = storageByProfile({ url: database.url, pool: 5 }, profile);
  await storage.migrate();
  await storage.close();
  const open = (role: Role) =>
    openConnection({ config: { connectionString: database.url }, role, onEnd: () => undefined });
  connections = { read: await open('read'), write: await open('write'), scan: await open('scan') };
  for (const text of SEED.split(';')) {
    if (text.trim() !== '') await connections.scan.execute({ text, values: [] });
  }
});

afterAll(async () => {
  await Promise.all(Object.values(connections).map((connection) => connection.close()));
  await database.drop();
});

/** How the operation's first statement is run on the connections that it runs on, as lines without costs. */
async function plan<Name extends OperationName>(
  role: PlannedRole,
  name: Name,
  args: OperationArgs<Name>,
): Promise<string[]> {
  const step = startOperation(dialect, name, args).next();
  if (step.done) throw new Error('expected a statement');
  const { text, values } = step.value;
  const rows = await connections[role].execute({ text: `EXPLAIN (COSTS off) ${text}`, values });
  return rows.map((row) => String(row[0]).trim());
}

function findPlan(
  query: { where?: Filter; order?: Order; after?: Position; expiredUpTo?: number },
  role: PlannedRole = 'read',
  name: 'findRecords' | 'findNearRecords' = 'findRecords',
) {
  const { where = EVERYTHING, order = NEWEST_FIRST, after = null, expiredUpTo = null } = query;
  return plan(role, name, {
    storeId: 's1',
    storeNumber: 1,
    shape: 't0,n0',
    limit: 10,
    maxBytes: null,
    batch: 11,
    isWide: false,
    expiredUpTo,
    where,
    order,
    after,
  });
}

/** The scans of records in a plan: the index of each, whatever the partition, and its condition. */
function scansOf(lines: readonly string[]): string[] {
  return lines.flatMap((line, i) => {
    const [, index] = /Index (?:Only )?Scan (?:Backward )?using records_\d+_(\w+) on/.exec(line) ?? [];
    if (index === undefined) return /Scan.* on records/.test(line) ? [line] : [];
    return [`${index}: ${lines[i + 1]?.replace('Index Cond: ', '')}`];
  });
}

describe('query plans', () => {
  test('a record is found by the primary key of one partition', async () => {
    const lines = await plan('read', 'getRecord', {
      storeId: 's1',
      storeNumber: 1,
      shape: 't0',
      id: 'a',
      expiredUpTo: null,
    });
    expect(scansOf(lines)).toEqual(["pkey: ((store_id = 's1'::text) AND (id = 'a'::text))"]);
  });

  test('pages in default order, by time and by id walk an index from the position on, without sorting', async () => {
    const position = { value: 5, seq: 5 };
    const pages: [Parameters<typeof findPlan>[0], string][] = [
      [{}, "store_id_seq_idx: (store_id = 's1'::text)"],
      [{ after: position }, "store_id_seq_idx: ((store_id = 's1'::text) AND (seq < '5'::bigint))"],
      [
        { order: { column: 'created_at', direction: 'desc' } },
        "store_id_created_at_seq_idx: (store_id = 's1'::text)",
      ],
      [
        { order: { column: 'created_at', direction: 'desc' }, after: position },
        "store_id_created_at_seq_idx: ((store_id = 's1'::text) AND (ROW(created_at, seq) < ROW('5'::bigint, '5'::bigint)))",
      ],
      [
        { order: { column: 'created_at', direction: 'asc' }, after: position },
        "store_id_created_at_seq_idx: ((store_id = 's1'::text) AND (ROW(created_at, seq) > ROW('5'::bigint, '5'::bigint)))",
      ],
      [
        { order: { column: 'id', direction: 'asc' }, after: { value: 'x', seq: 1 } },
        "pkey: ((store_id = 's1'::text) AND (id > 'x'::text))",
      ],
    ];
    for (const [query, scan] of pages) {
      const lines = await findPlan(query);
      expect(scansOf(lines)).toEqual([scan]);
      expect(lines.join()).not.toContain('Sort');
    }
  });

  test('an attempt reads no more records than its bound, newest first, and stops when the page is full', async () => {
    const query: Parameters<typeof findPlan>[0] = {
      where: { column: 'n0', op: 'in', values: [1, 2] },
      after: { value: 5_000, seq: 5_000 },
      expiredUpTo: 5,
    };
    const lines = await findPlan(query, 'read', 'findNearRecords');
    expect(lines).toMatchInlineSnapshot(`
      [
        "Limit",
        "->  Append",
        "->  Subquery Scan on records",
        "Filter: ((records.n0 = ANY ('{1,2}'::double precision[])) AND (records.updated_at > '5'::bigint))",
        "->  Limit",
        "->  Index Scan Backward using records_2_store_id_seq_idx on records_2 records_1",
        "Index Cond: ((store_id = 's1'::text) AND (seq < '5000'::bigint))",
        "->  Subquery Scan on "*SELECT* 2"",
        "->  Limit",
        "->  Index Only Scan Backward using records_2_store_id_seq_idx on records_2",
        "Index Cond: ((store_id = 's1'::text) AND (seq < '5000'::bigint))",
      ]
    `);
  });

  test('a sort by a property puts numbers through the sort, and looks the records of the page up by them', async () => {
    const lines = await findPlan({ order: { column: 'n0', direction: 'asc' } }, 'scan');
    const limit = lines.findIndex((line) => line.includes('Limit'));
    const lookUp = scansOf(lines).filter((scan) => scan.includes('seq = '));
    expect(limit).toBeGreaterThan(0);
    expect(lookUp).toEqual([
      expect.stringMatching(/^store_id_seq_idx: .*store_id = 's1'::text\) AND \(seq = /),
    ]);
  });

  test('writes look each record up by its primary key, also in a store that is half of the table', async () => {
    const store = { storeId: 's1', storeNumber: 1, accountId: 'a', version: 1 };
    const guard = { ...store, now: 5, expiredUpTo: null, by: null, log: null };
    const record = (id: string, slots: string) => ({
      id,
      shape: slots,
      values: slots.split(',').map(() => null),
      complete: true,
    });
    const records = [record('a', 't0'), record('b', 't0,n0')];
    const upsert = await plan('write', 'upsertRecords', { ...guard, storeShape: 't0,n0', records });
    expect(scansOf(upsert)).toEqual(["pkey: ((store_id = 's1'::text) AND (id = given_1.new_id))"]);
    const plain = await plan('write', 'upsertRecords', {
      ...guard,
      storeShape: 't0',
      records: [record('a', 't0')],
    });
    expect(scansOf(plain)).toEqual([]);
    const patch = await plan('write', 'patchRecord', {
      ...guard,
      storeShape: 't0,n0',
      record: record('a', 't0'),
      expected: null,
    });
    expect(new Set(scansOf(patch))).toEqual(
      new Set(["pkey: ((store_id = 's1'::text) AND (id = 'a'::text))"]),
    );
  });

  test('many records are deleted by primary key', async () => {
    const lines = await plan('write', 'deleteRecords', {
      storeId: 's1',
      storeNumber: 1,
      expiredUpTo: null,
      now: 9,
      by: null,
      isLogged: false,
      ids: ['a', 'b'],
    });
    expect(
      scansOf(lines).every((scan) => scan.startsWith("pkey: ((store_id = 's1'::text) AND (id = ANY")),
    ).toBe(true);
    expect(scansOf(lines)).toHaveLength(2);
  });

  test('a search reads its store only, in a table of many', async () => {
    const where: Filter = { column: 'n0', op: 'gt', value: 1 };
    const lines = await plan('scan', 'countRecords', {
      storeId: 's7',
      storeNumber: 7,
      expiredUpTo: null,
      where,
    });
    expect(lines.join()).toContain("(store_id = 's7'::text)");
    expect(lines.join()).not.toContain('Seq Scan');
  });

  test('a search for one of several values reads what a search for one of them reads', async () => {
    const where: Filter = { column: 'id', op: 'in', values: ['r2', 'r4'] };
    const lines = await findPlan({ where }, 'scan');
    expect(scansOf(lines)).toEqual([expect.stringMatching(/^pkey: .*\(id = ANY \('\{r2,r4\}'::text\[\]\)/)]);
    const count = { storeId: 's7', storeNumber: 7, expiredUpTo: null };
    const one: Filter = { column: 'n0', op: 'eq', value: 1 };
    const several: Filter = { column: 'n0', op: 'in', values: [1, 2] };
    const indexes = async (filter: Filter) =>
      scansOf(await plan('scan', 'countRecords', { ...count, where: filter }));
    expect(await indexes(several)).toEqual(await indexes(one));
  });

  test('keys and stores are found through indexes', async () => {
    const plans = [
      await plan('read', 'findApiKey', { hash: 'h' }),
      await plan('read', 'getStoreVersion', { id: 's1', accountId: 'a' }),
      await plan('read', 'listStores', {
        accountId: 'a',
        nameContains: null,
        deletedAfter: null,
        before: 5,
        limit: 10,
      }),
      await plan('read', 'listApiKeys', { accountId: 'a', before: null, limit: 10 }),
    ];
    expect(plans.map((lines) => /using (\w+)/.exec(lines.join())?.[1])).toEqual([
      'api_keys_hash_key',
      'stores_pkey',
      'stores_by_account',
      'api_keys_by_account',
    ]);
    expect(plans.join()).not.toContain('Seq Scan');
  });

  test('images, fonts, blobs and drafts are found through indexes, and pages of images are not sorted', async () => {
    const page = { accountId: 'a1', nameContains: null, type: null, limit: 10 };
    const image = { accountId: 'a1', id: 51 };
    const plans = [
      plan('read', 'getImage', image),
      plan('read', 'findPublicImage', { publicId: 'p' }),
      plan('read', 'listImages', { ...page, active: null, before: 5 }),
      plan('read', 'listImages', { ...page, active: true, before: 5 }),
      plan('write', 'updateImage', { ...image, change: { name: 'n' }, now: 5 }),
      plan('read', 'listImageUses', image),
      plan('read', 'getFont', image),
      plan('read', 'listFonts', { accountId: 'a1' }),
      plan('read', 'findBlob', { hash: 'h' }),
      plan('read', 'getBlob', { hash: 'h', size: 1 }),
      plan('write', 'purgeUnusedBlobs', { untouchedSince: 5, limit: 10 }),
      plan('read', 'getDraft', { ref: { accountId: 'a1', id: 'tf51' }, now: 5 }),
      plan('read', 'findDraft', { id: 'tf', now: 5 }),
    ];
    expect((await Promise.all(plans)).map((lines) => lines.join(' | '))).toMatchInlineSnapshot(`
      [
        "Index Scan using images_pkey on images | Index Cond: ((account_id = 'a1'::text) AND (id = '51'::bigint))",
        "Index Scan using images_public_id_key on images | Index Cond: (public_id = 'p'::text)",
        "Limit | ->  Index Scan Backward using images_pkey on images | Index Cond: ((account_id = 'a1'::text) AND (id < '5'::bigint))",
        "Limit | ->  Index Scan Backward using images_by_state on images | Index Cond: ((account_id = 'a1'::text) AND (active = '1'::bigint) AND (id < '5'::bigint))",
        "Update on images | ->  Index Scan using images_pkey on images | Index Cond: ((account_id = 'a1'::text) AND (id = '51'::bigint))",
        "Index Only Scan using blob_uses_pkey on blob_uses | Index Cond: (holder = 'image a1 51'::text)",
        "Index Scan using fonts_pkey on fonts | Index Cond: ((account_id = 'a1'::text) AND (id = '51'::bigint))",
        "Index Scan using fonts_pkey on fonts | Index Cond: (account_id = 'a1'::text)",
        "Index Scan using blobs_pkey on blobs | Index Cond: (hash = 'h'::text)",
        "Index Scan using blob_bytes_pkey on blob_bytes | Index Cond: (hash = 'h'::text)",
        "Limit | ->  LockRows | ->  Index Scan using blobs_by_use on blobs | Index Cond: ((uses = 0) AND (touched_at < '5'::bigint))",
        "Index Scan using timer_frames_pkey on timer_frames | Index Cond: (id = 'tf51'::text) | Filter: ((expires_at > '5'::bigint) AND (account_id = 'a1'::text))",
        "Index Scan using timer_frames_pkey on timer_frames | Index Cond: (id = 'tf'::text) | Filter: (expires_at > '5'::bigint)",
      ]
    `);
  });
});
