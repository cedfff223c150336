import { MAX_RECORD_BYTES, SLOT_COLUMNS, type Slot, type SlotValue } from '@vitrine/core/storage';
import type { SqlDialect } from './dialect.ts';
import { foldedShadow, placeColumn, type Shape } from './layout/record-layout.ts';
import { ident, join, type Sql, sql } from './sql.ts';
import { BOUND } from './statement.ts';

/** Columns that every record has, in the order in which inserts name them. */
export const SYSTEM_COLUMNS: readonly Sql[] = [
  'store_id',
  'seq',
  'id',
  'id_folded',
  'created_at',
  'updated_at',
].map(ident);

/** A bound number. Where nothing around it says its type, it would be taken for text. */
export function boundInteger({ types }: SqlDialect): Sql {
  return sql`CAST(${BOUND} AS ${sql([types.integer])})`;
}

/** A bound value for a slot's column or its shadow. */
export function boundSlot({ types }: SqlDialect, column: Sql): Sql {
  return isNumber(column) ? sql`CAST(${BOUND} AS ${sql([types.double])})` : sql`${BOUND}`;
}

export function isNumber(column: Sql): boolean {
  return column.strings[0]?.startsWith('n') ?? false;
}

/**
 * What an insert does about an id that is taken: nothing, or, where records expire, it replaces an expired one by what
 * would have been inserted. Binds the moment of expiry.
 */
export function unlessTaken(expires: boolean): Sql {
  if (!expires) return sql`ON CONFLICT (store_id, id) DO NOTHING`;
  const columns = ['seq', 'created_at', 'updated_at', 'id_folded', 'overflow'];
  for (let i = 0; i < SLOT_COLUMNS; i++) columns.push(`t${i}`, `n${i}`, `f${i}`);
  const assignments = columns.map(ident).map((column) => sql`${column} = excluded.${column}`);
  return sql`ON CONFLICT (store_id, id) DO UPDATE SET ${join(assignments)} WHERE records.updated_at <= ${BOUND}`;
}

/** UTF-8 bytes of the slot's text in a stored record, wherever it lies. */
export function slotBytes(dialect: SqlDialect, slot: Slot): Sql {
  return sql`coalesce(octet_length(${placeColumn(dialect, slot).expression}), 0)`;
}

/** UTF-8 bytes of all the shape's text in a stored record. */
export function shapeBytes(dialect: SqlDialect, shape: Shape): Sql {
  const lengths = shape.slots.filter(({ text }) => text).map(({ slot }) => slotBytes(dialect, slot));
  return lengths.length === 0 ? sql`0` : join(lengths, ' + ');
}

/**
 * The overflow column with a patch merged in: members of the patch replace those of the column, null takes them away,
 * and of nothing remains null.
 */
export function mergedOverflow(stored: Sql, patch: Sql): Sql {
  return sql`nullif(jsonb_strip_nulls(coalesce(${stored}, '{}') || ${patch}), '{}')`;
}

/** What of a shape goes to the overflow column, as a patch; null members unset. */
export function overflowPatch(shape: Shape, values: readonly SlotValue[]): string {
  const patch: Record<string, SlotValue> = {};
  shape.slots.forEach(({ slot, column, folded }, i) => {
    if (column !== null) return;
    const value = values[i] ?? null;
    patch[slot] = value;
    if (folded !== null) patch[folded] = foldedShadow(value);
  });
  return JSON.stringify(patch);
}

export const MAX_BYTES: Sql = sql([String(MAX_RECORD_BYTES)]);
