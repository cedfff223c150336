import type { Millis } from '@vitrine/core/storage';
import { changedRows } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

/** What was made before a time, at most so many. */
export interface Old {
  readonly before: Millis;
  readonly limit: number;
}

export function* purgeDeliveryBodies(dialect: SqlDialect, { before, limit }: Old): Steps<number> {
  const rows = yield statement(
    dialect,
    sql`
      UPDATE webhook_deliveries
      SET body = NULL
      WHERE status <> 'pending'
        AND seq IN (
          SELECT seq
          FROM webhook_deliveries
          WHERE created_at < ${before}
            AND body IS NOT NULL
            AND status <> 'pending'
          LIMIT ${limit}
        )`,
  );
  return changedRows(rows);
}

export function* purgeDeliveries(dialect: SqlDialect, { before, limit }: Old): Steps<number> {
  const rows = yield statement(
    dialect,
    sql`
      DELETE FROM webhook_deliveries
      WHERE status <> 'pending'
        AND seq IN (
          SELECT seq
          FROM webhook_deliveries
          WHERE created_at < ${before}
            AND status <> 'pending'
          LIMIT ${limit}
        )`,
  );
  return changedRows(rows);
}

export function* purgeWebhookDeliveries(
  dialect: SqlDialect,
  { webhookId, limit }: { readonly webhookId: string; readonly limit: number },
): Steps<number> {
  const rows = yield statement(
    dialect,
    sql`
      DELETE FROM webhook_deliveries
      WHERE seq IN (
        SELECT seq
        FROM webhook_deliveries
        WHERE webhook_id = ${webhookId}
        LIMIT ${limit}
      )`,
  );
  return changedRows(rows);
}
