import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * Jobs, and the last turn of each account in each queue (`account_turns`): the number of a claim, higher is later.
 * `account_id` is empty for jobs of the system. `next_payload` and `next_due_at` are the job of the same key that was
 * enqueued while this one ran; `failures` counts failures in a row.
 */
export function createJobs({
  types: { text, integer, generatedId },
  tableOptions,
}: LayoutDialect): readonly Sql[] {
  return [
    sql`
      CREATE TABLE jobs (
        id ${generatedId},
        kind ${text} NOT NULL,
        payload ${text} NOT NULL,
        account_id ${text} NOT NULL,
        job_key ${text} NOT NULL,
        live_key ${text} UNIQUE,
        due_at ${integer},
        attempts ${integer} NOT NULL,
        claimed ${integer} NOT NULL,
        failures ${integer} NOT NULL DEFAULT 0,
        reason ${text},
        buried_at ${integer},
        next_payload ${text},
        next_due_at ${integer}
      )${tableOptions}`,
    sql`CREATE INDEX jobs_by_due ON jobs (due_at, id)`,
    sql`CREATE INDEX jobs_by_account ON jobs (account_id, due_at, id) WHERE due_at IS NOT NULL`,
    sql`CREATE INDEX jobs_by_state ON jobs (claimed, kind, due_at)`,
    sql`CREATE INDEX jobs_by_burial ON jobs (buried_at, id) WHERE buried_at IS NOT NULL`,
    sql`CREATE INDEX jobs_by_buried_key ON jobs (job_key) WHERE live_key IS NULL`,
    sql`
      CREATE TABLE account_turns (
        queue ${text} NOT NULL,
        account_id ${text} NOT NULL,
        turn ${integer} NOT NULL,
        PRIMARY KEY (queue, account_id)
      )${tableOptions}`,
    sql`CREATE INDEX account_turns_by_turn ON account_turns (queue, turn)`,
  ];
}
