import Database from 'better-sqlite3';

/** The floor: what one would write by hand for this one table, with the durability that Vitrine promises. */

export interface RecordJson {
  sku: string;
  name: string | null;
  color: string | null;
  price: number | null;
  stock: number | null;
  active: boolean | null;
  released: string | null;
  link: string | null;
}

export interface RecordTableRow {
  seq: number;
  sku: string;
  name: string | null;
  color: string | null;
  price: number | null;
  stock: number | null;
  active: number | null;
  released: number | null;
  link: string | null;
  created_at: number;
  updated_at: number;
}

/** What a body may name; SQL is made of these names only. */
export const PROPERTIES = ['sku', 'name', 'color', 'price', 'stock', 'active', 'released', 'link'] as const;
export type Property = (typeof PROPERTIES)[number];

export function openRecordsTable(file: string): Database.Database {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('cache_size = -65536');
  db.exec(`CREATE TABLE IF NOT EXISTS records (
    seq INTEGER PRIMARY KEY, sku TEXT NOT NULL, name TEXT, name_folded TEXT, color TEXT, price REAL, stock REAL,
    active INTEGER, released INTEGER, link TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
    CREATE UNIQUE INDEX IF NOT EXISTS records_sku ON records (sku);`);
  return db;
}

export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** A JSON value as its column keeps it. */
export function toCell(property: Property, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (property === 'active') return value === true ? 1 : 0;
  if (property === 'released') return Date.parse(String(value));
  return value;
}

export function showRow(row: RecordTableRow) {
  return {
    id: row.sku,
    sku: row.sku,
    name: row.name,
    color: row.color,
    price: row.price,
    stock: row.stock,
    active: row.active === null ? null : row.active === 1,
    released: row.released === null ? null : new Date(row.released).toISOString(),
    link: row.link,
    date_created: new Date(row.created_at).toISOString(),
    date_updated: new Date(row.updated_at).toISOString(),
  };
}
