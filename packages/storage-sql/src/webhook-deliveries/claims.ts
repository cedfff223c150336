import type {
  Millis,
  WebhookClaim,
  WebhookCursor,
  WebhookRef,
  WebhookRow,
  WebhookState,
} from '@vitrine/core/storage';
import { type AccountQueue, claimByAccount } from '../statements/account-turns.ts';
import { changedRows, numberCell, numberOrNull, textCell } from '../statements/cells.ts';
import { and, assignmentList } from '../statements/clauses.ts';
import type { SqlDialect } from '../statements/dialect.ts';
import { type Sql, sql } from '../statements/sql.ts';
import { type Steps, statement } from '../statements/statement.ts';
import { readWebhook, stateCells, thisWebhook, WEBHOOK, WEBHOOK_COLUMNS } from '../webhooks/rows.ts';

/** Identifies a claim. It is current until its lease ends and the webhook is claimed again, or until it is released. */
export interface Claim {
  readonly webhook: WebhookRef;
  readonly number: number;
}

export function claimOf({ webhook: { id, accountId }, number }: WebhookClaim): Claim {
  return { webhook: { id, accountId }, number };
}

/** Returns the conditions that the claim is current. */
function held({ webhook, number }: Claim): Sql {
  return and([thisWebhook(webhook), sql`claim = ${number}`]);
}

/**
 * Returns whether the claim is current and the webhook is not disabled. Locks it: later claims, releases and changes wait for
 * the transaction.
 */
