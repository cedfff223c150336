import type { AnyRow, AnyValue } from '@vitrine/client';
import { createDraftKey } from './store-drafts.ts';

export type Values = Readonly<Record<string, AnyValue>>;

/** A change of a record that was made here. */
export interface Change {
  readonly id: string;
  readonly at: string;
  /** Null: the change added the record. */
  readonly before: Values | null;
  /** Null: the change deleted the record. */
  readonly after: Values | null;
  /** Of a deletion: names the record in requests that add it again, so that it is added once. */
  readonly key?: string;
}

/** Changes of records that were made together, and are taken back together. */
export interface Edit {
  readonly group: string;
  readonly changes: readonly Change[];
}

/** A record whose drafts are not sent, because someone else has changed the same fields. */
export interface Conflict {
  readonly id: string;
  /** The record as it is now; null: it was deleted. */
  readonly theirs: AnyRow | null;
}

/** Returns the values of some fields; null for those without a value. */
export function pick(row: Values, fields: readonly string[]): Values {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}

/** Returns edits of which the last one has the changes of an edit, after the former ones of its group. */
export function withChanges(edits: readonly Edit[], { group, changes }: Edit): readonly Edit[] {
  if (changes.length === 0) return edits;
  const known = edits.find((edit) => edit.group === group);
  const others = edits.filter((edit) => edit !== known);
  return [...others, { group, changes: [...(known?.changes ?? []), ...changes] }];
}

/** Returns edits with one more: with the former changes of its group, or else before the edits that were made after it. */
export function withEdit(edits: readonly Edit[], edit: Edit): readonly Edit[] {
  const known = edits.findIndex(({ group }) => group === edit.group);
  const later = edits.findIndex(({ group }) => group > edit.group);
  const end = known >= 0 ? known + 1 : later >= 0 ? later : edits.length;
  return [...withChanges(edits.slice(0, end), edit), ...edits.slice(end)];
}

/** Returns edits of records of which some have another id now. */
export function withIds(edits: readonly Edit[], ids: ReadonlyMap<string, string>): readonly Edit[] {
  const follow = (change: Change): Change => ({ ...change, id: ids.get(change.id) ?? change.id });
  return edits.map((edit) => ({ ...edit, changes: edit.changes.map(follow) }));
}

/** Returns the name of a new edit. Names are in the order in which they were created. */
export const createGroup: () => string = createDraftKey;
