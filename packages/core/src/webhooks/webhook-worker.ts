import { BoundedMap } from '../ground/collections.ts';
import { Alarm } from '../jobs/alarm.ts';
import { workOffClaims } from '../jobs/claim-loop.ts';
import type { RunOptions, WorkContext } from '../jobs/work-context.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { Millis, WebhookClaim } from '../storage/index.ts';
import { findBehind, storesOf } from './behind.ts';
import { serveWebhook } from './serve-webhook.ts';

/** Webhooks that a server serves at once. A receiver that hangs holds one place for a few seconds. */
const AT_ONCE = 64;
/** How long another server waits after a crash. */
const LEASE: Millis = 10_000;
const EXTEND_EVERY: Millis = 3_000;
/** The interval between looks for due webhooks while others are being served. */
const POLL_EVERY: Millis = 200;
/** Webhooks whose logs are looked at together, and the interval between these looks. */
const SWEPT = 50;
const SWEEP_EVERY: Millis = 1_000;
/** A log stays on for a week after its last use. */
const MARK_EVERY: Millis = 3_600_000;
/** Webhooks whose last mark is remembered. */
const MARKS_KEPT = 10_000;

/** Delivers what changes in the stores of webhooks. Several servers share the work. */
export interface WebhookWorker {
  /** Rings when a log has changed. */
  readonly alarm: Alarm;
  /**
   * Serves the webhooks that are due, until there are none or the signal aborts. Returns the number of attempts.
   * @throws what the storage throws.
   */
  run(options: RunOptions): Promise<number>;
  /** Looks at the logs of all webhooks. `run` looks at some of them each second. */
  sweep(): Promise<void>;
  close(): void;
}

export function webhookWorker(context: WorkContext, sender: WebhookSender): WebhookWorker {
  const { storage, clock } = context;
  const { webhookDeliveries: deliveries, changes } = storage;
  const alarm = new Alarm();
  const heard = new Set<string>();
  /** The stores with changes of webhooks that were woken by this process. */
  const hintsByWebhook = new Map<string, Set<string>>();
  const markedAt = new BoundedMap<string, Millis>(MARKS_KEPT);
  let sweptAt = Number.NEGATIVE_INFINITY;
  let sweptTo = 0;

  const unlisten = changes.listen((storeId) => {
    heard.add(storeId);
    alarm.ring();
  });

  async function wake(storeIds: readonly string[]): Promise<void> {
    for (const { id } of await deliveries.wake(storeIds, clock())) {
      const hints = hintsByWebhook.get(id) ?? new Set();
      for (const storeId of storeIds) hints.add(storeId);
      hintsByWebhook.set(id, hints);
    }
  }

  async function wakeHeard(): Promise<void> {
    if (heard.size === 0) return;
    const storeIds = [...heard];
    heard.clear();
    await wake(storeIds);
  }

  /** Looks for changes that nobody has told of: of other processes, and before a crash. Returns whether more are left. */
  async function sweepSome(): Promise<boolean> {
    const now = clock();
    const webhooks = await deliveries.listAll(sweptTo, SWEPT);
    sweptTo = webhooks.length < SWEPT ? 0 : (webhooks.at(-1)?.webhook.seq ?? 0);
    // Without hints a webhook looks at all of its stores. Those that another server has served need none.
    if (sweptTo === 0) hintsByWebhook.clear();
    const behind = new Set<string>();
    for (const each of webhooks) {
      const { id, status } = each.webhook;
      const storeIds = await storesOf(storage, each);
      if (now - (markedAt.get(id) ?? Number.NEGATIVE_INFINITY) >= MARK_EVERY) {
        await changes.markUsed(storeIds, now);
        markedAt.set(id, now);
      }
      if (status === 'disabled') continue;
      for (const storeId of await findBehind(storage, each, storeIds)) behind.add(storeId);
    }
    await wake([...behind]);
    return sweptTo > 0;
  }

  async function claim(limit: number): Promise<WebhookClaim[]> {
    await wakeHeard();
    return deliveries.claim(limit, clock(), clock() + LEASE);
  }

  return {
    alarm,
    async run(options) {
      const { signal, onError } = options;
      if (performance.now() - sweptAt >= SWEEP_EVERY) {
        sweptAt = performance.now();
        await sweepSome();
      }
      const held = new Set<WebhookClaim>();
      const extending = setInterval(() => {
        deliveries.extend([...held], clock() + LEASE).catch(onError);
      }, EXTEND_EVERY);
      let attempts = 0;
      try {
        await workOffClaims<WebhookClaim>({
          atOnce: AT_ONCE,
          signal,
          pollEvery: POLL_EVERY,
          claim,
          async run(each) {
            held.add(each);
            const hints = hintsByWebhook.get(each.webhook.id) ?? null;
            hintsByWebhook.delete(each.webhook.id);
            try {
              attempts += await serveWebhook(context, sender, each, hints, options);
            } catch (error) {
              onError(error);
            }
            held.delete(each);
          },
        });
        return attempts;
      } finally {
        clearInterval(extending);
      }
    },
    async sweep() {
      sweptTo = 0;
      while (await sweepSome());
    },
    close: unlisten,
  };
}
