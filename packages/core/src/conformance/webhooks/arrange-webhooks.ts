import type { Millis } from '../../ground/rows.ts';
import type { Storage } from '../../storage/storage.ts';
import type {
  DeliveryOutcome,
  NewDelivery,
  WebhookClaim,
} from '../../storage/webhooks/webhook-deliveries.ts';
import type { NewWebhook, WebhookRow, WebhookState } from '../../storage/webhooks/webhooks.ts';
import { accountRow, NOW, SECOND } from '../fixtures/arrange.ts';

let lastNumber = 0;

export function newWebhook(change: Partial<NewWebhook> = {}): NewWebhook {
  return {
    id: `webhook-${++lastNumber}`,
    accountId: accountRow().id,
    url: 'https://example.com/hook',
    events: ['record.*'],
    storeIds: ['store'],
    filters: null,
    payload: 'thin',
    description: null,
    headers: {},
    secrets: [{ secret: 'whsec_AAAA', until: null }],
    ...ACTIVE,
    createdAt: NOW,
    updatedAt: NOW,
    ...change,
  };
}

export const ACTIVE: WebhookState = {
  status: 'active',
  disabledReason: null,
  failingSince: null,
  lastAttempt: null,
  heldUntil: null,
};

export function newDelivery(position: number, change: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: `msg_${position}`,
    storeId: 'store',
    position,
    type: 'record.updated',
    recordId: `r${position}`,
    body: `{"position":${position}}`,
    ...change,
  };
}

/** Stores the outcome of an attempt: by default that the delivery is delivered. */
export function settle(
  storage: Storage,
  claim: WebhookClaim,
  deliveryId: string,
  now: Millis,
  { state = ACTIVE, ...change }: Partial<DeliveryOutcome> & { readonly state?: WebhookState } = {},
): Promise<WebhookRow | null> {
  const outcome: DeliveryOutcome = {
    id: deliveryId,
    attempts: [],
    status: 'delivered',
    dueAt: null,
    ...change,
  };
  return storage.webhookDeliveries.settle(claim, [outcome], state, now);
}

/** Claims the only webhook that is due. @throws Error if there is none. */
export async function claimOne(storage: Storage, now = NOW): Promise<WebhookClaim> {
  const [claim] = await storage.webhookDeliveries.claim(1, now, now + 10 * SECOND);
  if (claim === undefined) throw new Error('expected a webhook that is due');
  return claim;
}

/** Inserts a webhook, claims it, and adds deliveries for these positions of its store. */
export async function arrangeDeliveries(
  storage: Storage,
  deliveries: readonly NewDelivery[],
  change: Partial<NewWebhook> = {},
): Promise<{ readonly webhook: WebhookRow; readonly claim: WebhookClaim }> {
  const webhook = await storage.webhooks.insert(newWebhook(change), []);
  const claim = await claimOne(storage);
  const to = deliveries.at(-1)?.position ?? 0;
  await storage.webhookDeliveries.add(claim, { storeId: 'store', from: 0, to, deliveries }, NOW);
  return { webhook, claim };
}
