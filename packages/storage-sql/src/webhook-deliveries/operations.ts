import type {
  DeliveryOutcome,
  DeliveryRow,
  Millis,
  NewDelivery,
  ReadEntries,
  WebhookRef,
  WebhookRow,
  WebhookState,
} from '@vitrine/core/storage';
import { read, write } from '../operation.ts';
import { changedRows, textCell } from '../statements/cells.ts';
import { and, list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { join, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { thisWebhook } from '../webhooks/rows.ts';
import {
  type Claim,
  claimWebhooks,
  extendWebhookClaims,
  forgetStore,
  isServed,
  listAllWebhooks,
  releaseWebhook,
  setWebhookState,
} from './claims.ts';
import { makeDue, makeFirstDue, wakeWebhooks } from './due.ts';
import {
  purgeDeliveries,
  purgeDeliveryBodies,
  purgeRecordDeliveries,
  purgeWebhookDeliveries,
} from './purging.ts';
import { countDeliveries, countPendingDeliveries, getDelivery, listDeliveries } from './reads.ts';
import { DELIVERY, ofWebhook, readDelivery } from './rows.ts';

export const webhookDeliveryOperations = {
  addDeliveries: write(addDeliveries),
  claimWebhooks: write(claimWebhooks),
  countDeliveries: read(countDeliveries),
  countPendingDeliveries: read(countPendingDeliveries),
  extendWebhookClaims: write(extendWebhookClaims),
  forgetStore: write(forgetStore),
  getDelivery: read(getDelivery),
  listAllWebhooks: read(listAllWebhooks),
  listDeliveries: read(listDeliveries),
  listDueDeliveries: read(listDueDeliveries),
  purgeDeliveries: write(purgeDeliveries),
  purgeDeliveryBodies: write(purgeDeliveryBodies),
  purgeRecordDeliveries: write(purgeRecordDeliveries),
  purgeWebhookDeliveries: write(purgeWebhookDeliveries),
  releaseWebhook: write(releaseWebhook),
  retryDelivery: write(retryDelivery),
  setWebhookState: write(setWebhookState),
  settleDeliveries: write(settleDeliveries),
  wakeWebhooks: write(wakeWebhooks),
};

function* retryDelivery(
  dialect: SqlDialect,
  args: { readonly webhookRef: WebhookRef; readonly id: string; readonly now: Millis },
): Steps<boolean> {
  const { webhookRef, id, now } = args;
  yield* makeDue(dialect, webhookRef, now);
  const rows = yield statement(
    dialect,
    sql`
      UPDATE webhook_deliveries
      SET status = 'pending',
          due_at = ${now},
          tries = 0
      WHERE ${ofWebhook(webhookRef)}
        AND id = ${id}
        AND body IS NOT NULL`,
  );
  return changedRows(rows) > 0;
}

function* addDeliveries(
  dialect: SqlDialect,
  { claim, read, now }: { readonly claim: Claim; readonly read: ReadEntries; readonly now: Millis },
): Steps<boolean> {
  const { storeId, from, to, deliveries } = read;
  const webhookId = claim.webhook.id;
  if (!(yield* isServed(dialect, claim))) return false;
  const moved = yield statement(
    dialect,
    sql`
      INSERT INTO webhook_cursors (webhook_id, store_id, position)
      VALUES (${webhookId}, ${storeId}, ${to})
      ON CONFLICT (webhook_id, store_id) DO UPDATE
      SET position = excluded.position
      WHERE webhook_cursors.position = ${from}`,
  );
  if (changedRows(moved) === 0) return false;
  for (let i = 0; i < deliveries.length; i += ADDED_AT_ONCE) {
    yield* insertDeliveries(dialect, webhookId, deliveries.slice(i, i + ADDED_AT_ONCE), now);
  }
  yield* makeFirstDue(dialect, webhookId, deliveries, now);
  return true;
}

/** Deliveries that one statement inserts. */
const ADDED_AT_ONCE = 50;

function* insertDeliveries(
  dialect: SqlDialect,
  webhookId: string,
  deliveries: readonly NewDelivery[],
  now: Millis,
): Steps<void> {
  const rows = deliveries.map(({ id, storeId, position, type, recordId, body }) => {
    const subject = [type, recordId ?? '', body];
    return sql`(${list([webhookId, id, storeId, position, ...subject, 'pending', 0, '[]', now])})`;
  });
  yield statement(
    dialect,
    sql`
      INSERT INTO webhook_deliveries (
        webhook_id, id, store_id, position, type, record_id, body, status, tries, attempts, created_at
      )
      VALUES ${join(rows, ',\n  ')}
      ON CONFLICT (webhook_id, id) DO UPDATE
      SET status = 'pending',
          body = coalesce(webhook_deliveries.body, excluded.body),
          tries = 0
      WHERE webhook_deliveries.status <> 'pending'`,
  );
}

function* listDueDeliveries(
  dialect: SqlDialect,
  args: { readonly webhookRef: WebhookRef; readonly limit: number; readonly now: Millis },
): Steps<DeliveryRow[]> {
  const { webhookRef, limit, now } = args;
  const isSent = and([thisWebhook(webhookRef), sql`status <> 'disabled'`]);
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${DELIVERY}
      FROM webhook_deliveries
      WHERE due_at <= ${now}
        AND webhook_id = (
          SELECT webhooks.id
          FROM webhooks
          WHERE ${isSent}
        )
      ORDER BY due_at, seq
      LIMIT ${limit}`,
  );
  return rows.map(readDelivery);
}

function* settleDeliveries(
  dialect: SqlDialect,
  args: {
    readonly claim: Claim;
    readonly outcomes: readonly DeliveryOutcome[];
    readonly state: WebhookState;
    readonly now: Millis;
  },
): Steps<WebhookRow | null> {
  const { claim, outcomes, state, now } = args;
  const webhook = yield* setWebhookState(dialect, { claim, state });
  if (webhook === null) return null;
  const ended: Pick<DeliveryRow, 'storeId' | 'recordId'>[] = [];
  for (const { id, attempts, status, dueAt } of outcomes) {
    const [row] = yield statement(
      dialect,
      sql`
        UPDATE webhook_deliveries
        SET attempts = ${JSON.stringify(attempts)},
            status = ${status},
            due_at = ${dueAt},
            tries = tries + 1
        WHERE webhook_id = ${claim.webhook.id}
          AND id = ${id}
        RETURNING store_id, record_id`,
    );
    if (row === undefined || status === 'pending') continue;
    ended.push({ storeId: textCell(row[0]), recordId: textCell(row[1]) || null });
  }
  yield* makeFirstDue(dialect, claim.webhook.id, ended, now);
  return webhook;
}
