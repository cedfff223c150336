import { type Sql, sql } from '@vitrine/storage-sql';

/**
 * Returns the condition that every transaction which is visible in one snapshot is visible in another one: that the
 * other one has no later end, and that of its transactions in progress none is visible in the first one. Null if one is
 * null.
 */
export function isWithin(snapshot: Sql, other: Sql): Sql {
  return sql`
    pg_snapshot_xmax(${snapshot}) <= pg_snapshot_xmax(${other})
    AND NOT EXISTS (
      SELECT
      FROM pg_snapshot_xip(${other}) AS running (xid)
      WHERE pg_visible_in_snapshot(running.xid, ${snapshot})
    )`;
}
