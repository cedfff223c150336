import type { AnyRow, AnyValue } from '@vitrine/client';

export type Values = Readonly<Record<string, AnyValue>>;

/** A change of a record that was made here. */
export interface Change {
  readonly id: string;
  readonly at: string;
  /** Null: the change added the record. */
  readonly before: Values | null;
  /** Null: the change deleted the record. */
  readonly after: Values | null;
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
export function pick(row: AnyRow, fields: readonly string[]): Values {
  return Object.fromEntries(fields.map((field) => [field, row[field] ?? null]));
}

let groups = 0;

/** Returns the name of a new edit. */
export function createGroup(): string {
  groups += 1;
  return `${Date.now().toString(36)}-${groups}`;
}
