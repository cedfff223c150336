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

/** Returns the kind of value that a text should be and is not. Null if it is one, or is empty. */
export function misfitOf({ type }: Column, op: string, text: string): 'number' | 'date' | null {
  if (!needsValue(op)) return null;
  const parts = (op === 'in' ? text.split(',') : [text]).map((part) => part.trim()).filter(Boolean);
  if (type === 'number') return parts.every((part) => Number.isFinite(Number(part))) ? null : 'number';
  if (type === 'datetime') return parts.every((part) => DATE.test(part)) ? null : 'date';
  return null;
}

/** A day, or a moment. The server says what is wrong with the rest. */
const DATE = /^\d{4}-\d\d-\d\d(?:[T ].+)?$/i;

/** Returns the filter of a typed text, or null while it is not complete. */
export function readFilter(column: Column, op: string, text: string): AnyFilter | null {
  if (!needsValue(op)) return { field: column.name, op };
  if (text.trim() === '' || misfitOf(column, op, text) !== null) return null;
  if (op === 'in') {
    const values = text.split(',').map((part) => part.trim());
    const read = values.filter(Boolean).map((value) => readOne(column.type, value));
    return read.length === 0 ? null : { field: column.name, op, value: read };
  }
  return { field: column.name, op, value: readOne(column.type, text) };
}

function readOne(type: PropertyType, text: string): string | number | boolean {
  if (type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true';
  return type === 'datetime' ? text.trim() : text;
}

/** Returns the text of a filter's value. */
export function textOfFilter({ value }: AnyFilter): string {
  return Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value);
}
