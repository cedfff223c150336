import type { z } from 'zod';
import type { SearchFilter } from '../../contracts/records/records.ts';
import type { Issue } from '../../ground/errors.ts';
import { namesHint } from '../../ground/nearest-name.ts';
import type { PropertyType, StoreRow } from '../../ground/rows.ts';
import { type Column, EVERYTHING, type Filter } from '../../query/ast.ts';
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

export interface ReadFilter {
  readonly where: Filter;
  readonly issues: Issue[];
}

/** A filter of a request, also one that lacks members. */
export type GivenFilter = Partial<z.output<typeof SearchFilter>>;

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
