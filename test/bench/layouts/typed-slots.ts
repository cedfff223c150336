import { cells, type Layout, storeId } from './layout.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const SYSTEM = 'id TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL';
/** The columns of `storage-sql/src/record-layout.ts`, in its order: 24 slots of a kind, folded text behind all others. */
const COLUMNS = [
  SYSTEM,
  ...numbers(24).map((index) => `t${index} TEXT, n${index} REAL`),
  'overflow TEXT, id_folded TEXT',
  ...numbers(24).map((index) => `f${index} TEXT`),
].join(', ');
/** Half as many slots, folded text beside its text: less of a row's header to walk for each cell. */
const NARROW_COLUMNS = [
  SYSTEM,
  ...numbers(12).map((index) => `t${index} TEXT, f${index} TEXT, n${index} REAL`),
  'overflow TEXT, id_folded TEXT',
].join(', ');

/** sku, name, color, link in t0…t3; price, stock, active, released in n0…n3. */
const PLACED = 't0, f0, t1, f1, t2, f2, t3, f3, n0, n1, n2, n3';
const PLACED_VALUES =
  '@sku, NULL, @name, @folded, @color, NULL, @link, NULL, @price, @stock, @active, @released';
const SELECTED = 'id, seq, created_at, updated_at, t0, t1, t2, n0, n1, n2, n3, t3';

const shared = {
  bindRecord: cells,
  columns: { name: 't1', color: 't2', price: 'n0', stock: 'n1' },
  foldedName: 'coalesce(f1, lower(t1))',
} as const;

const byStoreId = {
  ...shared,
  bindStore: (store: number) => ({ store: storeId(store) }),
  insert: () =>
    `INSERT INTO records (store_id, seq, id, created_at, updated_at, ${PLACED}) VALUES (@store, @seq, @id, @now, @now, ${PLACED_VALUES})`,
  get: () => `SELECT ${SELECTED} FROM records WHERE store_id = @store AND id = @id`,
  select: (_: number, what = SELECTED) => `SELECT ${what} FROM records WHERE store_id = @store`,
} as const;

/** Clustered by the default order: what Vitrine has. */
export const clusteredBySeq: Layout = {
  ...byStoreId,
  name: 'typed slots by (store, seq)',
  newestFirst: ' ORDER BY seq DESC',
  tables: `CREATE TABLE records (store_id TEXT NOT NULL, seq INTEGER NOT NULL, ${COLUMNS}, PRIMARY KEY (store_id, seq)) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX records_by_id ON records (store_id, id);
    CREATE INDEX records_by_created_at ON records (store_id, created_at, seq);`,
};

/** Clustered by id, newest first by an index. */
export const clusteredById: Layout = {
  ...byStoreId,
  name: 'typed slots by (store, id)',
  newestFirst: ' ORDER BY created_at DESC, seq DESC',
  tables: `CREATE TABLE records (store_id TEXT NOT NULL, seq INTEGER NOT NULL, ${COLUMNS}, PRIMARY KEY (store_id, id)) STRICT, WITHOUT ROWID;
    CREATE INDEX records_by_created_at ON records (store_id, created_at, seq);`,
};

export const narrow: Layout = {
  ...clusteredBySeq,
  name: 'the first, 12 slots, shadows beside',
  tables: clusteredBySeq.tables.replace(COLUMNS, NARROW_COLUMNS),
};

/** With a short number in place of the store's id, which every step of a scan compares. */
export const numberedStores: Layout = {
  ...clusteredBySeq,
  name: 'so, stores by number',
  bindStore: (store) => ({ store }),
  tables: narrow.tables.replace('store_id TEXT', 'store_id INTEGER'),
};

/** A rowid table whose rowid is the store's number and the record's: clustered by (store, seq) without a key to compare. */
const WIDTH = 2 ** 32;
const PACKED = SELECTED.replace('seq', 'place');

export const packedRowid: Layout = {
  ...shared,
  name: 'so, rowid = store·2³² + seq',
  newestFirst: ' ORDER BY place DESC',
  bindStore: (store) => ({ first: store * WIDTH, last: (store + 1) * WIDTH - 1, store }),
  tables: `CREATE TABLE records (place INTEGER PRIMARY KEY, store INTEGER NOT NULL, ${NARROW_COLUMNS}) STRICT;
    CREATE UNIQUE INDEX records_by_id ON records (store, id);
    CREATE INDEX records_by_created_at ON records (store, created_at);`,
  insert: () =>
    `INSERT INTO records (place, store, id, created_at, updated_at, ${PLACED}) VALUES (@first + @seq, @store, @id, @now, @now, ${PLACED_VALUES})`,
  get: () => `SELECT ${PACKED} FROM records WHERE store = @store AND id = @id`,
  select: (_, what = PACKED) => `SELECT ${what} FROM records WHERE place BETWEEN @first AND @last`,
};
