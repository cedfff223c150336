import type { DeliveryRow, DeliveryStatus, WebhookAttempt, WebhookRef } from '@vitrine/core/storage';
import { numberCell, numberOrNull, textCell, textOrNull } from '../statements/cells.ts';
import { type Row, type Sql, sql } from '../statements/sql.ts';
import { thisWebhook } from '../webhooks/rows.ts';

export const DELIVERY = sql`
  seq, id, store_id, position, type, record_id, body, status, due_at, tries, attempts, created_at`;

export function readDelivery(row: Row): DeliveryRow {
  return {
    seq: numberCell(row[0]),
    id: textCell(row[1]),
    storeId: textCell(row[2]),
    position: numberCell(row[3]),
    type: textCell(row[4]),
    recordId: textCell(row[5]) || null,
    body: textOrNull(row[6]),
    status: textCell(row[7]) as DeliveryStatus,
    dueAt: numberOrNull(row[8]),
    tries: numberCell(row[9]),
    attempts: JSON.parse(textCell(row[10])) as WebhookAttempt[],
    createdAt: numberCell(row[11]),
  };
}

/** Returns the condition of deliveries of this webhook. Those of a deleted webhook are not found. */
export function ofWebhook(ref: WebhookRef): Sql {
  return sql`
    webhook_id = (
      SELECT id
      FROM webhooks
      WHERE ${thisWebhook(ref)}
    )`;
}
