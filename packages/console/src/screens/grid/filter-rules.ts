import type { AnyFilter } from '@vitrine/client';
import type { View } from './record-pages.ts';
import type { Column, PropertyType } from './value-types.ts';

const TEXT = ['contains', 'eq', 'ne', 'startsWith', 'endsWith', 'in', 'empty', 'notEmpty'] as const;

/** The operators of each type, the most useful first. */
const OPERATORS: Readonly<Record<PropertyType, readonly string[]>> = {
  string: TEXT,
  url_image: TEXT,
  url_link: TEXT,
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in'],
  boolean: ['eq'],
  datetime: ['on', 'before', 'after'],
};

export function operatorsOf(type: PropertyType): readonly string[] {
  return OPERATORS[type];
}

/** Whether an operator compares with a value. */
export function needsValue(op: string): boolean {
  return op !== 'empty' && op !== 'notEmpty';
}

/** Returns the filter of a typed text, or null while it is not complete. */
export function readFilter(column: Column, op: string, text: string): AnyFilter | null {
  if (!needsValue(op)) return { field: column.name, op };
  if (text.trim() === '') return null;
  if (op === 'in') {
    const values = text.split(',').map((part) => part.trim());
    const read = values.filter(Boolean).map((value) => readOne(column.type, value));
    return read.length === 0 ? null : { field: column.name, op, value: read };
  }
  return { field: column.name, op, value: readOne(column.type, text) };
}

function readOne(type: PropertyType, text: string): string | number | boolean {
  if (type === 'number' && Number.isFinite(Number(text))) return Number(text);
  if (type === 'boolean') return text === 'true';
  return text;
}

/** Returns the text of a filter's value. */
export function textOfFilter({ value }: AnyFilter): string {
  return Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value);
}

/** Whether a jump to a value is possible: the filter that it adds must hold together with the others. */
export function canJump({ filters, match, sortBy }: View): boolean {
  return sortBy !== null && (match === 'all' || filters.length < 2);
}

/** Returns the filters of a view, with the one of a jump. */
export function effectiveFilters(view: View, columns: readonly Column[]): readonly AnyFilter[] {
  const { from, sortBy, sortDir, filters } = view;
  const column = columns.find(({ name }) => name === sortBy);
  if (from === null || column === undefined || !canJump(view)) return filters;
  return [...filters, jumpFilter(column, sortDir, from)];
}

function jumpFilter({ name, type }: Column, sortDir: 'asc' | 'desc', from: string): AnyFilter {
  if (type === 'number') return { field: name, op: sortDir === 'asc' ? 'gte' : 'lte', value: Number(from) };
  if (type === 'datetime') {
    const time = Date.parse(/^\d{4}-\d\d-\d\d$/.test(from) ? from : `${from.replace(' ', 'T')}`);
    // The operators exclude the moment itself.
    const edge = new Date((Number.isNaN(time) ? Date.now() : time) + (sortDir === 'asc' ? -1 : 1));
    return { field: name, op: sortDir === 'asc' ? 'after' : 'before', value: edge.toISOString() };
  }
  return { field: name, op: 'startsWith', value: from };
}
