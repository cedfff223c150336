import type { RecordValue, StoreRecordResponse } from '../contracts/records.ts';
import type { RecordRow, StoreRow } from '../storage/rows.ts';
import { showDatetime } from '../values/datetime.ts';
import { showValue } from '../values/value.ts';
import { schemaOf } from './store-schema.ts';

/** Present only if an object cannot keep the order: JavaScript moves keys such as "2024" to the front. */
const ORDER = Symbol('order of properties');

/** A record as responses show it, or some members of it. */
export type ShownRecord = Readonly<Record<string, RecordValue>>;

type Ordered = ShownRecord & { [ORDER]?: readonly string[] };

/**
 * Matches array indexes. They are the first keys of an object, regardless of insertion order (ECMA-262,
 * OrdinaryOwnPropertyKeys).
 */
const INDEX_LIKE = /^(0|[1-9]\d{0,9})$/;

const orders = new WeakMap<StoreRow['properties'], readonly string[] | null>();

function orderOf(properties: StoreRow['properties']): readonly string[] | null {
  let order = orders.get(properties);
  if (order === undefined) {
    const names = properties.map((property) => property.name);
    order = names.some((name) => INDEX_LIKE.test(name))
      ? [...new Set(['id', ...names, 'date_created', 'date_updated'])]
      : null;
    orders.set(properties, order);
  }
  return order;
}

/**
 * Returns a stored record as responses show it: flat, with its properties in schema order and null for unset values.
 */
export function showRecord(
  store: Pick<StoreRow, 'properties'>,
  row: Omit<RecordRow, 'seq' | 'id'> & { id: string | null },
): StoreRecordResponse {
  const { properties } = store;
  const { idProperty } = schemaOf(store);
  const record: Record<string, string | number | boolean | null> = { id: row.id };
  for (let i = 0; i < properties.length; i++) {
    const property = properties[i];
    if (property === undefined) continue;
    record[property.name] =
      property === idProperty ? row.id : showValue(property.type, row.values[i] ?? null);
  }
  record.date_created = showDatetime(row.createdAt);
  record.date_updated = showDatetime(row.updatedAt);
  const order = orderOf(properties);
  if (order !== null) Object.defineProperty(record, ORDER, { value: order });
  return record as StoreRecordResponse;
}

/** Returns some members of a record, in the order of `names`. */
export function pickFields(record: ShownRecord, names: readonly string[]): ShownRecord {
  const picked: Record<string, RecordValue> = {};
  for (const name of names) picked[name] = record[name] ?? null;
  if (names.some((name) => INDEX_LIKE.test(name))) Object.defineProperty(picked, ORDER, { value: names });
  return picked;
}

/** Returns the JSON of a record with its members in schema order, or in that of `pickFields`. */
export function recordToJson(record: ShownRecord): string {
  const order = (record as Ordered)[ORDER];
  if (order === undefined) return JSON.stringify(record);
  return `{${order.map((name) => `${JSON.stringify(name)}:${JSON.stringify(record[name])}`).join(',')}}`;
}

/** Returns the JSON of a list of records. See `recordToJson`. */
export function recordsToJson(records: readonly ShownRecord[]): string {
  const [first] = records;
  if (first === undefined || (first as Ordered)[ORDER] === undefined) return JSON.stringify(records);
  return `[${records.map(recordToJson).join(',')}]`;
}
