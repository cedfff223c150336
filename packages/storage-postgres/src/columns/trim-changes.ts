import {
  keptStatement,
  type Sql,
  type SqlDialect,
  type Statement,
  sql,
  textCell,
} from '@vitrine/storage-sql';
import type { Execute } from '../connections/connection/run-steps.ts';
import { isWithin } from './snapshot.ts';

/** Entries that were visible in the snapshot, and those of another server from which the data was restored. */
function old(snapshot: Sql): Sql {
  return sql`
    (
      (xid < pg_snapshot_xmax(${snapshot}) AND pg_visible_in_snapshot(xid, ${snapshot}))
      OR xid >= pg_snapshot_xmax(pg_current_snapshot())
    )`;
}

/**
 * Removes entries that were visible in a snapshot, and watches that nobody has renewed. Notes the snapshot, so that
 * readers that had not read these entries find out. Does nothing if later entries were removed before. Returns a new
 * snapshot.
 *
 * Rows are deleted, because other ways to remove them are not subject to snapshots.
 */
const trim = keptStatement<{ readonly before: string }>((_, named) => {
  const before = sql`CAST(${named.before} AS pg_snapshot)`;
  return sql`
    WITH forgotten AS (
      DELETE FROM watched_stores
      WHERE renewed_at < clock_timestamp() - interval '5 minutes'
    ),
    noted AS (
      INSERT INTO trimmed_changes (is_only, visible_in)
      SELECT true, ${before}
      WHERE EXISTS (
        SELECT
        FROM record_changes
        WHERE ${old(before)}
      )
      ON CONFLICT (is_only) DO UPDATE
      SET visible_in = excluded.visible_in
      WHERE (
        ${isWithin(sql`trimmed_changes.visible_in`, sql`excluded.visible_in`)}
      )
        OR pg_snapshot_xmax(trimmed_changes.visible_in) > pg_snapshot_xmax(pg_current_snapshot())
      RETURNING is_only
    ),
    removed AS (
      DELETE FROM record_changes
      WHERE EXISTS (SELECT FROM noted)
        AND ${old(before)}
    )
    SELECT CAST(pg_current_snapshot() AS text)`;
});

const SNAPSHOT: Statement = { text: 'SELECT CAST(pg_current_snapshot() AS text)', values: [] };

/**
 * Keeps the log of changes short: removes entries that are older than `keptFor` milliseconds, and at most twice as old.
 * Returns a function that ends it.
 */
export function trimChanges(dialect: SqlDialect, execute: Execute, keptFor: number): () => void {
  let before: string | null = null;
  const timer = setInterval(async () => {
    try {
      const rows = await execute(before === null ? SNAPSHOT : trim(dialect, { before }));
      before = textCell(rows[0]?.[0]);
    } catch {
      // The server is away, or not migrated yet. The next attempt uses an older snapshot, which removes less.
    }
  }, keptFor);
  timer.unref();
  return () => clearInterval(timer);
}
