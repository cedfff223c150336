import { type Sql, sql } from '@vitrine/storage-sql';

/** Text of ours, with nothing bound. */
function text(words: string): Sql {
  return sql([words]);
}

/**
 * Of a page, what inserts may fill. The rest is for new versions of its rows: one that finds room beside the old one needs
 * no new entries in the indexes, which are most of what an update costs.
 */
const FILLFACTOR = 93;

/**
 * The records table with its indexes: partitioned by a hash of the store, or whole when `partitions` is 1. The heap is
 * in no order, so unlike in SQLite the primary key is what records are looked up by; the other indexes serve the
 * default order and the order by time.
 */
export function createRecords(columns: Sql, partitions: number): readonly Sql[] {
  const table = sql`CREATE TABLE records (${columns}, PRIMARY KEY (store_id, id))`;
  const indexes = [
    text('CREATE UNIQUE INDEX records_by_seq ON records (store_id, seq)'),
    text('CREATE INDEX records_by_created_at ON records (store_id, created_at, seq)'),
  ];
  if (partitions === 1) return [table, ...indexes];
  const parts = Array.from({ length: partitions }, (_, i) =>
    text(
      `CREATE TABLE records_${i} PARTITION OF records FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${i}) WITH (fillfactor = ${FILLFACTOR})`,
    ),
  );
  return [sql`${table} PARTITION BY HASH (store_id)`, ...parts, ...indexes];
}

/**
 * Spreads stores over the nodes of Citus: what belongs to one store lies on one node, so that every write and query
 * stays there. Tables that are small, and searched by more than the store, stay whole on the coordinator.
 * Without the extension nothing happens: the rest of the profile works on plain PostgreSQL too.
 */
export const distributeTables: readonly Sql[] = [
  text(`DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN
    EXECUTE 'SELECT create_distributed_table(''stores'', ''id'')';
    EXECUTE 'SELECT create_distributed_table(''record_numbers'', ''store_id'', colocate_with => ''stores'')';
    EXECUTE 'SELECT create_distributed_table(''records'', ''store_id'', colocate_with => ''stores'')';
  END IF;
END $$`),
];
