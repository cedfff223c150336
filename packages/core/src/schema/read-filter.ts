import type { z } from 'zod';
import type { SearchFilter } from '../contracts/records.ts';
import type { Issue } from '../errors.ts';
import { parseJsonNumber } from '../json-number.ts';
import { STRING_MAX } from '../limits.ts';
import { nameHint } from '../nearest-name.ts';
import { type Column, type Comparison, EVERYTHING, type Filter } from '../query/ast.ts';
import { fold } from '../query/fold.ts';
import type { PropertyType, StoreRow } from '../storage/rows.ts';
import { canBeStored, fitsCodePoints } from '../stored-text.ts';
import { DATETIME_FORMS, parseDatetime } from '../values/datetime.ts';
import { schemaOf } from './store-schema.ts';

const TEXT_OPERATORS = ['eq', 'ne', 'contains', 'startsWith', 'endsWith', 'empty', 'notEmpty'] as const;
const NUMBER_OPERATORS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;
const BOOLEAN_OPERATORS = ['eq'] as const;
const DATETIME_OPERATORS = ['on', 'before', 'after'] as const;

/** Operators by property type (docs/query-semantics.md#filters); the url types take those of string. */
export function operatorsOf(type: PropertyType): readonly string[] {
  switch (type) {
    case 'string':
    case 'url_image':
    case 'url_link':
      return TEXT_OPERATORS;
    case 'number':
      return NUMBER_OPERATORS;
    case 'boolean':
      return BOOLEAN_OPERATORS;
    case 'datetime':
      return DATETIME_OPERATORS;
  }
}

/** A name in a filter or an order: what it stands for, and its type. */
export interface Field {
  readonly column: Column;
  readonly type: PropertyType;
}

const SYSTEM_FIELDS: ReadonlyMap<string, Field> = new Map([
  ['id', { column: 'id', type: 'string' }],
  ['date_created', { column: 'created_at', type: 'datetime' }],
  ['date_updated', { column: 'updated_at', type: 'datetime' }],
]);

/** Names match exactly (docs/rules.md#text). Null: neither a live property nor a system field. */
export function findField(store: StoreRow, name: string): Field | null {
  const { propertiesByName, idProperty } = schemaOf(store);
  const property = propertiesByName.get(name);
  if (property !== undefined) {
    return { column: property === idProperty ? 'id' : property.slot, type: property.type };
  }
  return SYSTEM_FIELDS.get(name) ?? null;
}

/** The message for a name that a filter or an order may not use; it names those that are known. */
export function unknownField(store: StoreRow, name: string): string {
  const names = [...new Set([...schemaOf(store).propertiesByName.keys(), ...SYSTEM_FIELDS.keys()])];
  return `Unknown property.${nameHint(name, names)} Known: ${names.join(', ')}.`;
}

export interface ReadFilter {
  readonly where: Filter;
  readonly issues: Issue[];
}

/** Wire filters to a typed filter, also such as lack members. With issues (at `filters[i].field`, `.op`, `.value`) `where` is of no use. */
export function readFilters(
  store: StoreRow,
  filters: readonly Partial<z.output<typeof SearchFilter>>[] | undefined,
  match: 'all' | 'any' | undefined,
): ReadFilter {
  if (filters === undefined || filters.length === 0) return { where: EVERYTHING, issues: [] };
  const issues: Issue[] = [];
  const parts: Filter[] = [];
  filters.forEach((filter, index) => {
    const read = readFilter(store, filter);
    if ('message' in read) issues.push({ path: `filters[${index}].${read.member}`, message: read.message });
    else parts.push(read);
  });
  return { where: match === 'any' ? { any: parts } : { all: parts }, issues };
}

type Refusal = { readonly member: 'field' | 'op' | 'value'; readonly message: string };

function readFilter(store: StoreRow, filter: Partial<z.output<typeof SearchFilter>>): Filter | Refusal {
  const { op = '' } = filter;
  const field = filter.field === undefined ? null : findField(store, filter.field);
  if (field === null) return { member: 'field', message: unknownField(store, filter.field ?? '') };
  const operators = operatorsOf(field.type);
  if (!operators.includes(op)) {
    return {
      member: 'op',
      message: `Not an operator of the ${field.type} "${filter.field}". Use ${operators.join(', ')}.`,
    };
  }
  switch (field.type) {
    case 'string':
    case 'url_image':
    case 'url_link':
      return readTextFilter(field.column, op, filter.value);
    case 'number':
      return readNumberFilter(field.column, op, filter.value);
    case 'boolean':
      return readBooleanFilter(field.column, filter.value);
    case 'datetime':
      return readDatetimeFilter(field.column, op, filter.value);
  }
}

/** A needle for contains and its like: longer ones make a scan cost needle × text. */
const NEEDLE_MAX = 4_096;

function readTextFilter(column: Column, op: string, value: unknown): Comparison | Refusal {
  if (op === 'empty' || op === 'notEmpty') return { column, op };
  if (typeof value !== 'string') return refuseValue('Expected a string.');
  if (!canBeStored(value)) return refuseValue('Expected well-formed Unicode without U+0000.');
  const isExact = op === 'eq' || op === 'ne';
  const max = isExact ? STRING_MAX : NEEDLE_MAX;
  if (!fitsCodePoints(value, max)) return refuseValue(`Expected at most ${max} characters.`);
  if (isExact) return { column, op, value };
  if (value === '') return refuseValue('Expected at least one character.');
  return { column, op: op as 'contains' | 'startsWith' | 'endsWith', value: fold(value) };
}

function readNumberFilter(column: Column, op: string, value: unknown): Comparison | Refusal {
  const number = typeof value === 'string' ? parseJsonNumber(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) {
    return refuseValue('Expected a finite number or its string form.');
  }
  return { column, op: op as 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte', value: number === 0 ? 0 : number };
}

function readBooleanFilter(column: Column, value: unknown): Comparison | Refusal {
  if (value === true || value === 'true') return { column, op: 'eq', value: 1 };
  if (value === false || value === 'false') return { column, op: 'eq', value: 0 };
  return refuseValue('Expected true or false.');
}

const DAY = 86_400_000;

/** A date-only value is the whole UTC day, a timestamp that instant: each set value is one of before, on, after. */
function readDatetimeFilter(column: Column, op: string, value: unknown): Filter | Refusal {
  const parsed = typeof value === 'string' ? parseDatetime(value) : null;
  if (parsed === null) return refuseValue(`Expected ${DATETIME_FORMS}.`);
  const from = parsed.millis;
  const to = from + (parsed.isDateOnly ? DAY : 1);
  if (op === 'before') return { column, op: 'lt', value: from };
  if (op === 'after') return { column, op: 'gte', value: to };
  return {
    all: [
      { column, op: 'gte', value: from },
      { column, op: 'lt', value: to },
    ],
  };
}

function refuseValue(message: string): Refusal {
  return { member: 'value', message };
}
