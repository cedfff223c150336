/** Columns and rows that the tables of the floors share. */

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

/** A row. Dates are milliseconds, or text on the lean floor. */
export interface RecordTableRow {
  seq: number;
  sku: string;
  name: string | null;
  color: string | null;
  price: number | null;
  stock: number | null;
  active: boolean | number | null;
  released: number | string | null;
  link: string | null;
  created_at: number | string;
  updated_at: number | string;
}

/** The properties that a body may name. SQL is built from these names only. */
export const PROPERTIES = ['sku', 'name', 'color', 'price', 'stock', 'active', 'released', 'link'] as const;
export type Property = (typeof PROPERTIES)[number];

/** How a floor stores dates and text, and turns rows into JSON. */
export interface RowForm {
  /** Stores dates as they are sent, searches text without a folded copy, and reads no row beyond a page. */
  readonly isLean: boolean;
  readonly writtenColumns: readonly string[];
  /** Returns a date of a body as its cell. */
  toDate(text: string): number | string;
  /** Returns the current time as a cell. */
  toTime(now: number): number | string;
  show(row: RecordTableRow): object;
}

/** Does by hand what ours does for its answers: dates are numbers, and text has a folded copy. */
export const FULL_FORM: RowForm = {
  isLean: false,
  writtenColumns: [...PROPERTIES, 'name_folded', 'created_at', 'updated_at'],
  toDate: Date.parse,
  toTime: (now) => now,
  show: (row) => ({
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
  }),
};

/** What a server for one table needs and nothing else: cells are sent as they are. */
export const LEAN_FORM: RowForm = {
  isLean: true,
  writtenColumns: [...PROPERTIES, 'created_at', 'updated_at'],
  toDate: (text) => text,
  toTime: (now) => new Date(now).toISOString(),
  show: (row) => ({
    id: row.sku,
    sku: row.sku,
    name: row.name,
    color: row.color,
    price: row.price,
    stock: row.stock,
    active: row.active === null ? null : Boolean(row.active),
    released: row.released,
    link: row.link,
    date_created: row.created_at,
    date_updated: row.updated_at,
  }),
};

/** Returns the cells of a new record, in the order of `writtenColumns`. */
export function cellsOf(form: RowForm, body: RecordJson, now: number): unknown[] {
  const cells = PROPERTIES.map((property) => toCell(form, property, body[property]));
  if (!form.isLean) cells.push(foldedCell(body.name));
  const time = form.toTime(now);
  return [...cells, time, time];
}

export function fold(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

export function foldedCell(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : fold(text);
}

/** Returns a JSON value in the form of its column. */
export function toCell(form: RowForm, property: Property, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (property === 'active') return value === true ? 1 : 0;
  if (property === 'released') return form.toDate(String(value));
  return value;
}
