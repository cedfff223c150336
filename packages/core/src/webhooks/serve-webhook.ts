import type { RunOptions, WorkContext } from '../jobs/work-context.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { DeliveryRow, Millis, WebhookClaim, WebhookRow } from '../storage/index.ts';
import { attemptDelivery } from './attempt.ts';
import { settlementOf } from './settlement.ts';

/** Requests to one receiver at once: while it answers, and while it fails. */
const AT_ONCE = 8;
const AT_ONCE_FAILING = 1;
/** Deliveries that wait for a receiver. Further entries wait in the log. */
const PENDING_MAX = 10_000;
const LOOKED_AT = 100;
/** After this time a webhook goes back into the queue, behind those of other accounts. */
const SLICE: Millis = 1_000;

/**
 * Serves a claimed webhook for a slice of time: makes deliveries of the changes of its stores, sends those that are due,
 * then ends the claim. Requests that `end` aborts are sent again after the lease. Returns the number of attempts.
 *
 * @param hinted the stores that may have changes. Null: all are looked at.
 * @throws what the storage throws. The lease then expires.
 */
export async function serveWebhook(
  context: WorkContext,
  sender: WebhookSender,
  claim: WebhookClaim,
  hinted: ReadonlySet<string> | null,
  { signal, end, onWebhookDisabled }: RunOptions,
): Promise<number> {
  const { storage, clock } = context;
  const { webhookDeliveries: deliveries } = storage;
  const reader = context.readWebhookEntries(claim, hinted);
  const endOfSlice = performance.now() + SLICE;
  let { webhook }: { webhook: WebhookRow } = claim;
  let isLost = false;
  let attempts = 0;

  const isStopped = () =>
    isLost ||
    signal.aborted ||
    webhook.status === 'disabled' ||
    isHeld(webhook, clock()) ||
    performance.now() >= endOfSlice;

  async function send(delivery: DeliveryRow): Promise<void> {
    const { id, body } = delivery;
    const attempted = await attemptDelivery({ sender, clock }, webhook, { id, body: body ?? '' }, end);
    const settlement = settlementOf(webhook, delivery, attempted);
    attempts++;
    const after = await deliveries.settle(claim, id, settlement, clock());
    if (after === null) {
      isLost = true;
      return;
    }
    const isNew = webhook.status !== 'disabled' && settlement.webhook.status === 'disabled';
    webhook = after;
    if (isNew) onWebhookDisabled(after);
  }

  /** Sends deliveries, several at once. Resolves when all requests have ended. */
  async function sendAll(due: readonly DeliveryRow[]): Promise<void> {
    const running = new Set<Promise<void>>();
    const failures: unknown[] = [];
    for (const delivery of due) {
      while (running.size >= (webhook.status === 'failing' ? AT_ONCE_FAILING : AT_ONCE)) {
        await Promise.race(running);
      }
      if (isStopped() || failures.length > 0) break;
      const sent = send(delivery)
        .catch((error: unknown) => failures.push(error))
        .then(() => {
          running.delete(sent);
        });
      running.add(sent);
    }
    await Promise.all(running);
    if (failures.length > 0) throw failures[0];
  }

  let hasMore = true;
  try {
    do {
      const isFull = (await deliveries.countPending(claim, PENDING_MAX)) >= PENDING_MAX;
      const read = isFull ? 'done' : await reader.readMore();
      if (read === 'lost') break;
      if (typeof read === 'object') {
        webhook = read.disabled;
        onWebhookDisabled(webhook);
        break;
      }
      hasMore = read === 'more';
      const due = isStopped() ? [] : await deliveries.listDue(claim, LOOKED_AT, clock());
      await sendAll(due);
      if (due.length === 0 && !hasMore) break;
    } while (!isStopped());
  } catch (error) {
    // The requests were aborted. Their deliveries are still due.
    if (!end.aborted) throw error;
  }
  await deliveries.release(claim, hasMore, clock());
  return attempts;
}

function isHeld({ heldUntil }: WebhookRow, now: Millis): boolean {
  return heldUntil !== null && heldUntil > now;
}
