import type { RecordValue, StoreRecordResponse } from '../contracts/records/records.ts';
import { sha256Base64url } from '../ground/crypto.ts';
import type { RecordRow, StoreRow } from '../ground/rows.ts';
import { showDatetime } from '../values/datetime.ts';
import { TYPE_RULES } from '../values/value.ts';
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

/** The form of the records of a list of properties. Made once for each list. */
interface RecordForm {
  /** All members, unset. A copy is cheaper than an object that grows, and so is its JSON. */
  readonly unset: Readonly<Record<string, null>>;
  readonly members: readonly FormMember[];
  /** Null: an object keeps the order. */
  readonly order: readonly string[] | null;
}

interface FormMember {
  readonly name: string;
  readonly show: (value: string | number) => string | number | boolean;
  /** Its value is the id of the record. */
  readonly isId: boolean;
}

const forms = new WeakMap<StoreRow['properties'], RecordForm>();

function formOf(store: Pick<StoreRow, 'properties'>): RecordForm {
  const { properties } = store;
  let form = forms.get(properties);
  if (form === undefined) {
    const { idProperty } = schemaOf(store);
    const names = ['id', ...properties.map((property) => property.name), 'date_created', 'date_updated'];
    form = {
      unset: Object.fromEntries(names.map((name) => [name, null])),
      members: properties.map((property) => ({
        name: property.name,
        show: TYPE_RULES[property.type].show,
        isId: property === idProperty,
      })),
      order: names.some((name) => INDEX_LIKE.test(name)) ? [...new Set(names)] : null,
    };
    forms.set(properties, form);
  }
  return form;
}

/**
 * Returns a stored record as responses show it: flat, with its properties in schema order and null for unset values.
 */
export function showRecord(
  store: Pick<StoreRow, 'properties'>,
  { id, values, createdAt, updatedAt }: Omit<RecordRow, 'seq' | 'id'> & { id: string | null },
): StoreRecordResponse {
  const { unset, members, order } = formOf(store);
  const record: Record<string, RecordValue> = { ...unset };
  record.id = id;
  for (let i = 0; i < members.length; i++) {
    const member = members[i];
    if (member === undefined) continue;
    const value = member.isId ? id : (values[i] ?? null);
    record[member.name] = value === null ? null : member.show(value);
  }
  record.date_created = showDatetime(createdAt);
  record.date_updated = showDatetime(updatedAt);
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

/** 132 bits of the hash. */
const TAG_LENGTH = 22;

/**
 * Returns the strong entity tag of a record: a hash of its JSON, which has all values and both times. Two responses with
 * one tag are equal byte for byte (RFC 9110 section 8.8.1), also if the record was changed and changed back within the
 * same millisecond.
 *
 * @param json the JSON of the record, if the caller has it.
 */
export function recordEtag(record: StoreRecordResponse, json = recordToJson(record)): string {
  return `"${sha256Base64url(json).slice(0, TAG_LENGTH)}"`;
}
