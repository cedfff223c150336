import type { Issue } from '../errors.ts';
import { MAX_RECORD_BYTES } from '../limits.ts';
import { nameHint } from '../nearest-name.ts';
import type { PropertyRow, Slot, SlotValue, SlotValues, StoreRow } from '../storage/index.ts';
import { readValue } from '../values/value.ts';
import { schemaOf } from './store-schema.ts';

export type RecordBody = Readonly<Record<string, unknown>>;

/** A write body, read by the store's schema. With issues, nothing of it may be written. */
export interface ReadBody {
  /** By property, in the order of the body; only the properties that the body names. */
  readonly values: ReadonlyMap<PropertyRow, SlotValue>;
  /** The body's own `id` where no property has that name; undefined when absent or null. */
  readonly id: unknown;
  readonly issues: Issue[];
}

/** What a read shows beside the properties; a body may carry it back, and it is ignored. */
const IGNORED = new Set(['date_created', 'date_updated']);

/** Unknown properties that are reported one by one: as many as a store has properties. */
const UNKNOWN_MAX = 100;
/** Those of them whose message names the known ones: a body of 4 MiB could have gigabytes of names for an answer. */
const NAMING_MAX = 3;

/** Reads every member of a body: unknown names and values that their type refuses become issues. */
export function readRecordBody(store: StoreRow, body: RecordBody): ReadBody {
  const { propertiesByName } = schemaOf(store);
  const values = new Map<PropertyRow, SlotValue>();
  const issues: Issue[] = [];
  let unknown = 0;
  let id: unknown;
  for (const name of Object.keys(body)) {
    const property = propertiesByName.get(name);
    if (property !== undefined) {
      const read = readValue(property.type, body[name]);
      if (read.ok) values.set(property, read.value);
      else issues.push({ path: name, message: read.message });
    } else if (name === 'id') {
      id = body[name] ?? undefined;
    } else if (!IGNORED.has(name)) {
      if (++unknown <= UNKNOWN_MAX) {
        const names = unknown <= NAMING_MAX ? [...propertiesByName.keys()] : [];
        const known = unknown <= NAMING_MAX ? ` Known: ${names.join(', ')}.` : '';
        issues.push({ path: name, message: `Unknown property.${nameHint(name, names)}${known}` });
      }
    }
  }
  if (unknown > UNKNOWN_MAX)
    issues.push({ path: '', message: `${unknown - UNKNOWN_MAX} more properties are unknown.` });
  return { values, id, issues };
}

/** Issues for the required properties that a new record would leave unset. */
export function findMissing(store: StoreRow, read: ReadBody): Issue[] {
  const refused = new Set(read.issues.map((issue) => issue.path));
  return schemaOf(store)
    .required.filter(
      (property) => (read.values.get(property) ?? null) === null && !refused.has(property.name),
    )
    .map((property) => ({ path: property.name, message: 'A value is required.' }));
}

/** Issues for required properties that a change would unset. Properties it does not touch are not looked at. */
export function findUnset(read: ReadBody): Issue[] {
  const issues: Issue[] = [];
  for (const [property, value] of read.values) {
    if (value !== null || !property.required) continue;
    issues.push({ path: property.name, message: 'A value is required; it can not be unset.' });
  }
  return issues;
}

/** UTF-8 bytes of the text values: what counts against `MAX_RECORD_BYTES`. An id does not count, whatever it is made of. */
export function findTooLarge(store: StoreRow, read: ReadBody): Issue[] {
  const { idProperty } = schemaOf(store);
  let units = 0;
  for (const value of read.values.values()) if (typeof value === 'string') units += value.length;
  // No UTF-16 unit takes more than three bytes of UTF-8, so most records need no counting.
  if (units * 3 <= MAX_RECORD_BYTES) return [];
  let bytes = 0;
  for (const [property, value] of read.values) {
    if (typeof value === 'string' && property !== idProperty) bytes += Buffer.byteLength(value);
  }
  return bytes > MAX_RECORD_BYTES ? [TOO_LARGE] : [];
}

export const TOO_LARGE: Issue = {
  path: '',
  message: `The record's text values together have at most ${MAX_RECORD_BYTES} bytes of UTF-8.`,
};

/** The form in which a storage takes a body: without what is kept as the id. */
export function toSlotValues(store: StoreRow, read: ReadBody): SlotValues {
  const { idProperty } = schemaOf(store);
  const slots: Slot[] = [];
  const values: SlotValue[] = [];
  for (const [property, value] of read.values) {
    if (property === idProperty) continue;
    slots.push(property.slot);
    values.push(value);
  }
  return { slots, values };
}
