import { fold } from '@vitrine/core/adapter';
import type { SlotValue } from '@vitrine/core/storage';
import { anyOf, sumOf } from '../statements/clauses.ts';
import { ident, type Sql, type SqlValue, sql } from '../statements/sql.ts';
import { type Overflow, parseOverflow, type Shape } from './record-layout.ts';

/**
 * Returns the columns that a write of the shape sets, in the order of `writtenValues` and without the overflow column.
 */
export function writtenColumns(shape: Shape): Sql[] {
  return shape.slots.flatMap(({ column, folded }) => {
    if (column === null) return [];
    return folded === null ? [ident(column)] : [ident(column), ident(folded)];
  });
}

export function writtenValues(shape: Shape, values: readonly SlotValue[]): SqlValue[] {
  const written: SqlValue[] = [];
  for (let i = 0; i < shape.slots.length; i++) {
    const placed = shape.slots[i];
    if (placed === undefined || placed.column === null) continue;
    const value = values[i] ?? null;
    written.push(value);
    if (placed.text) written.push(slotShadow(value));
  }
  return written;
}

const NON_ASCII = /[\u0080-\uffff]/;

/** Returns the shadow of a text in a column of a slot: its folded form. Null if that is the same text. */
export function slotShadow(value: SlotValue): string | null {
  if (typeof value !== 'string') return null;
  const folded = fold(value);
  return folded === value ? null : folded;
}

/** Returns the shadow of any other text: its folded form. Null for ASCII, which `lower` of the engine folds. */
export function foldedShadow(value: SlotValue): string | null {
  return typeof value === 'string' && NON_ASCII.test(value) ? fold(value) : null;
}

/** Returns the overflow column after the change. Null if no value is left in it. */
export function mergeOverflow(
  stored: string | null,
  shape: Shape,
  values: readonly SlotValue[],
): string | null {
  const overflow = parseOverflow(stored);
  shape.slots.forEach(({ slot, column, folded }, i) => {
    if (column !== null) return;
    const value = values[i] ?? null;
    setOrDelete(overflow, slot, value);
    if (folded !== null) setOrDelete(overflow, folded, foldedShadow(value));
  });
  return Object.keys(overflow).length === 0 ? null : JSON.stringify(overflow);
}

function setOrDelete(overflow: Overflow, key: string, value: SlotValue): void {
  if (value === null) delete overflow[key];
  else overflow[key] = value;
}

/** Returns the UTF-8 bytes of the text in the shape's columns of a stored record. */
export function storedTextBytes(shape: Shape): Sql {
  const lengths = shape.slots.flatMap(({ text, column }) =>
    text && column !== null ? [sql`coalesce(octet_length(${ident(column)}), 0)`] : [],
  );
  return sumOf(lengths);
}

/** Returns the UTF-8 bytes of the shape's text in an overflow column. */
export function overflowTextBytes(stored: string | null, shape: Shape): number {
  if (stored === null || !shape.overflows) return 0;
  const overflow = parseOverflow(stored);
  return valueBytes(
    shape,
    shape.slots.map(({ slot, column }) => (column === null ? (overflow[slot] ?? null) : null)),
  );
}

/** Returns the UTF-8 bytes of text values. */
export function valueBytes(shape: Shape, values: readonly SlotValue[]): number {
  let bytes = 0;
  for (let i = 0; i < shape.slots.length; i++) {
    const value = values[i];
    if (typeof value === 'string') bytes += Buffer.byteLength(value);
  }
  return bytes;
}

/** Returns the condition that a record has a value in any of the shape's own columns. */
export function isAnySet(shape: Shape): Sql {
  return anyOf(writtenColumns(shape).map((column) => sql`${column} IS NOT NULL`));
}
