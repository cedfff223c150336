import { MAX_RECORD_BYTES, SLOT_COLUMNS } from '@vitrine/core/adapter';
import type { Slot, SlotValue } from '@vitrine/core/storage';
import {
  type Authored,
  assignmentList,
  contextText,
  foldedShadow,
  guardToSql,
  ident,
  type Named,
  placeColumn,
  type Shape,
  type Sql,
  type SqlDialect,
  type StoreGuard,
  sql,
  sumOf,
  text,
  type WithLog,
} from '@vitrine/storage-sql';

/** Columns that every record has, in the order in which inserts name them. */
export const SYSTEM_COLUMNS: readonly Sql[] = [
  'store_id',
  'seq',
  'id',
  'id_folded',
  'created_at',
  'updated_at',
].map(ident);

/** The largest record, in UTF-8 bytes of its text. */
export const MAX_BYTES: Sql = text(String(MAX_RECORD_BYTES));

/** What a guarded statement is given. */
export interface GuardValues extends StoreGuard {
  /** The context of the change as JSON. Empty: the log of the store is off. */
  readonly change: string;
}

/** Returns the values by which a statement checks the version of the store, and the context of its change. */
export function guardValues(
  { storeId, storeNumber, accountId, version, by, log }: StoreGuard & Authored & WithLog,
  written: {
    readonly shape: Shape;
    readonly expires?: boolean;
    readonly at?: number | null;
  },
): GuardValues {
  const change = log === null ? '' : contextText({ at: null, ...written, storeVersion: version, log, by });
  return { storeId, storeNumber, accountId, version, change };
}

/** Returns the query of `guardToSql`, which also gives the triggers that log changes the context of this one. */
export function loggedGuard(dialect: SqlDialect, named: Named<GuardValues>): Sql {
  return guardToSql(dialect, named, sql`id, ${givesContext(named.change)}`);
}

/** Returns an expression that sets the context until the transaction ends, unless it is empty. */
function givesContext(change: Sql): Sql {
  return sql`CASE WHEN ${change} <> '' THEN set_config('vitrine.change', ${change}, TRUE) END`;
}

/** Returns a bound whole number with its type: without a context PostgreSQL takes a parameter for text. */
export function integer(value: Sql): Sql {
  return sql`CAST(${value} AS bigint)`;
}

/** Returns a bound value of a slot's column or its shadow, with its type. */
export function slotCell(column: Sql, value: Sql): Sql {
  return isNumber(column) ? sql`CAST(${value} AS double precision)` : value;
}

export function isNumber(column: Sql): boolean {
  return nameOf(column).startsWith('n');
}

/** Returns the name of a column that `ident` made. */
export function nameOf(column: Sql): string {
  return column.strings[0] ?? '';
}

/** Returns the columns of values: the overflow column and, for each slot, the column and its shadow. */
export function valueColumns(): string[] {
  const slots = Array.from({ length: SLOT_COLUMNS }, (_, i) => [`t${i}`, `f${i}`, `n${i}`]);
  return ['overflow', ...slots.flat()];
}

/**
 * Returns the clause of an insert for an id that is taken: the insert does nothing or, in a store whose records expire,
 * replaces an expired record.
 */
export function unlessTaken(expiredUpTo: Sql | null): Sql {
  if (expiredUpTo === null) return sql`ON CONFLICT (store_id, id) DO NOTHING`;
  const columns = ['seq', 'created_at', 'updated_at', 'id_folded', ...valueColumns()].map(ident);
  return sql`
    ON CONFLICT (store_id, id) DO UPDATE
    SET ${assignmentList(columns.map((column) => sql`${column} = excluded.${column}`))}
    WHERE records.updated_at <= ${expiredUpTo}`;
}

/** Returns the UTF-8 bytes of a slot's text in a stored record. */
export function slotBytes(dialect: SqlDialect, slot: Slot): Sql {
  return sql`coalesce(octet_length(${placeColumn(dialect, slot).expression}), 0)`;
}

/** Returns the UTF-8 bytes of all text of a shape in a stored record. */
export function shapeBytes(dialect: SqlDialect, shape: Shape): Sql {
  return sumOf(shape.slots.filter(({ text: isText }) => isText).map(({ slot }) => slotBytes(dialect, slot)));
}

/**
 * Returns the overflow column with a patch merged in: members of the patch replace those of the column, null removes
 * them, and an empty result is null.
 */
export function mergedOverflow(stored: Sql, patch: Sql): Sql {
  return sql`nullif(jsonb_strip_nulls(coalesce(${stored}, '{}') || ${patch}), '{}')`;
}

/** Returns the overflow column of a new record. */
export function newOverflow(patch: Sql): Sql {
  return mergedOverflow(sql`CAST(NULL AS jsonb)`, patch);
}

/** Returns the values of a shape that go to the overflow column, as a patch. Null members unset. */
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
