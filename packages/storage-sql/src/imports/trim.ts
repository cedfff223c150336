import type { ImportRef, Trimmed, TrimScope } from '@vitrine/core/storage';
import { releaseSomeBlobs } from '../statements/blob-uses.ts';
import { changedRows, numberCell } from '../statements/cells.ts';
import { and } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { holderOf } from './rows.ts';

export interface TrimImport extends ImportRef {
  readonly scope: TrimScope;
}

/** The rows and blobs that one step removes at most, so that other writes hardly wait. */
const STEP = { rows: 1_000, blobs: 4 };

const NOTHING_LEFT: Trimmed = { more: false, released: [] };
const MORE_LEFT: Trimmed = { more: true, released: [] };

export function* trimImport(dialect: SqlDialect, { scope, ...ref }: TrimImport): Steps<Trimmed> {
  const { id } = ref;
  const [ended] = yield statement(
    dialect,
    sql`
      SELECT refused_kept, draft_bytes
      FROM imports
      WHERE ${isImport(ref)}
        AND finished_at IS NOT NULL
      ${dialect.forUpdate}`,
  );
  if (ended === undefined) return NOTHING_LEFT;
  if (numberCell(ended[1]) > 0 && (yield* removeDrafts(dialect, ref))) return MORE_LEFT;
  if (scope === 'unneeded' && numberCell(ended[0]) > 0) return NOTHING_LEFT;
  const released = yield* releaseSomeBlobs(dialect, holderOf({ id }), STEP.blobs);
  if (released.length === STEP.blobs) return { more: true, released };
  if (scope === 'unneeded') {
    yield statement(
      dialect,
      sql`
        UPDATE imports
        SET file_bytes = 0
        WHERE ${isImport(ref)}`,
    );
    return { more: false, released };
  }
  if (yield* removeRefused(dialect, id)) return { more: true, released };
  yield statement(
    dialect,
    sql`
      DELETE FROM imports
      WHERE ${isImport(ref)}`,
  );
  return { more: false, released };
}

function isImport({ accountId, storeId, id }: ImportRef): Sql {
  return and([sql`account_id = ${accountId}`, sql`store_id = ${storeId}`, sql`id = ${id}`]);
}

/** Removes some of the drafts. Returns whether there may be more. */
function* removeDrafts(dialect: SqlDialect, ref: ImportRef): Steps<boolean> {
  const { id } = ref;
  const removed = yield statement(
    dialect,
    sql`
      DELETE FROM import_drafts
      WHERE import_id = ${id}
        AND record_id IN (
          SELECT record_id
          FROM import_drafts
          WHERE import_id = ${id}
          LIMIT ${STEP.rows}
        )`,
  );
  if (changedRows(removed) === STEP.rows) return true;
  yield statement(
    dialect,
    sql`
      UPDATE imports
      SET draft_bytes = 0
      WHERE ${isImport(ref)}`,
  );
  return false;
}

/** Removes some of the refused records. Returns whether there may be more. */
function* removeRefused(dialect: SqlDialect, id: string): Steps<boolean> {
  const removed = yield statement(
    dialect,
    sql`
      DELETE FROM import_refused
      WHERE import_id = ${id}
        AND row_number IN (
          SELECT row_number
          FROM import_refused
          WHERE import_id = ${id}
          LIMIT ${STEP.rows}
        )`,
  );
  return changedRows(removed) === STEP.rows;
}
