import type { SampleRecord } from '../sample-records.ts';

/** A way to store the records of many stores in one SQLite file, as SQL. `@…` are bound by name. */
export interface Layout {
  readonly name: string;
  /** The tables that are created once, and those that are created for each store. */
  readonly tables: string;
  storeTables?(store: number): string;
  insert(store: number): string;
  /** Returns the values that statements bind to identify a store. */
  bindStore(store: number): Record<string, string | number>;
  bindRecord(record: SampleRecord, seq: number): Record<string, string | number | null>;
  /** Returns `SELECT … FROM … WHERE` for the store's records, with all columns or an expression. */
  select(store: number, what?: string): string;
  /** Returns a query for the record with `@id`. */
  get(store: number): string;
  /** Properties as expressions. Text also has a folded form. */
  readonly columns: Readonly<Record<'name' | 'color' | 'price' | 'stock', string>>;
  readonly foldedName: string;
  /** ` ORDER BY` newest first. */
  readonly newestFirst: string;
}

/** Returns the values of a row in any layout: the key as the id, and text with its folded form if that differs. */
export function cells(record: SampleRecord, seq: number) {
  const folded = record.name.toLowerCase();
  return {
    seq,
    id: record.sku,
    now: 1_700_000_000_000 + seq,
    name: record.name,
    folded: folded === record.name ? null : folded,
    color: record.color,
    price: record.price,
    stock: record.stock,
    active: record.active ? 1 : 0,
    released: Date.parse(record.released),
    link: record.link,
  };
}

/** Returns a store id with the length of a real one. */
export function storeId(store: number): string {
  return `itMQF4ZwkLQ2pJ${String(store).padStart(2, '0')}`;
}
