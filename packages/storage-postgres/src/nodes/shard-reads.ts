import type { Statement } from '@vitrine/storage-sql';
import { isNoTable } from '../connections/connection/errors.ts';
import type { Execute } from '../connections/connection/run-steps.ts';
import type { ConnectionPools } from '../connections/connection-pools.ts';

/** A shard of the records on a node of Citus. */
export interface Shard {
  readonly id: string;
  /** The group of the node: its number in the cluster. */
  readonly group: number;
  /** The table of the shard on its node, as SQL. */
  readonly table: string;
}

/**
 * Returns how to run the statements of a short read of one store on the node of its shard. A statement reads the
 * shard's own table, which PostgreSQL plans once for all values, while Citus would plan it at each execution. Its
 * snapshot also tells whether the shard is on the node. If it is not, the statement returns no row: a shard that has
 * moved leaves its outdated table behind for a while. So a statement that returns no row, or finds no table, is run
 * again in the way that Citus plans.
 */
export function shardReads(
  { readers, writers }: Pick<ConnectionPools, 'readers' | 'writers'>,
  shard: Shard,
): Execute {
  return async (statement) => {
    try {
      const rows = await readers.execute(onShard(statement, shard));
      if (rows.length > 0) return rows;
    } catch (error) {
      if (!isNoTable(error)) throw error;
    }
    // Connections for reads have general plans, which Citus does not release.
    return writers.execute(statement);
  };
}

/** Returns the statement with the shard's table in the place of `records`, without rows unless the shard is there. */
export function onShard({ text, values }: Statement, { id, group, table }: Shard): Statement {
  return {
    text: `WITH records AS NOT MATERIALIZED (
  SELECT *
  FROM ${table}
  WHERE EXISTS (
    SELECT
    FROM pg_dist_placement
    WHERE shardid = ${id}
      AND groupid = ${group}
  )
)
${text}`,
    values,
  };
}
