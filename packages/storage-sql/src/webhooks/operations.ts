import type {
  Millis,
  NewJob,
  NewWebhook,
  SeqPage,
  Slice,
  WebhookChange,
  WebhookCursor,
  WebhookRef,
  WebhookRow,
} from '@vitrine/core/storage';
import { read, write } from '../operation.ts';
import { changedRows, onlyRow } from '../statements/cells.ts';
import { list } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { enqueueJobs } from '../statements/enqueue-jobs.ts';
import { takePage } from '../statements/seq-page.ts';
import { NOTHING, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { allStoresCell, readWebhook, settingsCell, stateCells, thisWebhook, WEBHOOK } from './rows.ts';

export const webhookOperations = {
  deleteWebhook: write(deleteWebhook),
  getWebhook: read(getWebhook),
  insertWebhook: write(insertWebhook, { succeeded: () => true }),
  listWebhooks: read(listWebhooks),
  rewindWebhook: write(rewindWebhook),
  updateWebhook: write(updateWebhook),
};

function* insertWebhook(
  dialect: SqlDialect,
  { webhook, cursors }: { readonly webhook: NewWebhook; readonly cursors: readonly WebhookCursor[] },
): Steps<WebhookRow> {
  const { accountId, id, createdAt, updatedAt } = webhook;
  const settings = [settingsCell(webhook), allStoresCell(webhook)];
  const values = [accountId, id, ...settings, ...stateCells(webhook), createdAt, updatedAt];
  const rows = yield statement(
    dialect,
    sql`
      INSERT INTO webhooks (
        account_id, id, settings, all_stores, status, disabled_reason, failing_since, last_attempt,
        held_until, created_at, updated_at, due_at, claim
      )
      VALUES (${list([...values, createdAt, 0])})
      RETURNING ${WEBHOOK}`,
  );
  yield* placeCursors(dialect, id, cursors);
  return readWebhook(onlyRow(rows));
}

/** Places the cursors of stores that have none. */
function* placeCursors(
  dialect: SqlDialect,
  webhookId: string,
  cursors: readonly WebhookCursor[],
): Steps<void> {
  for (const { storeId, position } of cursors) {
    yield statement(
      dialect,
      sql`
        INSERT INTO webhook_cursors (webhook_id, store_id, position)
        VALUES (${webhookId}, ${storeId}, ${position})
        ON CONFLICT (webhook_id, store_id) DO NOTHING`,
    );
  }
}

/** Removes the cursors of all stores but these. */
function* removeOtherCursors(
  dialect: SqlDialect,
  webhookId: string,
  storeIds: readonly string[],
): Steps<void> {
  yield statement(
    dialect,
    sql`
      DELETE FROM webhook_cursors
      WHERE webhook_id = ${webhookId}
        AND store_id NOT IN (${list(storeIds)})`,
  );
}

function* getWebhook(
  dialect: SqlDialect,
  { webhookRef }: { readonly webhookRef: WebhookRef },
): Steps<WebhookRow | null> {
  const [row] = yield statement(
    dialect,
    sql`
      SELECT ${WEBHOOK}
      FROM webhooks
      WHERE ${thisWebhook(webhookRef)}`,
  );
  return row === undefined ? null : readWebhook(row);
}

function* listWebhooks(
  dialect: SqlDialect,
  { accountId, before, limit }: { readonly accountId: string } & SeqPage,
): Steps<Slice<WebhookRow>> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${WEBHOOK}
      FROM webhooks
      WHERE account_id = ${accountId}
        ${before === null ? NOTHING : sql`AND seq < ${before}`}
      ORDER BY seq DESC
      LIMIT ${limit + 1}`,
  );
  return takePage(rows, limit, readWebhook);
}

function* updateWebhook(
  dialect: SqlDialect,
  args: {
    readonly webhookRef: WebhookRef;
    readonly change: WebhookChange;
    readonly cursors: readonly WebhookCursor[];
    readonly now: Millis;
  },
): Steps<WebhookRow | null> {
  const { webhookRef, change, cursors, now } = args;
  const [current] = yield statement(
    dialect,
    sql`
      SELECT ${WEBHOOK}
      FROM webhooks
      WHERE ${thisWebhook(webhookRef)}
      ${dialect.forUpdate}`,
  );
  if (current === undefined) return null;
  const before = readWebhook(current);
  const changed: WebhookRow = { ...before, ...change, updatedAt: now };
  const [status, disabledReason, failingSince, , heldUntil] = stateCells(changed);
  yield statement(
    dialect,
    sql`
      UPDATE webhooks
      SET settings = ${settingsCell(changed)},
          all_stores = ${allStoresCell(changed)},
          status = ${status},
          disabled_reason = ${disabledReason},
          failing_since = ${failingSince},
          held_until = ${heldUntil},
          updated_at = ${now},
          due_at = ${now}
      WHERE ${thisWebhook(webhookRef)}`,
  );
  if (change.storeIds != null) yield* removeOtherCursors(dialect, webhookRef.id, change.storeIds);
  yield* placeCursors(dialect, webhookRef.id, cursors);
  if (before.status === 'disabled' && changed.status !== 'disabled') {
    yield statement(
      dialect,
      sql`
        UPDATE webhook_deliveries
        SET due_at = ${now}
        WHERE webhook_id = ${webhookRef.id}
          AND due_at > ${now}`,
    );
  }
  return changed;
}

function* rewindWebhook(
  dialect: SqlDialect,
  args: { readonly webhookRef: WebhookRef; readonly cursor: WebhookCursor; readonly now: Millis },
): Steps<boolean> {
  const { webhookRef, cursor, now } = args;
  const due = yield statement(
    dialect,
    sql`
      UPDATE webhooks
      SET due_at = ${now}
      WHERE ${thisWebhook(webhookRef)}`,
  );
  if (changedRows(due) === 0) return false;
  yield statement(
    dialect,
    sql`
      UPDATE webhook_cursors
      SET position = ${cursor.position}
      WHERE webhook_id = ${webhookRef.id}
        AND store_id = ${cursor.storeId}
        AND position > ${cursor.position}`,
  );
  return true;
}

function* deleteWebhook(
  dialect: SqlDialect,
  { webhookRef, enqueue }: { readonly webhookRef: WebhookRef; readonly enqueue: readonly NewJob[] },
): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      DELETE FROM webhooks
      WHERE ${thisWebhook(webhookRef)}`,
  );
  if (changedRows(rows) === 0) return false;
  yield statement(
    dialect,
    sql`
      DELETE FROM webhook_cursors
      WHERE webhook_id = ${webhookRef.id}`,
  );
  yield* enqueueJobs(dialect, { jobs: enqueue });
  return true;
}
