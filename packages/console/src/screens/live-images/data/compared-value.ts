import { needsValue, operatorsOf } from '../../../records/filter-rules.ts';
import { plainText, readValue } from '../../../records/read-value.ts';
import type { PropertyType } from '../../../records/value-types.ts';
import { isRange } from '../../../records/views/sent-filters.ts';

/** Returns the operators of a type that a live image knows. */
export function liveOperators(type: PropertyType): readonly string[] {
  return operatorsOf(type).filter((op) => !isRange({ op }));
}

/** Operators of texts that compare with a part of one, which is never empty. */
const OF_PARTS = ['contains', 'startsWith', 'endsWith'];
/** A value of a list. A comma inside of a tag does not end it. */
const LISTED = /(?:\{\{.*?\}\}|\{%.*?%\}|[^,])+/gs;

/**
 * Returns the value that a text means for an operator: numbers and dates as people write them, and a list for `in`. Tags of
 * templates stay. Undefined: the text can't be read.
 */
export function readCompared(text: string, op: string, type: PropertyType): unknown {
  if (op !== 'in') return text === '' && OF_PARTS.includes(op) ? undefined : readOne(text, type);
  const parts = (text.match(LISTED) ?? []).map((part) => part.trim()).filter(Boolean);
  const values = parts.map((part) => readOne(part, type));
  return values.length === 0 || values.includes(undefined) ? undefined : values;
}

function readOne(text: string, type: PropertyType): unknown {
  if (/\{[{%]/.test(text)) return text;
  if (type === 'boolean') {
    const value = readValue(text, type);
    return typeof value === 'boolean' ? value : undefined;
  }
  if (type !== 'number' && type !== 'datetime') return text;
  const plain = text.trim() === '' ? null : plainText(text, type);
  if (plain === null) return undefined;
  return type === 'number' ? Number(plain) : plain;
}

/** Returns the text of a value that something is compared with. */
export function textOfCompared(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

/**
 * Returns the value that a comparison by another operator, or with another type, goes on with: the same if it can be one.
 */
export function comparedWith(value: unknown, op: string, type: PropertyType): object {
  if (!needsValue(op)) return {};
  const text = textOfCompared(op !== 'in' && Array.isArray(value) ? value[0] : value);
  const own = value === undefined ? undefined : readCompared(text, op, type);
  const starts: Partial<Record<PropertyType, unknown>> = {
    number: 0,
    boolean: true,
    datetime: new Date().toISOString().slice(0, 10),
  };
  const start = starts[type] ?? '';
  return { value: own ?? (op === 'in' ? [start] : start) };
}
