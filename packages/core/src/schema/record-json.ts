import type { StoreRecordResponse } from '../contracts/records.ts';
import type { RecordRow, StoreRow } from '../storage/rows.ts';
import { showDatetime } from '../values/datetime.ts';
import { showValue } from '../values/value.ts';
import { schemaOf } from './store-schema.ts';

/** Present only where an object can't keep the order by itself: JavaScript moves keys like "2024" to the front. */
const ORDER = Symbol('order of properties');

type Ordered = StoreRecordResponse & { [ORDER]?: readonly string[] };

/** The keys of an object that are array indexes come first, whatever was set first (ECMA-262, OrdinaryOwnPropertyKeys). */
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

/** A stored record as every read shows it: flat, properties in schema order, unset ones null. */
export function showRecord(
  store: StoreRow,
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

/** JSON of a record, its members in schema order whatever their names. */
export function recordToJson(record: StoreRecordResponse): string {
  const order = (record as Ordered)[ORDER];
  if (order === undefined) return JSON.stringify(record);
  return `{${order.map((name) => `${JSON.stringify(name)}:${JSON.stringify(record[name])}`).join(',')}}`;
}

/** JSON of a list of records, as `recordToJson`. */
export function recordsToJson(records: readonly StoreRecordResponse[]): string {
  const [first] = records;
  if (first === undefined || (first as Ordered)[ORDER] === undefined) return JSON.stringify(records);
  return `[${records.map(recordToJson).join(',')}]`;
}
