import type { Issue } from '../ground/errors.ts';
import { MAX_RECORD_BYTES } from '../ground/limits.ts';
import { nameHint } from '../ground/nearest-name.ts';
import type { PropertyRow, SlotValue, StoreRow } from '../storage/index.ts';
import { readValue } from '../values/value.ts';
import { schemaOf } from './store-schema.ts';

export type RecordBody = Readonly<Record<string, unknown>>;

/** The body of a write, read according to the schema of the store. If there are issues, nothing may be written. */
export interface ReadBody {
  /** Values by property, in the order of the body. Omitted properties have no entry. */
  readonly values: ReadonlyMap<PropertyRow, SlotValue>;
  /** The member `id` of the body if no property has that name. Undefined if it is omitted or null. */
  readonly id: unknown;
  readonly issues: Issue[];
}

/** Members of a response besides the properties. A body may contain them, and they are ignored. */
const IGNORED = new Set(['date_created', 'date_updated']);

/** Upper bound of unknown properties with an issue of their own. */
const UNKNOWN_MAX = 100;
/** Upper bound of issues that list the known names. Without it, a body of 4 MiB could cause a response of gigabytes. */
const NAMING_MAX = 3;

/** Reads each member of a body. Unknown names and values that do not fit their type become issues. */
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
      else {
        issues.push({ path: name, message: property.required ? read.messageIfRequired : read.message });
      }
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

/** Returns issues for required properties that a new record would leave unset. */
export function findMissing(store: StoreRow, read: ReadBody): Issue[] {
  const unset = schemaOf(store).required.filter((property) => (read.values.get(property) ?? null) === null);
  if (unset.length === 0) return [];
  const rejected = new Set(read.issues.map((issue) => issue.path));
  return unset
    .filter(({ name }) => !rejected.has(name))
    .map((property) => ({ path: property.name, message: 'A value is required.' }));
}

/** Returns issues for required properties that a change would unset. Ignores properties that the change omits. */
export function findUnset(read: ReadBody): Issue[] {
  const issues: Issue[] = [];
  for (const [property, value] of read.values) {
    if (value !== null || !property.required) continue;
    issues.push({ path: property.name, message: 'A value is required; it cannot be unset.' });
  }
  return issues;
}

/** Returns an issue if the text values exceed `MAX_RECORD_BYTES` bytes of UTF-8. The id does not count. */
export function findTooLarge(store: StoreRow, read: Pick<ReadBody, 'values'>): Issue[] {
  const { idProperty } = schemaOf(store);
  let units = 0;
  for (const value of read.values.values()) if (typeof value === 'string') units += value.length;
  // A UTF-16 unit takes at most three bytes of UTF-8, so most records need no exact count.
  if (units * 3 <= MAX_RECORD_BYTES) return [];
  let bytes = 0;
  for (const [property, value] of read.values) {
    if (typeof value === 'string' && property !== idProperty) bytes += Buffer.byteLength(value);
  }
  return bytes > MAX_RECORD_BYTES ? [TOO_LARGE] : [];
}

export const TOO_LARGE: Issue = {
  path: '',
  message: `The text values of a record may have at most ${MAX_RECORD_BYTES} bytes of UTF-8 together.`,
};
