import { cells, type Layout } from './layout.ts';

/** A table for each store, with a column for each property. */
export const tablePerStore: Layout = {
  name: 'a table per store',
  newestFirst: ' ORDER BY seq DESC',
  tables: '',
  storeTables: (store) =>
    `CREATE TABLE records_${store} (seq INTEGER PRIMARY KEY, id TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, name TEXT, color TEXT, price REAL, stock REAL, active REAL, released REAL, link TEXT, name_folded TEXT) STRICT;
     CREATE UNIQUE INDEX records_${store}_by_id ON records_${store} (id);
     CREATE INDEX records_${store}_by_created_at ON records_${store} (created_at);`,
  bindStore: () => ({}),
  bindRecord: cells,
  insert: (store) =>
    `INSERT INTO records_${store} VALUES (@seq, @id, @now, @now, @name, @color, @price, @stock, @active, @released, @link, @folded)`,
  select: (store, what = '*') => `SELECT ${what} FROM records_${store} WHERE true`,
  get: (store) => `SELECT * FROM records_${store} WHERE id = @id`,
  columns: { name: 'name', color: 'color', price: 'price', stock: 'stock' },
  foldedName: 'coalesce(name_folded, name)',
};