export function* isServed(dialect: SqlDialect, claim: Claim): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT 1
      FROM webhooks
      WHERE ${and([held(claim), sql`status <> 'disabled'`])}
      ${dialect.forUpdate}`,
  );
  return rows.length > 0;
}

/** Changes the webhook if the claim is current. */
function* changeHeld(dialect: SqlDialect, claim: Claim, changes: readonly Sql[]): Steps<boolean> {
  const rows = yield statement(
    dialect,
    sql`
      UPDATE webhooks
      SET ${assignmentList(changes)}
      WHERE ${held(claim)}`,
  );
  return changedRows(rows) > 0;
}

/** Stores the state of the webhook if the claim is current. One that was disabled meanwhile stays disabled. */
export function* setWebhookState(
  dialect: SqlDialect,
  { claim, state }: { readonly claim: Claim; readonly state: WebhookState },
): Steps<WebhookRow | null> {
  const [status, disabledReason, failingSince, lastAttempt, heldUntil] = stateCells(state);
  const changes = [
    sql`disabled_reason = CASE WHEN status = 'disabled' THEN disabled_reason ELSE ${disabledReason} END`,
    sql`status = CASE WHEN status = 'disabled' THEN status ELSE ${status} END`,
    sql`failing_since = ${failingSince}`,
    sql`last_attempt = ${lastAttempt}`,
    sql`held_until = ${heldUntil}`,
  ];
  const [row] = yield statement(
    dialect,
    sql`
      UPDATE webhooks
      SET ${assignmentList(changes)}
      WHERE ${held(claim)}
      RETURNING ${WEBHOOK}`,
  );
  return row === undefined ? null : readWebhook(row);
}

/** Claims webhooks with due work. Every claim and every end of a claim increases `claim`. */
export function* claimWebhooks(
  dialect: SqlDialect,
  { limit, now, leaseUntil }: { readonly limit: number; readonly now: Millis; readonly leaseUntil: Millis },
): Steps<WebhookClaim[]> {
  const isFree = [
    sql`due_at <= ${now}`,
    sql`(lease_until IS NULL OR lease_until <= ${now})`,
    sql`status <> 'disabled'`,
  ];
  const queue: AccountQueue<WebhookClaim> = {
    name: 'webhooks',
    table: sql`webhooks`,
    columns: [WEBHOOK, sql`claim`],
    account: sql`account_id`,
    order: sql`due_at, seq`,
    waits: sql`due_at IS NOT NULL`,
    isDue: isFree,
    *claim([, ...row]) {
      const webhook = readWebhook(row);
      const number = numberCell(row[WEBHOOK_COLUMNS]) + 1;
      // Checked again, because another caller may have claimed the webhook or may be claiming it.
      const unchanged = [thisWebhook(webhook), sql`claim = ${number - 1}`, ...isFree];
      const rows = yield statement(
        dialect,
        sql`
          UPDATE webhooks
          SET due_at = ${leaseUntil},
              lease_until = ${leaseUntil},
              claim = ${number}
          WHERE seq = (
            SELECT seq
            FROM webhooks
            WHERE ${and(unchanged)}
            ${dialect.forUpdateSkipLocked}
          )
            AND claim = ${number - 1}`,
      );
      if (changedRows(rows) === 0) return null;
      return { webhook, number, cursors: yield* readCursors(dialect, webhook) };
    },
  };
  return yield* claimByAccount(dialect, queue, limit);
}

export function* extendWebhookClaims(
  dialect: SqlDialect,
  { claims, leaseUntil }: { readonly claims: readonly Claim[]; readonly leaseUntil: Millis },
): Steps<null> {
  for (const claim of claims) yield* changeHeld(dialect, claim, [sql`lease_until = ${leaseUntil}`]);
  return null;
}

export function* releaseWebhook(
  dialect: SqlDialect,
  { claim, more, now }: { readonly claim: Claim; readonly more: boolean; readonly now: Millis },
): Steps<boolean> {
  const [webhook] = yield statement(
    dialect,
    sql`
      SELECT due_at, held_until
      FROM webhooks
      WHERE ${held(claim)}
      ${dialect.forUpdate}`,
  );
  if (webhook === undefined) return false;
  const [delivery] = yield statement(
    dialect,
    sql`
      SELECT due_at
      FROM webhook_deliveries
      WHERE webhook_id = ${claim.webhook.id}
        AND due_at IS NOT NULL
      ORDER BY due_at
      LIMIT 1`,
  );
  const [wokenAt, heldUntil] = webhook.map(numberOrNull);
  const first = delivery === undefined ? null : numberCell(delivery[0]);
  const dueAt = more || (wokenAt ?? now + 1) <= now ? now : first;
  return yield* changeHeld(dialect, claim, [
    sql`due_at = ${dueAt === null ? null : Math.max(dueAt, heldUntil ?? 0)}`,
    sql`lease_until = NULL`,
    sql`claim = claim + 1`,
  ]);
}

export function* listAllWebhooks(
  dialect: SqlDialect,
  { after, limit }: { readonly after: number; readonly limit: number },
): Steps<Pick<WebhookClaim, 'webhook' | 'cursors'>[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT ${WEBHOOK}
      FROM webhooks
      WHERE seq > ${after}
      ORDER BY seq
      LIMIT ${limit}`,
  );
  const all: Pick<WebhookClaim, 'webhook' | 'cursors'>[] = [];
  for (const row of rows) {
    const webhook = readWebhook(row);
    all.push({ webhook, cursors: yield* readCursors(dialect, webhook) });
  }
  return all;
}

function* readCursors(dialect: SqlDialect, { id }: WebhookRef): Steps<WebhookCursor[]> {
  const rows = yield statement(
    dialect,
    sql`
      SELECT store_id, position
      FROM webhook_cursors
      WHERE webhook_id = ${id}`,
  );
  return rows.map(([store, position]) => ({ storeId: textCell(store), position: numberCell(position) }));
}

/** Removes the cursor of a store that is gone. */
export function* forgetStore(
  dialect: SqlDialect,
  { claim, storeId }: { readonly claim: Claim; readonly storeId: string },
): Steps<boolean> {
  if (!(yield* isServed(dialect, claim))) return false;
  yield statement(
    dialect,
    sql`
      DELETE FROM webhook_cursors
      WHERE webhook_id = ${claim.webhook.id}
        AND store_id = ${storeId}`,
  );
  return true;
}
