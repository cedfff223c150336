import {
  assignmentList,
  ident,
  join,
  mergeOf,
  type Named,
  NOTHING,
  type Sql,
  type SqlParameter,
  sql,
  sumOf,
} from '@vitrine/storage-sql';
import {
  type GuardValues,
  integer,
  MAX_BYTES,
  nameOf,
  newOverflow,
  SYSTEM_COLUMNS,
  valueColumns,
} from './cells.ts';
import { given, ownColumns } from './given.ts';
import type { UpsertForm } from './upsert-form.ts';

/** The rows that an upsert writes, and what it does with stored ones. Routed writes share them. */

export interface UpsertValues extends GuardValues {
  readonly now: number;
  readonly expiredUpTo: number | null;
  /** The values of `givenColumns`. */
  readonly given: readonly SqlParameter[];
}

/** What writes without triggers are given too. */
export type NamedUpsert = Named<Omit<UpsertValues, 'change'>>;

/** Returns the columns of a record besides its place in the store. */
export function mergedColumns({ shape }: UpsertForm): Sql[] {
  return [...ownColumns(shape).map(({ name }) => name), ...(shape.overflows ? [ident('overflow')] : [])];
}

export function lines(parts: readonly Sql[]): Sql {
  return join(parts, ',\n');
}

/** Returns the columns that an upsert inserts, in the order of its values. */
export function insertedColumns(form: UpsertForm): Sql {
  return lines([...SYSTEM_COLUMNS, ...mergedColumns(form)]);
}

/**
 * Assigns the values that were to be inserted to a stored record. In a store whose records expire, an expired record
 * keeps nothing of its own, as if it had been inserted.
 */
export function replaced({ expiredUpTo }: NamedUpsert, form: UpsertForm): Sql {
  const merged = mergedColumns(form);
  const assignments = [ident('updated_at'), ...merged].map((column) => sql`${column} = excluded.${column}`);
  if (!form.expires) return assignmentList(assignments);
  const replacedNames = new Set(merged.map(nameOf));
  const left = valueColumns().filter((name) => !replacedNames.has(name));
  // Each column by itself: Citus 13.0 and 13.1 can't pass on the assignment of several columns at once.
  const live = sql`records.updated_at > ${expiredUpTo}`;
  const keptIfLive = ['seq', 'created_at'].map(
    (name) =>
      sql`${ident(name)} = CASE WHEN ${live} THEN records.${ident(name)} ELSE excluded.${ident(name)} END`,
  );
  const unsetUnlessLive = left.map(
    (name) => sql`${ident(name)} = CASE WHEN ${live} THEN records.${ident(name)} END`,
  );
  return assignmentList([...assignments, ...keptIfLive, ...unsetUnlessLive]);
}

/** Returns the values of `insertedColumns` for given records that have their numbers. */
export function plainValues(storeId: Sql, { now }: NamedUpsert, { shape }: UpsertForm): Sql[] {
  return [
    storeId,
    sql`new_seq`,
    sql`new_id`,
    sql`new_id_folded`,
    integer(now),
    integer(now),
    ...ownColumns(shape).map(({ name }) => given(name)),
    ...(shape.overflows ? [newOverflow(sql`patch`)] : []),
  ];
}

/** Returns the check of a changed record's size. Empty if all text is replaced: core has measured that. */
export function ifItFits({ expiredUpTo }: NamedUpsert, { shape, whole, expires }: UpsertForm): Sql {
  const { kept } = mergeOf(shape.name, whole.name);
  if (kept.slots.length === 0) return NOTHING;
  const stored = kept.slots.map(({ slot }) => sql`records.${ident(slot)}`);
  const replacing = shape.slots.filter((slot) => slot.text).map(({ slot }) => sql`excluded.${ident(slot)}`);
  const bytes = [...stored, ...replacing].map((value) => sql`coalesce(octet_length(${value}), 0)`);
  return sql`
    WHERE ${sumOf(bytes)} <= ${MAX_BYTES}
      ${expires ? sql`OR records.updated_at <= ${expiredUpTo}` : NOTHING}`;
}

/** Returns the check that a changed record is the one whose number was read, or has expired. */
export function ifUnmoved({ expiredUpTo }: NamedUpsert, { expires }: UpsertForm): Sql {
  return sql`
    WHERE records.seq = excluded.seq
      ${expires ? sql`OR records.updated_at <= ${expiredUpTo}` : NOTHING}`;
}
