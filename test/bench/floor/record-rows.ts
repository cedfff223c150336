/** Columns and rows that the tables of the floor share. */

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
  active: boolean | number | null;
  released: number | null;
  link: string | null;
  created_at: number;
  updated_at: number;
}

/** The properties that a body may name. SQL is built from these names only. */
export const PROPERTIES = ['sku', 'name', 'color', 'price', 'stock', 'active', 'released', 'link'] as const;
export type Property = (typeof PROPERTIES)[number];

export const WRITTEN_COLUMNS = [...PROPERTIES, 'name_folded', 'created_at', 'updated_at'] as const;

/** Returns the cells of a new record, in the order of `WRITTEN_COLUMNS`. */
export function cellsOf(body: RecordJson, now: number): unknown[] {
  const cells = PROPERTIES.map((property) => toCell(property, body[property]));
  return [...cells, body.name === null ? null : fold(body.name ?? ''), now, now];
}

export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** Returns a JSON value in the form of its column. */
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
    active: row.active === null ? null : Boolean(row.active),
    released: row.released === null ? null : new Date(row.released).toISOString(),
    link: row.link,
    date_created: new Date(row.created_at).toISOString(),
    date_updated: new Date(row.updated_at).toISOString(),
  };
}
