import type { LayoutDialect } from '../../statements/layout-dialect.ts';
import { type Sql, sql } from '../../statements/sql.ts';

/**
 * Webhooks, how far each has read the log of each store, and their deliveries. Webhooks are a queue: `due_at` is the time
 * of their next work, and `lease_until` the end of the current claim. `settings`, `last_attempt` and `attempts` are JSON.
 * `record_id` of a delivery is empty for an entry about the store.
 */
export function createWebhooks({
  types: { text, integer, generatedId },
  tableOptions,
}: LayoutDialect): readonly Sql[] {
  return [
    sql`
      CREATE TABLE webhooks (
        seq ${generatedId},
        account_id ${text} NOT NULL,
        id ${text} NOT NULL,
        settings ${text} NOT NULL,
        all_stores ${integer} NOT NULL,
        status ${text} NOT NULL,
        disabled_reason ${text},
        failing_since ${integer},
        last_attempt ${text},
        held_until ${integer},
        created_at ${integer} NOT NULL,
        updated_at ${integer} NOT NULL,
        due_at ${integer},
        lease_until ${integer},
        claim ${integer} NOT NULL,
        UNIQUE (account_id, id)
      )${tableOptions}`,
    sql`CREATE INDEX webhooks_by_due ON webhooks (due_at, seq) WHERE due_at IS NOT NULL`,
    sql`CREATE INDEX webhooks_by_account ON webhooks (account_id, due_at, seq) WHERE due_at IS NOT NULL`,
    sql`CREATE INDEX webhooks_of_all_stores ON webhooks (account_id) WHERE all_stores = 1`,
    sql`
      CREATE TABLE webhook_cursors (
        webhook_id ${text} NOT NULL,
        store_id ${text} NOT NULL,
        position ${integer} NOT NULL,
        PRIMARY KEY (webhook_id, store_id)
      )${tableOptions}`,
    sql`CREATE INDEX webhook_cursors_by_store ON webhook_cursors (store_id, webhook_id)`,
    sql`
      CREATE TABLE webhook_deliveries (
        seq ${generatedId},
        webhook_id ${text} NOT NULL,
        id ${text} NOT NULL,
        store_id ${text} NOT NULL,
        position ${integer} NOT NULL,
        type ${text} NOT NULL,
        record_id ${text} NOT NULL,
        body ${text},
        status ${text} NOT NULL,
        due_at ${integer},
        tries ${integer} NOT NULL,
        attempts ${text} NOT NULL,
        created_at ${integer} NOT NULL,
        UNIQUE (webhook_id, id)
      )${tableOptions}`,
    sql`CREATE INDEX webhook_deliveries_by_seq ON webhook_deliveries (webhook_id, seq)`,
    sql`CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (webhook_id, status, seq)`,
    sql`
      CREATE INDEX webhook_deliveries_by_due ON webhook_deliveries (webhook_id, due_at, seq)
      WHERE due_at IS NOT NULL`,
    sql`
      CREATE INDEX webhook_deliveries_by_record ON webhook_deliveries (webhook_id, store_id, record_id, seq)
      WHERE status = 'pending'`,
    sql`CREATE INDEX webhook_deliveries_of_record ON webhook_deliveries (store_id, record_id)`,
    sql`CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at)`,
    sql`CREATE INDEX webhook_bodies_by_age ON webhook_deliveries (created_at) WHERE body IS NOT NULL`,
  ];
}
