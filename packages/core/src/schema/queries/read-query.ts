import type { z } from 'zod';
import type { orderBy, SearchFilter } from '../../contracts/records/records.ts';
import type { Issue } from '../../ground/errors.ts';
import { readFiniteNumber } from '../../ground/json.ts';
import { namesHint } from '../../ground/nearest-name.ts';
import type { PropertyType, StoreRow } from '../../ground/rows.ts';
import {
  type Column,
  EVERYTHING,
  type Filter,
  NEWEST_FIRST,
  type Order,
  type OrderKey,
} from '../../query/ast.ts';
import { fold } from '../../query/fold.ts';
import { TYPE_RULES } from '../../values/value.ts';
import { isTimeZone, TIME_ZONE_FORMS } from '../../zones/time-zone.ts';
import { schemaOf } from '../store-schema.ts';
import { OPERATORS, operatorsOf, type ValueIssue } from './operators.ts';

/** What a name in a filter or an order refers to, and its type. */
export interface Field {
  readonly column: Column;
  readonly type: PropertyType;
}

const SYSTEM_FIELDS: ReadonlyMap<string, Field> = new Map([
  ['id', { column: 'id', type: 'string' }],
  ['date_created', { column: 'created_at', type: 'datetime' }],
  ['date_updated', { column: 'updated_at', type: 'datetime' }],
]);

/**
 * Returns the field with exactly this name (docs/rules.md#text), or null if it is neither a property nor a system
 * field.
 */
export function findField(store: StoreRow, name: string): Field | null {
  const { propertiesByName, idProperty } = schemaOf(store);
  const property = propertiesByName.get(name);
  if (property !== undefined) {
    return { column: property === idProperty ? 'id' : property.slot, type: property.type };
  }
  return SYSTEM_FIELDS.get(name) ?? null;
}

/** Returns the message for an unknown name in a filter or an order, with the known names. */
export function unknownField(store: StoreRow, name: string): string {
  const names = [...new Set([...schemaOf(store).propertiesByName.keys(), ...SYSTEM_FIELDS.keys()])];
  return `Unknown property.${namesHint(name, names)}`;
}

interface ReadFilter {
  readonly where: Filter;
  readonly issues: Issue[];
}

/** A filter of a request, also one that lacks members. */
type GivenFilter = Partial<z.output<typeof SearchFilter>>;

/**
 * Converts filters of a request to a typed filter. Accepts filters that lack members. If there are issues (at
 * `filters[i].field`, `.op`, `.timeZone`, `.value` or `.value[j]`), `where` must not be used.
 */
export function readFilters(
  store: StoreRow,
  filters: readonly GivenFilter[] | undefined,
  match: 'all' | 'any' | undefined,
): ReadFilter {
  if (filters === undefined || filters.length === 0) return { where: EVERYTHING, issues: [] };
  const issues: Issue[] = [];
  const parts: Filter[] = [];
  filters.forEach((filter, index) => {
    const read = readFilter(store, filter);
    if (Array.isArray(read)) {
      for (const { at, message } of read) issues.push({ path: `filters[${index}].${at}`, message });
    } else parts.push(read);
  });
  return { where: match === 'any' ? { any: parts } : { all: parts }, issues };
}

/** Issues of a filter, at its member: `field`, `op`, `timeZone`, `value`, or an element such as `value[3]`. */
type Refusal = ValueIssue[];

function readFilter(store: StoreRow, filter: GivenFilter): Filter | Refusal {
  const { op = '' } = filter;
  const field = filter.field === undefined ? null : findField(store, filter.field);
  if (field === null) return [{ at: 'field', message: unknownField(store, filter.field ?? '') }];
  const operators = OPERATORS[field.type];
  const read = Object.hasOwn(operators, op) ? operators[op] : undefined;
  if (read === undefined) {
    return [
      {
        at: 'op',
        message: `Not an operator of the ${field.type} "${filter.field}". Use ${operatorsOf(field.type).join(', ')}.`,
      },
    ];
  }
  const { timeZone } = filter;
  if (timeZone !== undefined) {
    if (field.type !== 'datetime') {
      return [
        { at: 'timeZone', message: `"${filter.field}" is a ${field.type}; only datetimes have a time zone.` },
      ];
    }
    if (!isTimeZone(timeZone)) return [{ at: 'timeZone', message: TIME_ZONE_FORMS }];
  }
  const comparison = read(field.column, filter.value, timeZone);
  if (typeof comparison === 'string') return [{ at: 'value', message: comparison }];
  if (!isRefusal(comparison)) return comparison;
  return comparison.map(({ at, message }) => ({ at: `value${at}`, message }));
}

