import type { WebhookDelivery, WebhookEvent, WebhookResponse } from '../../contracts/changes/webhooks.ts';
import type { SearchFilter } from '../../contracts/records/records.ts';
import type { Secrets } from '../../ports/ports.ts';
import type {
  DeliveryCounts,
  DeliveryRow,
  Millis,
  NewWebhook,
  WebhookAttempt,
  WebhookRef,
} from '../../storage/index.ts';
import { showDatetime } from '../../values/datetime.ts';
import { encodeChangePosition } from '../changes/change-position.ts';

/** Returns a webhook as responses show it: without its secrets and the values of its headers. */
export function showWebhook(webhook: NewWebhook, lastDay: DeliveryCounts, now: Millis): WebhookResponse {
  const { id, url, storeIds, payload, description, headers, status, disabledReason, lastAttempt } = webhook;
  const earlier = webhook.secrets.flatMap(({ until }) => (until !== null && until > now ? [until] : []));
  return {
    id,
    url,
    events: webhook.events as WebhookEvent[],
    storeIds: storeIds === null ? null : [...storeIds],
    filters: webhook.filters as SearchFilter[] | null,
    payload,
    description,
    headerNames: Object.keys(headers),
    status,
    disabledReason,
    lastDelivery: lastAttempt === null ? null : showAttempt(lastAttempt),
    lastDay,
    previousSecretUntil: earlier.length === 0 ? null : showDatetime(Math.max(...earlier)),
    date_created: showDatetime(webhook.createdAt),
    date_updated: showDatetime(webhook.updatedAt),
  };
}

function showAttempt({ at, status, error, milliseconds }: WebhookAttempt) {
  return { at: showDatetime(at), status, error, milliseconds };
}

/** Returns an attempt with the beginning of the answer. */
export function showAnswer(attempt: WebhookAttempt) {
  return { ...showAttempt(attempt), answer: attempt.answer };
}

export function showDelivery(
  secrets: Secrets,
  { accountId }: Pick<WebhookRef, 'accountId'>,
  delivery: DeliveryRow,
): WebhookDelivery {
  const { id, type, storeId, recordId, status, dueAt, body, createdAt } = delivery;
  return {
    id,
    type,
    storeId,
    recordId,
    position: encodeChangePosition(secrets, { accountId, id: storeId }, delivery.position),
    status,
    nextAttemptAt: dueAt === null ? null : showDatetime(dueAt),
    attempts: delivery.attempts.map(showAnswer),
    body,
    date_created: showDatetime(createdAt),
  };
}
