import { bytesOfDrafts } from '@vitrine/core/adapter';
import type { DraftRecord, ImportRef } from '@vitrine/core/storage';
import { textCell } from '../statements/cells.ts';
import { list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

export function* findDrafts(
  dialect: SqlDialect,
  { id, ids }: { readonly id: string; readonly ids: readonly string[] },
): Steps<DraftRecord[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT record_id, draft
      FROM import_drafts
      WHERE import_id = ${id}
        AND record_id IN (${list(ids)})`,
  );
  return rows.map(([record, draft]) => ({ id: textCell(record), values: textCell(draft) }));
}

/** Writes the drafts, the last one of each record. Returns the bytes by which the drafts of the import have grown. */
export function* writeDrafts(
  dialect: SqlDialect,
  { id }: ImportRef,
  drafts: readonly DraftRecord[],
): Steps<number> {
  if (drafts.length === 0) return 0;
  const replaced = yield* findDrafts(dialect, { id, ids: drafts.map((draft) => draft.id) });
  for (const { id: record, values } of drafts) {
    yield statement(
      dialect,
      sql`
        INSERT INTO import_drafts (import_id, record_id, draft)
        VALUES (${id}, ${record}, ${values})
        ON CONFLICT (import_id, record_id) DO UPDATE
        SET draft = excluded.draft`,
    );
  }
  return bytesOfDrafts(drafts) - bytesOfDrafts(replaced);
}
