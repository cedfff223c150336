import { EVERYTHING, NEWEST_FIRST } from '@vitrine/core/adapter';
import type { Filter, Order, Position } from '@vitrine/core/storage';
import { afterAll, describe, expect, test } from 'vitest';
import { openPlans } from '../../../test/sqlite/query-plans.ts';

const { of: plan, close } = openPlans();

afterAll(close);

function findPlan(query: {
  where?: Filter;
  order?: Order;
  after?: Position;
  expiredUpTo?: number;
}): string[] {
  const { where = EVERYTHING, order = NEWEST_FIRST, after = null, expiredUpTo = null } = query;
  return plan('findRecords', {
    storeId: 's',
    storeNumber: 1,
    shape: 't0,n0',
    limit: 10,
    maxBytes: null,
    batch: 11,
    isWide: false,
    where,
    order,
    after,
    expiredUpTo,
  });
}

const WALK = 'SEARCH records USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)';
/** The ends of the store, each a look-up, then the parts between them. */
const IN_PARTS = [
  'SCAN scan_parts VIRTUAL TABLE INDEX 3:',
  'SCALAR SUBQUERY 1',
  WALK,
  'SCALAR SUBQUERY 2',
  WALK,
  WALK,
];

describe('query plans', () => {
  test('a record is found by its id through the index', () => {
    expect(
      plan('getRecord', { storeId: 's', storeNumber: 1, shape: 't0', id: 'a', expiredUpTo: null }),
    ).toEqual(['SEARCH records USING INDEX records_by_id (store_id=? AND id=?)']);
  });

  test('pages in default order walk the clustered key, from the position on', () => {
    expect(findPlan({})).toEqual([WALK]);
    expect(findPlan({ expiredUpTo: 5 })).toEqual(IN_PARTS);
    expect(findPlan({ after: { value: 5, seq: 5 } })).toEqual([WALK]);
  });

  test('a filtered search in default order walks the clustered key, so that it stops at its limit', () => {
    expect(findPlan({ where: { column: 't0', op: 'eq', value: 'x' } })).toEqual(IN_PARTS);
    expect(findPlan({ where: { column: 'created_at', op: 'gte', value: 5 } })).toEqual(IN_PARTS);
    expect(findPlan({ where: { all: [{ column: 'updated_at', op: 'lt', value: 5 }] } })).toEqual(IN_PARTS);
  });

  test('a search for an id finds it through its index', () => {
    const byId = 'SEARCH records USING INDEX records_by_id (store_id=? AND id=?)';
    const where: Filter = { column: 'id', op: 'eq', value: 'x' };
    expect(findPlan({ where: { all: [{ column: 'n0', op: 'gt', value: 1 }, where] } })).toContain(byId);
    expect(plan('countRecords', { storeId: 's', storeNumber: 1, expiredUpTo: null, where })).toEqual([
      expect.stringContaining('records_by_id (store_id=? AND id=?)'),
    ]);
  });

  test('a search for one of several values reads what a search for one of them reads', () => {
    const ids: Filter = { column: 'id', op: 'in', values: ['x', 'y', 'z'] };
    expect(findPlan({ where: ids })).toEqual([
      'SEARCH records USING INDEX records_by_id (store_id=? AND id=?)',
      'USE TEMP B-TREE FOR ORDER BY',
    ]);
    expect(plan('countRecords', { storeId: 's', storeNumber: 1, expiredUpTo: null, where: ids })).toEqual([
      expect.stringContaining('records_by_id (store_id=? AND id=?)'),
    ]);
    const plans = (order?: Order) =>
      [
        { column: 't0', op: 'in', values: ['x', 'y'] } as const,
        { column: 't0', op: 'eq', value: 'x' } as const,
      ].map((where) => findPlan({ where, ...(order === undefined ? {} : { order }) }));
    for (const order of [undefined, { column: 'n0', direction: 'asc' } as const]) {
      const [several, one] = plans(order);
      expect(several).toEqual(one);
    }
  });

  test.each([
    ['newest', 'desc', '<'],
    ['oldest', 'asc', '>'],
  ] as const)(
    'pages by creation time walk its index without any sorting, %s first',
    (_, direction, further) => {
      const order: Order = { column: 'created_at', direction };
      expect(findPlan({ order })).toEqual(['SEARCH records USING INDEX records_by_created_at (store_id=?)']);
      expect(findPlan({ order, after: { value: 5, seq: 5 } })).toEqual([
        // The index ends with the rowid, which SQLite does not enter it by: only records of the same millisecond are
        // passed over.
        `SEARCH records USING INDEX records_by_created_at (store_id=? AND created_at${further}?)`,
      ]);
    },
  );

  test('pages by id walk its index in both directions', () => {
    expect(findPlan({ order: { column: 'id', direction: 'asc' } })).toEqual([
      'SEARCH records USING INDEX records_by_id (store_id=?)',
    ]);
    expect(findPlan({ order: { column: 'id', direction: 'desc' }, after: { value: 'x', seq: 1 } })).toEqual([
      'SEARCH records USING INDEX records_by_id (store_id=? AND id<?)',
    ]);
  });

  test('a sort by a property reads the store once, into a sorter of numbers that the limit bounds, and looks the page up', () => {
    const sorted = [
      'CO-ROUTINE page',
      ...IN_PARTS,
      'USE TEMP B-TREE FOR ORDER BY',
      'SCAN page',
      'SEARCH records USING INTEGER PRIMARY KEY (rowid=?)',
      'USE TEMP B-TREE FOR ORDER BY',
    ];
    expect(findPlan({ order: { column: 'n0', direction: 'desc' } })).toEqual(sorted);
    expect(findPlan({ order: { column: 't0', direction: 'asc' }, after: { value: 'x', seq: 1 } })).toEqual(
      sorted,
    );
  });

  test('a store is counted in an index, and matches along the clustered key', () => {
    expect(
      plan('countRecords', { storeId: 's', storeNumber: 1, expiredUpTo: null, where: EVERYTHING }),
    ).toEqual(['SEARCH records USING INDEX records_by_created_at (store_id=?)']);
    const where: Filter = { column: 'n0', op: 'gt', value: 1 };
    expect(plan('countRecords', { storeId: 's', storeNumber: 1, expiredUpTo: null, where })).toEqual(
      IN_PARTS,
    );
  });

  test('images, fonts, blobs and drafts are found through indexes, and pages of images are not sorted', () => {
    const page = { accountId: 'a', nameContains: null, type: null, limit: 10 };
    const image = { accountId: 'a', id: 1 };
    const frame = { ref: { accountId: 'a', id: 'tf' }, now: 5 };
    expect([
      plan('getImage', image),
      plan('findPublicImage', { publicId: 'p' }),
      plan('listImages', { ...page, active: null, before: 5 }),
      plan('listImages', { ...page, active: true, before: 5 }),
      plan('listImages', { ...page, active: true, before: null }),
      plan('updateImage', { ...image, change: { name: 'n' }, now: 5 }),
      plan('listImageUses', image),
      plan('getFont', image),
      plan('listFonts', { accountId: 'a' }),
      plan('findBlob', { hash: 'h' }),
      plan('getBlob', { hash: 'h', size: 1 }),
      plan('purgeUnusedBlobs', { untouchedSince: 5, limit: 10 }),
      plan('sweepBlobObjects', { notedBefore: 5, limit: 10 }),
      plan('getDraft', frame),
      plan('findDraft', { id: 'tf', now: 5 }),
      plan('listDrafts', { accountId: 'a', now: 5 }),
    ]).toMatchInlineSnapshot(`
      [
        [
          "SEARCH images USING INDEX sqlite_autoindex_images_2 (account_id=? AND id=?)",
        ],
        [
          "SEARCH images USING INDEX sqlite_autoindex_images_1 (public_id=?)",
        ],
        [
          "SEARCH images USING INDEX sqlite_autoindex_images_2 (account_id=? AND id<?)",
        ],
        [
          "SEARCH images USING INDEX images_by_state (account_id=? AND active=? AND id<?)",
        ],
        [
          "SEARCH images USING INDEX images_by_state (account_id=? AND active=?)",
        ],
        [
          "SEARCH images USING INDEX sqlite_autoindex_images_2 (account_id=? AND id=?)",
        ],
        [
          "SEARCH blob_uses USING COVERING INDEX sqlite_autoindex_blob_uses_1 (holder=?)",
        ],
        [
          "SEARCH fonts USING INDEX sqlite_autoindex_fonts_1 (account_id=? AND id=?)",
        ],
        [
          "SEARCH fonts USING INDEX sqlite_autoindex_fonts_1 (account_id=?)",
        ],
        [
          "SEARCH blobs USING INDEX sqlite_autoindex_blobs_1 (hash=?)",
        ],
        [
          "SEARCH blob_bytes USING INDEX sqlite_autoindex_blob_bytes_1 (hash=?)",
        ],
        [
          "SEARCH blobs USING INDEX blobs_by_use (uses=? AND touched_at<?)",
        ],
        [
          "SEARCH blob_objects USING INDEX blob_objects_by_time (noted_at<?)",
        ],
        [
          "SEARCH timer_frames USING INDEX sqlite_autoindex_timer_frames_1 (id=?)",
        ],
        [
          "SEARCH timer_frames USING INDEX sqlite_autoindex_timer_frames_1 (id=?)",
        ],
        [
          "SEARCH timer_frames USING INDEX timer_frames_by_account (account_id=?)",
        ],
      ]
    `);
    expect(plan('purgeExpiredDrafts', { limit: 10, now: 5 })).toMatchInlineSnapshot(`
      [
        "SEARCH timer_frames USING INDEX sqlite_autoindex_timer_frames_1 (id=?)",
        "LIST SUBQUERY 1",
        "SEARCH timer_frames USING INDEX timer_frames_by_expiry (expires_at<?)",
      ]
    `);
  });

  test('keys, stores and due jobs are found through indexes', () => {
    expect(plan('findApiKey', { hash: 'h' })).toEqual([
      'SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_2 (hash=?)',
    ]);
    expect(plan('getStoreVersion', { id: 's', accountId: 'a' })).toEqual([
      'SEARCH stores USING INDEX sqlite_autoindex_stores_1 (id=?)',
    ]);
    expect(
      plan('listStores', { accountId: 'a', nameContains: null, deletedAfter: null, before: 5, limit: 10 }),
    ).toEqual(['SEARCH stores USING INDEX stores_by_account (account_id=? AND seq<?)']);
    expect(plan('listApiKeys', { accountId: 'a', before: null, limit: 10 })).toEqual([
      'SEARCH api_keys USING INDEX api_keys_by_account (account_id=?)',
    ]);
    expect(plan('claimJobs', { kinds: ['a', 'b'], limit: 10, now: 5, leaseUntil: 6 })).toEqual([
      'SEARCH jobs USING INDEX jobs_by_due (due_at<?)',
    ]);
  });
});