/** Returns whether the value of a filter was refused, with the issues of its elements. */
export function isRefusal(read: Filter | readonly ValueIssue[]): read is readonly ValueIssue[] {
  return Array.isArray(read);
}

/** The members of a request that select records, also such as lack members. */
interface GivenMatch {
  readonly filters?: readonly GivenFilter[] | undefined;
  readonly match?: 'all' | 'any' | undefined;
  /** Not empty. */
  readonly q?: string | undefined;
}

/**
 * Converts what a request selects to one filter. `match` combines the filters, and `q` has to match besides. See
 * `readFilters`.
 */
export function readMatch(store: StoreRow, { filters, match, q }: GivenMatch): ReadFilter {
  const read = readFilters(store, filters, match);
  if (q === undefined) return read;
  const anywhere = readAnywhere(store, q);
  return { ...read, where: read.where === EVERYTHING ? anywhere : { all: [read.where, anywhere] } };
}

/**
 * Returns the filter of the records in which a text property contains the text, without regard to case, or whose id or a
 * number equals it (docs/query-semantics.md#search-in-all-fields).
 */
function readAnywhere(store: StoreRow, q: string): Filter {
  const { idProperty } = schemaOf(store);
  const needle = fold(q);
  const number = readFiniteNumber(q);
  const parts = store.properties.flatMap((property): Filter[] => {
    const { slot, type } = property;
    if (TYPE_RULES[type].slotKind === 't') {
      return [{ column: property === idProperty ? 'id' : slot, op: 'contains', value: needle }];
    }
    return type === 'number' && number !== null ? [{ column: slot, op: 'eq', value: number }] : [];
  });
  if (idProperty === null) parts.push({ column: 'id', op: 'eq', value: q });
  return { any: parts };
}

interface ReadOrder {
  /** Of no use if there are issues. */
  readonly order: Order;
  readonly issues: Issue[];
}

/**
 * Converts `sortBy` and `sortDir` to an order. Neither: newest first. `sortDir` alone applies to date_created, `sortBy`
 * alone is ascending (docs/query-semantics.md#order).
 */
export function readOrder(
  store: StoreRow,
  sortBy: z.output<typeof orderBy>,
  sortDir: 'asc' | 'desc' | undefined,
): ReadOrder {
  if (sortBy === undefined || (Array.isArray(sortBy) && sortBy.length === 0)) {
    const order: Order = sortDir === 'asc' ? { column: 'created_at', direction: 'asc' } : NEWEST_FIRST;
    return { order, issues: [] };
  }
  if (typeof sortBy !== 'string') return readSeveral(store, sortBy, sortDir);
  const field = findField(store, sortBy);
  if (field === null) {
    return { order: NEWEST_FIRST, issues: [{ path: 'sortBy', message: unknownField(store, sortBy) }] };
  }
  return { order: { column: field.column, direction: sortDir ?? 'asc' }, issues: [] };
}

type GivenKeys = Exclude<z.output<typeof orderBy>, string | undefined>;

function readSeveral(store: StoreRow, given: GivenKeys, sortDir: 'asc' | 'desc' | undefined): ReadOrder {
  const issues: Issue[] = [];
  if (sortDir !== undefined) {
    issues.push({ path: 'sortDir', message: 'Each field of a list has its own direction: "dir".' });
  }
  const keys: OrderKey[] = [];
  given.forEach(({ field: name, dir = 'asc' }, index) => {
    const path = `sortBy[${index}].field`;
    const field = findField(store, name);
    if (field === null) issues.push({ path, message: unknownField(store, name) });
    else if (given.findIndex(({ field: earlier }) => earlier === name) < index) {
      issues.push({ path, message: 'Name each field once.' });
    } else keys.push({ column: field.column, direction: dir });
  });
  // Ids are unique, so no field after the id has an effect.
  const end = keys.findIndex(({ column }) => column === 'id');
  const [first = NEWEST_FIRST, ...further] = end < 0 ? keys : keys.slice(0, end + 1);
  return { order: further.length === 0 ? first : { ...first, further }, issues };
}
