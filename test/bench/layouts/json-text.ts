import { cells, type Layout, storeId } from './layout.ts';

/** One JSON text for each record, clustered by the default order. */
export const jsonText: Layout = {
  name: 'JSON text by (store, seq)',
  newestFirst: ' ORDER BY seq DESC',
  tables: `CREATE TABLE records (store_id TEXT NOT NULL, seq INTEGER NOT NULL, id TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, doc TEXT NOT NULL, PRIMARY KEY (store_id, seq)) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX records_by_id ON records (store_id, id);
    CREATE INDEX records_by_created_at ON records (store_id, created_at, seq);`,
  bindStore: (store) => ({ store: storeId(store) }),
  bindRecord(record, seq) {
    const { id, now, folded, ...rest } = cells(record, seq);
    const { name, color, price, stock, active, released, link } = rest;
    const doc = { name, color, price, stock, active, released, link };
    return { seq, id, now, doc: JSON.stringify(folded === null ? doc : { ...doc, folded }) };
  },
  insert: () =>
    'INSERT INTO records (store_id, seq, id, created_at, updated_at, doc) VALUES (@store, @seq, @id, @now, @now, @doc)',
  select: (_, what = 'id, seq, created_at, updated_at, doc') =>
    `SELECT ${what} FROM records WHERE store_id = @store`,
  get: () => 'SELECT id, seq, created_at, updated_at, doc FROM records WHERE store_id = @store AND id = @id',
  columns: {
    name: "(doc ->> '$.name')",
    color: "(doc ->> '$.color')",
    price: "(doc ->> '$.price')",
    stock: "(doc ->> '$.stock')",
  },
  foldedName: "coalesce(doc ->> '$.folded', doc ->> '$.name')",
};
