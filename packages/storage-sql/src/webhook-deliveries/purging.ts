import type { Millis } from '@vitrine/core/storage';
import { changedRows, textCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { makeFirstDue } from './due.ts';

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

export interface PurgedRecords {
  readonly storeId: string;
  readonly recordIds: readonly string[];
  readonly now: Millis;
}

export function* purgeRecordDeliveries(
  dialect: SqlDialect,
  { storeId, recordIds, now }: PurgedRecords,
): Steps<void> {
  const rows = yield statement(
    dialect,
    sql`
      DELETE FROM webhook_deliveries
      WHERE store_id = ${storeId}
        AND ${dialect.isIn(sql`record_id`, recordIds, 'text')}
        AND (status <> 'pending' OR type <> 'record.deleted')
      RETURNING webhook_id, record_id`,
  );
  const recordsByWebhook = Map.groupBy(rows, ([webhookId]) => textCell(webhookId));
  for (const [webhookId, removed] of recordsByWebhook) {
    const records = new Set(removed.map((row) => textCell(row[1])));
    const subjects = Array.from(records, (recordId) => ({ storeId, recordId }));
    yield* makeFirstDue(dialect, webhookId, subjects, now);
  }
}
