import { DELIVERIES_COUNTED } from '@vitrine/core/adapter';
import type {
  DeliveryCounts,
  DeliveryRow,
  DeliveryStatus,
  Millis,
  SeqPage,
  Slice,
  WebhookRef,
} from '@vitrine/core/storage';
import { numberCell, onlyRow, textCell } from '../statements/cells.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { takePage } from '../statements/seq-page.ts';
import { NOTHING, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { DELIVERY, ofWebhook, readDelivery } from './rows.ts';

export function* listDeliveries(
  dialect: SqlDialect,
  args: { readonly webhookRef: WebhookRef; readonly status: DeliveryStatus | null } & SeqPage,
): Steps<Slice<DeliveryRow>> {
  const { webhookRef, status, before, limit } = args;
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${DELIVERY}
      FROM webhook_deliveries
      WHERE ${ofWebhook(webhookRef)}
        ${status === null ? NOTHING : sql`AND status = ${status}`}
        ${before === null ? NOTHING : sql`AND seq < ${before}`}
      ORDER BY seq DESC
      LIMIT ${limit + 1}`,
  );
  return takePage(rows, limit, readDelivery);
}

export function* getDelivery(
  dialect: SqlDialect,
  { webhookRef, id }: { readonly webhookRef: WebhookRef; readonly id: string },
): Steps<DeliveryRow | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${DELIVERY}
      FROM webhook_deliveries
      WHERE ${ofWebhook(webhookRef)}
        AND id = ${id}`,
  );
  return row === undefined ? null : readDelivery(row);
}

export function* countDeliveries(
  dialect: SqlDialect,
  { webhookRef, since }: { readonly webhookRef: WebhookRef; readonly since: Millis },
): Steps<DeliveryCounts> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT status, count(*)
      FROM (
        SELECT status, created_at
        FROM webhook_deliveries
        WHERE ${ofWebhook(webhookRef)}
        ORDER BY seq DESC
        LIMIT ${DELIVERIES_COUNTED}
      ) AS last
      WHERE created_at >= ${since}
      GROUP BY status`,
  );
  const counted = Object.fromEntries(rows.map(([status, count]) => [textCell(status), numberCell(count)]));
  return { ...{ pending: 0, delivered: 0, failed: 0 }, ...counted };
}

export function* countPendingDeliveries(
  dialect: SqlDialect,
  { webhookId, limit }: { readonly webhookId: string; readonly limit: number },
): Steps<number> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT count(*)
      FROM (
        SELECT 1
        FROM webhook_deliveries
        WHERE webhook_id = ${webhookId}
          AND status = 'pending'
        LIMIT ${limit}
      ) AS pending`,
  );
  return numberCell(onlyRow(rows)[0]);
}
