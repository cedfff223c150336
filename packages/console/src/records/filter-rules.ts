import type { AnyFilter } from '@vitrine/client';
import { plainText } from './read-value.ts';
import type { Column, PropertyType } from './value-types.ts';

const TEXT = ['contains', 'eq', 'ne', 'startsWith', 'endsWith', 'in', 'empty', 'notEmpty'] as const;

/** The operators of each type, the most useful first. */
const OPERATORS: Readonly<Record<PropertyType, readonly string[]>> = {
  string: TEXT,
  url_image: TEXT,
  url_link: TEXT,
  number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'in', 'empty', 'notEmpty'],
  boolean: ['eq', 'empty', 'notEmpty'],
  datetime: ['on', 'before', 'after', 'between', 'last', 'empty', 'notEmpty'],
};

/** The most days of the operator `last`. */
const DAYS_MAX = 36_500;

export function operatorsOf(type: PropertyType): readonly string[] {
  return OPERATORS[type];
}

/** Whether an operator compares with a value. */
export function needsValue(op: string): boolean {
  return op !== 'empty' && op !== 'notEmpty';
}

/** Returns the kind of value that a text should be and is not. Null if it is one, or is empty. */
export function misfitOf(
  { type }: Pick<Column, 'type'>,
  op: string,
  text: string,
): 'number' | 'date' | 'days' | null {
  if (!needsValue(op)) return null;
  const parts = partsOf(op, text);
  if (op === 'last') return parts.every(isDays) ? null : 'days';
  if (parts.every((part) => plainText(part, type) !== null)) return null;
  return type === 'number' ? 'number' : 'date';
}

function isDays(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= DAYS_MAX;
}

/** Returns the values in a text that are not empty. */
function partsOf(op: string, text: string): readonly string[] {
  const parts = op === 'in' ? text.split(',') : op === 'between' ? endsOf(text) : [text];
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** Returns the two ends in the text of the operator `between`. */
export function endsOf(text: string): readonly [from: string, to: string] {
  const at = text.indexOf(BETWEEN);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + BETWEEN.length)];
}

export function textOfEnds(from: string, to: string): string {
  return `${from}${BETWEEN}${to}`;
}

/** No field has a line break: two points would be moved to the other end while a decimal is typed. */
const BETWEEN = '\n';

/** Returns the filter of a typed text, or null while it is not complete. */
export function readFilter(column: Column, op: string, text: string): AnyFilter | null {
  const field = column.name;
  if (!needsValue(op)) return { field, op };
  const parts = partsOf(op, text);
  if (parts.length < (op === 'between' ? 2 : 1) || misfitOf(column, op, text) !== null) return null;
  if (op === 'last') return { field, op, value: Number(text) };
  if (op === 'in' || op === 'between')
    return { field, op, value: parts.map((part) => readOne(column.type, part)) };
  return { field, op, value: readOne(column.type, text) };
}

function readOne(type: PropertyType, text: string): string | number | boolean {
  if (type === 'boolean') return text === 'true';
  const plain = plainText(text, type) ?? text;
  return type === 'number' ? Number(plain) : plain;
}

/** Returns the text of a filter's value. */
export function textOfFilter({ op, value }: AnyFilter): string {
  if (op === 'between' && Array.isArray(value))
    return textOfEnds(String(value[0] ?? ''), String(value[1] ?? ''));
  return Array.isArray(value) ? value.join(', ') : value === undefined ? '' : String(value);
}
