import type { DeliveryRow, Millis, WebhookRef } from '@vitrine/core/storage';
import { textCell } from '../statements/cells.ts';
import { allOf, and, anyOf, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { thisWebhook } from '../webhooks/rows.ts';

/** Makes the first pending delivery of each of these records due. */
export function* makeFirstDue(
  dialect: SqlDialect,
  webhookId: string,
  subjects: readonly Pick<DeliveryRow, 'storeId' | 'recordId'>[],
  now: Millis,
): Steps<void> {
  const records = new Map(
    subjects.map(({ storeId, recordId }) => [
      `${storeId} ${recordId ?? ''}`,
      allOf([sql`store_id = ${storeId}`, sql`record_id = ${recordId ?? ''}`]),
    ]),
  );
  if (records.size === 0) return;
  const isFirst = sql`
    NOT EXISTS (
      SELECT 1
      FROM webhook_deliveries AS earlier
      WHERE earlier.webhook_id = webhook_deliveries.webhook_id
        AND earlier.store_id = webhook_deliveries.store_id
        AND earlier.record_id = webhook_deliveries.record_id
        AND earlier.status = 'pending'
        AND earlier.seq < webhook_deliveries.seq
    )`;
  yield statement(
    dialect,
    sql`
      UPDATE webhook_deliveries
      SET due_at = ${now}
      WHERE ${and([
        sql`webhook_id = ${webhookId}`,
        sql`status = 'pending'`,
        sql`due_at IS NULL`,
        anyOf([...records.values()]),
        isFirst,
      ])}`,
  );
}

/** Makes the work of the webhooks of these stores due. */
export function* wakeWebhooks(
  dialect: SqlDialect,
  { storeIds, now }: { readonly storeIds: readonly string[]; readonly now: Millis },
): Steps<WebhookRef[]> {
  const isOfStore = anyOf([
    sql`
      id IN (
        SELECT webhook_id
        FROM webhook_cursors
        WHERE store_id IN (${list(storeIds)})
      )`,
    sql`
      (
        all_stores = 1
        AND account_id IN (
          SELECT stores.account_id
          FROM stores
          WHERE stores.id IN (${list(storeIds)})
        )
      )`,
  ]);
  const rows = yield statement(
    dialect,
    sql`
      SELECT account_id, id
      FROM webhooks
      WHERE ${and([sql`status <> 'disabled'`, isOfStore])}
      ORDER BY seq`,
  );
  const refs = rows.map((row) => ({ accountId: textCell(row[0]), id: textCell(row[1]) }));
  // In the same order for all callers, which prevents deadlocks.
  for (const ref of refs) yield* makeDue(dialect, ref, now);
  return refs;
}

/** Makes the work of a webhook due. */
export function* makeDue(dialect: SqlDialect, ref: WebhookRef, now: Millis): Steps<void> {
  yield statement(
    dialect,
    sql`
      UPDATE webhooks
      SET due_at = ${now}
      WHERE ${thisWebhook(ref)}`,
  );
}
