import type { WebhookDeliveryStorage, WebhookState } from '@vitrine/core/storage';
import type { SqlDriver } from '../driver.ts';
import { webhookRefOf } from '../webhooks/rows.ts';
import { claimOf } from './claims.ts';

export function sqlWebhookDeliveries(driver: SqlDriver): WebhookDeliveryStorage {
  return {
    list: (ref, { status, before, limit }) =>
      driver.run('listDeliveries', { webhookRef: webhookRefOf(ref), status, before, limit }),
    get: (ref, id) => driver.run('getDelivery', { webhookRef: webhookRefOf(ref), id }),
    counts: (ref, since) => driver.run('countDeliveries', { webhookRef: webhookRefOf(ref), since }),
    retry: (ref, id, now) =>
      driver.run('retryDelivery', { webhookRef: webhookRefOf(ref), id, now }, { account: ref.accountId }),
    async wake(storeIds, now) {
      return storeIds.length === 0 ? [] : driver.run('wakeWebhooks', { storeIds, now });
    },
    listAll: (after, limit) => driver.run('listAllWebhooks', { after, limit }),
    async claim(limit, now, leaseUntil) {
      return limit < 1 ? [] : driver.run('claimWebhooks', { limit, now, leaseUntil });
    },
    async extend(claims, leaseUntil) {
      if (claims.length > 0)
        await driver.run('extendWebhookClaims', { claims: claims.map(claimOf), leaseUntil });
    },
    add: (claim, read, now) =>
      driver.run('addDeliveries', { claim: claimOf(claim), read, now }, { account: claim.webhook.accountId }),
    listDue: ({ webhook }, limit, now) =>
      driver.run('listDueDeliveries', { webhookRef: webhookRefOf(webhook), limit, now }),
    countPending: ({ webhook }, limit) =>
      driver.run('countPendingDeliveries', { webhookId: webhook.id, limit }),
    settle: (claim, outcomes, state, now) =>
      driver.run(
        'settleDeliveries',
        { claim: claimOf(claim), outcomes, state: stateOf(state), now },
        { account: claim.webhook.accountId },
      ),
    setState: (claim, state) =>
      driver.run('setWebhookState', { claim: claimOf(claim), state: stateOf(state) }),
    forget: (claim, storeId) => driver.run('forgetStore', { claim: claimOf(claim), storeId }),
    release: (claim, more, now) => driver.run('releaseWebhook', { claim: claimOf(claim), more, now }),
    purgeBodies: (before, limit) => driver.run('purgeDeliveryBodies', { before, limit }),
    purgeBefore: (before, limit) => driver.run('purgeDeliveries', { before, limit }),
    async purgeRecords(storeId, recordIds, now) {
      if (recordIds.length > 0) await driver.run('purgeRecordDeliveries', { storeId, recordIds, now });
    },
    purgeOf: (webhookId, limit) => driver.run('purgeWebhookDeliveries', { webhookId, limit }),
  };
}

/** Returns the state alone, because callers may pass whole rows. */
function stateOf({
  status,
  disabledReason,
  failingSince,
  lastAttempt,
  heldUntil,
}: WebhookState): WebhookState {
  return { status, disabledReason, failingSince, lastAttempt, heldUntil };
}
