import { cells, type Layout, storeId } from './layout.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Returns the columns of `storage-sql/src/layout/record-layout.ts`, in its order. */
const columnsOf = (slots: number) =>
  [
    'id TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, id_folded TEXT',
    ...numbers(slots).map((index) => `t${index} TEXT, f${index} TEXT, n${index} REAL`),
    'overflow TEXT',
  ].join(', ');
const COLUMNS = columnsOf(24);

/** The key is the id, so t0 is empty; name, color and link are in t1…t3; price, stock, active and released in n0…n3. */
const PLACED = 't1, f1, t2, f2, t3, f3, n0, n1, n2, n3';
const PLACED_VALUES = '@name, @folded, @color, NULL, @link, NULL, @price, @stock, @active, @released';
const SELECTED = 'id, seq, created_at, updated_at, t0, t1, t2, n0, n1, n2, n3, t3';

const shared = {
  bindRecord: cells,
  columns: { name: 't1', color: 't2', price: 'n0', stock: 'n1' },
  foldedName: 'coalesce(f1, t1)',
} as const;

const WIDTH = 2 ** 31;
const rangeOf = (store: number) => ({ above: store * WIDTH - 1, below: (store + 1) * WIDTH });

const tablesOf = (
  store: string,
  columns = COLUMNS,
) => `CREATE TABLE records (${store}, seq INTEGER PRIMARY KEY, ${columns}) STRICT;
    CREATE UNIQUE INDEX records_by_id ON records (store_id, id);
    CREATE INDEX records_by_created_at ON records (store_id, created_at);`;
const COMPUTED = `store_id INTEGER GENERATED ALWAYS AS (seq / ${WIDTH}) VIRTUAL`;

/** The layout of Vitrine: the only key is the insertion number, which starts with the store's number. */
export const keyedBySeq: Layout = {
  ...shared,
  name: 'typed slots, seq names the store',
  newestFirst: ' ORDER BY seq DESC',
  bindStore: (store) => ({ ...rangeOf(store), store }),
  tables: tablesOf(COMPUTED),
  insert: () =>
    `INSERT INTO records (seq, id, created_at, updated_at, ${PLACED}) VALUES (@above + 1 + @seq, @id, @now, @now, ${PLACED_VALUES})`,
  get: () => `SELECT ${SELECTED} FROM records WHERE store_id = @store AND id = @id`,
  select: (_, what = SELECTED) => `SELECT ${what} FROM records WHERE seq > @above AND seq < @below`,
};

/** The same, with the store's id in each row and in both indexes. */
export const withStoreId: Layout = {
  ...keyedBySeq,
  name: "and the store's id",
  bindStore: (store) => ({ ...rangeOf(store), store: storeId(store) }),
  tables: tablesOf('store_id TEXT NOT NULL'),
  insert: () =>
    `INSERT INTO records (store_id, seq, id, created_at, updated_at, ${PLACED}) VALUES (@store, @above + 1 + @seq, @id, @now, @now, ${PLACED_VALUES})`,
};

const byStoreId = {
  ...shared,
  bindStore: (store: number) => ({ store: storeId(store) }),
  insert: () =>
    `INSERT INTO records (store_id, seq, id, created_at, updated_at, ${PLACED}) VALUES (@store, @seq, @id, @now, @now, ${PLACED_VALUES})`,
  get: keyedBySeq.get,
  select: (_: number, what = SELECTED) => `SELECT ${what} FROM records WHERE store_id = @store`,
} as const;

/** Clustered by the default order, with the store's id in the key. */
export const clusteredBySeq: Layout = {
  ...byStoreId,
  name: 'by (store, seq)',
  newestFirst: ' ORDER BY seq DESC',
  tables: `CREATE TABLE records (store_id TEXT NOT NULL, seq INTEGER NOT NULL, ${COLUMNS}, PRIMARY KEY (store_id, seq)) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX records_by_id ON records (store_id, id);
    CREATE INDEX records_by_created_at ON records (store_id, created_at, seq);`,
};

/** Clustered by id, newest first by an index. */
export const clusteredById: Layout = {
  ...byStoreId,
  name: 'by (store, id)',
  newestFirst: ' ORDER BY created_at DESC, seq DESC',
  tables: `CREATE TABLE records (store_id TEXT NOT NULL, seq INTEGER NOT NULL, ${COLUMNS}, PRIMARY KEY (store_id, id)) STRICT, WITHOUT ROWID;
    CREATE INDEX records_by_created_at ON records (store_id, created_at, seq);`,
};

/** Half the number of slots: a shorter header, and more properties as JSON. */
export const narrow: Layout = {
  ...keyedBySeq,
  name: 'the first, 12 slots',
  tables: tablesOf(COMPUTED, columnsOf(12)),
};
