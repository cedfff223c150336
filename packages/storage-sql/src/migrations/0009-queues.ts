import type { SqlDialect } from '../dialect.ts';
import { type Sql, sql } from '../sql.ts';

/**
 * Jobs know their account, their failures in a row, when they were buried, and the job of the same key that was enqueued
 * while they ran (`next_payload`, `next_due_at`). `account_id` is empty for jobs of the system. Waiting locations know their
 * account too (`due_account`), and `account_turns` has the last turn of each account in each queue: the number of a claim,
 * higher is later.
 */
export function queues({ types, tableOptions: end }: SqlDialect): Sql[] {
  const text = sql([types.text]);
  const integer = sql([types.integer]);
  const column = (definition: Sql) => sql`ALTER TABLE jobs ADD COLUMN ${definition}`;
  return [
    column(sql`account_id ${text} NOT NULL DEFAULT ''`),
    column(sql`failures ${integer} NOT NULL DEFAULT 0`),
    column(sql`buried_at ${integer}`),
    column(sql`next_payload ${text}`),
    column(sql`next_due_at ${integer}`),
    // The keys of both kinds end with the id of the store. Jobs of other kinds end soon, or belong to the system. Not a
    // correlated subquery: where stores are spread over nodes, there is none.
    sql`CREATE TABLE account_turns (queue ${text} NOT NULL, account_id ${text} NOT NULL, turn ${integer} NOT NULL, PRIMARY KEY (queue, account_id))${end}`,
    sql`CREATE INDEX account_turns_by_turn ON account_turns (queue, turn)`,
    sql`UPDATE jobs SET account_id = owners.account_id FROM (SELECT id AS store_id, account_id FROM stores) AS owners WHERE owners.store_id = substr(jobs.job_key, length(jobs.kind) + 2) AND jobs.kind IN ('purge-store', 'purge-expired')`,
    sql`UPDATE jobs SET buried_at = 0 WHERE live_key IS NULL`,
    sql`CREATE INDEX jobs_by_account ON jobs (account_id, due_at, id) WHERE due_at IS NOT NULL`,
    sql`CREATE INDEX jobs_by_state ON jobs (claimed, kind, due_at)`,
    sql`CREATE INDEX stores_by_work ON stores (id) WHERE deleted_at IS NOT NULL OR record_ttl IS NOT NULL OR freed_slots <> '[]'`,
    sql`CREATE INDEX maps_by_deletion ON maps (account_id, id) WHERE deleted_at IS NOT NULL`,
    sql`CREATE INDEX jobs_by_burial ON jobs (buried_at, id) WHERE buried_at IS NOT NULL`,
    sql`ALTER TABLE locations ADD COLUMN due_account ${text}`,
    sql`UPDATE locations SET due_account = (SELECT account_id FROM maps WHERE maps.map_key = locations.map_key) WHERE due_at IS NOT NULL`,
    sql`CREATE INDEX locations_by_account ON locations (due_account, due_at, map_key, seq) WHERE due_at IS NOT NULL`,
    sql`CREATE INDEX locations_by_processing ON locations (due_at) WHERE status = 'processing'`,
    sql`CREATE INDEX jobs_by_buried_key ON jobs (job_key) WHERE live_key IS NULL`,
  ];
}
