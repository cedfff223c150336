import type { DeliveryRow, Millis } from '@vitrine/core/storage';
import { allOf, and, anyOf } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';

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
