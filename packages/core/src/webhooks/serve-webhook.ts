import type { RunOptions, WorkContext } from '../jobs/work-context.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type {
  DeliveryOutcome,
  DeliveryRow,
  Millis,
  WebhookClaim,
  WebhookRow,
  WebhookState,
} from '../storage/index.ts';
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
  const outcomes: DeliveryOutcome[] = [];
  let settling: Promise<void> | null = null;
  /** As it is stored, and its state after the attempts that are not stored yet. */
  let { webhook }: { webhook: WebhookRow } = claim;
  let state: WebhookState = webhook;
  let isLost = false;
  let attempts = 0;

  const isStopped = () =>
    isLost ||
    signal.aborted ||
    webhook.status === 'disabled' ||
    state.status === 'disabled' ||
    isHeld(state, clock()) ||
    performance.now() >= endOfSlice;

  /** Stores the outcomes of attempts. Those that end meanwhile are stored together afterwards. */
  async function settle(outcome: DeliveryOutcome): Promise<void> {
    outcomes.push(outcome);
    settling ??= settleAll().finally(() => {
      settling = null;
    });
    await settling;
  }

  async function settleAll(): Promise<void> {
    while (outcomes.length > 0 && !isLost) {
      const after = await deliveries.settle(claim, outcomes.splice(0), state, clock());
      if (after === null) isLost = true;
      else webhook = after;
    }
  }

  async function send(delivery: DeliveryRow): Promise<void> {
    const { id, body } = delivery;
    const attempted = await attemptDelivery({ sender, clock }, webhook, { id, body: body ?? '' }, end);
    const settlement = settlementOf(state, delivery, attempted);
    const isDisabled = state.status !== 'disabled' && settlement.state.status === 'disabled';
    state = settlement.state;
    attempts++;
    await settle(settlement.outcome);
    if (isDisabled && !isLost) onWebhookDisabled(webhook);
  }

  /** Sends deliveries, several at once. Resolves when all requests have ended. */
  async function sendAll(due: readonly DeliveryRow[]): Promise<void> {
    const running = new Set<Promise<void>>();
    const failures: unknown[] = [];
    for (const delivery of due) {
      while (running.size >= (state.status === 'failing' ? AT_ONCE_FAILING : AT_ONCE)) {
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

function isHeld({ heldUntil }: WebhookState, now: Millis): boolean {
  return heldUntil !== null && heldUntil > now;
}
