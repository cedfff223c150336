import type { AnyFilter } from '@vitrine/client';
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
