import type {
  WebhookAttempt,
  WebhookRef,
  WebhookRow,
  WebhookSettings,
  WebhookState,
  WebhookStatus,
} from '@vitrine/core/storage';
import { jsonCell, numberCell, numberOrNull, textCell, textOrNull } from '../statements/cells.ts';
import { and } from '../statements/clauses.ts';
import { type Row, type Sql, sql } from '../statements/sql.ts';

export const WEBHOOK = sql`
  account_id, id, seq, settings, status, disabled_reason, failing_since, last_attempt,
  held_until, created_at, updated_at`;

/** The number of columns of `WEBHOOK`. */
export const WEBHOOK_COLUMNS = 11;

export function readWebhook(row: Row): WebhookRow {
  const lastAttempt = textOrNull(row[7]);
  return {
    accountId: textCell(row[0]),
    id: textCell(row[1]),
    seq: numberCell(row[2]),
    ...(JSON.parse(textCell(row[3])) as WebhookSettings),
    status: textCell(row[4]) as WebhookStatus,
    disabledReason: textOrNull(row[5]),
    failingSince: numberOrNull(row[6]),
    lastAttempt: lastAttempt === null ? null : (JSON.parse(lastAttempt) as WebhookAttempt),
    heldUntil: numberOrNull(row[8]),
    createdAt: numberCell(row[9]),
    updatedAt: numberCell(row[10]),
  };
}

/** Returns the stored form of what the account has chosen. */
export function settingsCell(webhook: WebhookSettings): string {
  const { url, events, storeIds, filters, payload, description, headers, secrets } = webhook;
  const settings: WebhookSettings = {
    url,
    events,
    storeIds,
    filters,
    payload,
    description,
    headers,
    secrets,
  };
  return JSON.stringify(settings);
}

export function allStoresCell({ storeIds }: Pick<WebhookSettings, 'storeIds'>): number {
  return storeIds === null ? 1 : 0;
}

type StateCells = readonly [
  status: string,
  disabledReason: string | null,
  failingSince: number | null,
  lastAttempt: string | null,
  heldUntil: number | null,
];

/** Returns the state of a webhook in the order of its columns in `WEBHOOK`. */
export function stateCells(state: WebhookState): StateCells {
  const { status, disabledReason, failingSince, lastAttempt, heldUntil } = state;
  return [status, disabledReason, failingSince, jsonCell(lastAttempt), heldUntil];
}

/** Returns the condition of this webhook. */
export function thisWebhook({ accountId, id }: WebhookRef): Sql {
  return and([sql`account_id = ${accountId}`, sql`id = ${id}`]);
}

/** Returns the reference of a row, because callers may pass whole rows. Only the reference crosses to the writer. */
export function webhookRefOf({ id, accountId }: WebhookRef): WebhookRef {
  return { id, accountId };
}
