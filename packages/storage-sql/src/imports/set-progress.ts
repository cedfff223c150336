import type { ImportCounts, ImportPosition, ImportRef, Millis } from '@vitrine/core/storage';
import { NOTHING, type Sql, type SqlValue, sql } from '../statements/sql.ts';

/** An import, its position after a part of the file, and the numbers of the part. */
export interface ImportProgress extends ImportRef, ImportCounts, ImportPosition {
  readonly changes: string;
  readonly now: Millis;
}

/** Values, or the places where a kept statement binds them. */
type Given = { readonly [Name in keyof ImportProgress]: Sql | SqlValue };

/** The refused records and drafts that a part of the file adds to those that its import keeps. */
export interface AddedRows {
  readonly refusedKept: number;
  readonly refusedBytes: number;
  readonly draftBytes: number;
}

function addKept(added: AddedRows | null): Sql {
  if (added === null) return NOTHING;
  return sql`
    refused_kept = refused_kept + ${added.refusedKept},
    refused_bytes = refused_bytes + ${added.refusedBytes},
    draft_bytes = draft_bytes + ${added.draftBytes},`;
}

/** Returns the statement that sets the progress of an import. `added`: null adds nothing. */
export function setProgress(given: Given, added: AddedRows | null = null): Sql {
  return sql`
    UPDATE imports
    SET status = 'running',
        position = ${given.bytes},
        line = ${given.line},
        read_count = read_count + ${given.read},
        created_count = created_count + ${given.created},
        updated_count = updated_count + ${given.updated},
        unchanged_count = unchanged_count + ${given.unchanged},
        refused_count = refused_count + ${given.refused},
        ${addKept(added)}
        changes = ${given.changes},
        started_at = COALESCE(started_at, ${given.now})
    WHERE account_id = ${given.accountId}
      AND store_id = ${given.storeId}
      AND id = ${given.id}`;
}
