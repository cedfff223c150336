import type { SampleRecord } from '../sample-records.ts';

/** A way to keep the records of many stores in one SQLite file, as SQL. `@…` are bound by name. */
export interface Layout {
  readonly name: string;
  /** What is made once, and what is made for each store. */
  readonly tables: string;
  storeTables?(store: number): string;
  insert(store: number): string;
  /** What a statement binds for a store, beside what it looks for. */
  bindStore(store: number): Record<string, string | number>;
  bindRecord(record: SampleRecord, seq: number): Record<string, string | number | null>;
  /** `SELECT … FROM … WHERE` the store's records, of all columns or of an expression. */
  select(store: number, what?: string): string;
  /** The record with `@id`. */
  get(store: number): string;
  /** A property as an expression; text also folded. */
  readonly columns: Readonly<Record<'name' | 'color' | 'price' | 'stock', string>>;
  readonly foldedName: string;
  /** ` ORDER BY` newest first. */
  readonly newestFirst: string;
}

/** What a row of any layout holds: the key as the id, and text with its folded form beside it where that differs. */
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

/** As long as ours. */
export function storeId(store: number): string {
  return `itMQF4ZwkLQ2pJ${String(store).padStart(2, '0')}`;
}
