import type { Millis } from '../../../ground/rows.ts';
import {
  DELIVERIES_COUNTED,
  type DeliveryRow,
  type WebhookDeliveryStorage,
} from '../../webhooks/webhook-deliveries.ts';
import type { WebhookCursor, WebhookRef, WebhookRow, WebhookState } from '../../webhooks/webhooks.ts';
import { memoryAccountTurns } from '../ground/account-turns.ts';
import { takePage } from '../ground/seq-page.ts';
import type { KeptWebhook, MemoryWebhooks } from './webhooks.ts';

/** The facet, with a synchronous method for the webhooks. */
export interface MemoryWebhookDeliveries {
  readonly storage: WebhookDeliveryStorage;
  /** Makes pending deliveries of a webhook due that wait for their next attempt. */
  makeDue(ref: WebhookRef, now: Millis): void;
}

export function memoryWebhookDeliveries(
  webhooks: MemoryWebhooks,
  accountOf: (storeId: string) => string | null,
): MemoryWebhookDeliveries {
  const deliveriesByWebhook = new Map<string, Map<string, DeliveryRow>>();
  const turns = memoryAccountTurns();
  let lastSeq = 0;

  /** Returns the deliveries of the webhook by id, in the order of their numbers. */
  function deliveriesOf(webhookId: string): Map<string, DeliveryRow> {
    const known = deliveriesByWebhook.get(webhookId);
    if (known !== undefined) return known;
    const created = new Map<string, DeliveryRow>();
    deliveriesByWebhook.set(webhookId, created);
    return created;
  }

  function rowsOf(ref: WebhookRef): DeliveryRow[] {
    return webhooks.find(ref) === null ? [] : [...deliveriesOf(ref.id).values()];
  }

  function pendingOf(webhookId: string): DeliveryRow[] {
    return [...deliveriesOf(webhookId).values()].filter(({ status }) => status === 'pending');
  }

  /** Makes the first pending delivery of the record due. */
  function makeNextDue(webhookId: string, { storeId, recordId }: DeliveryRow, now: Millis): void {
    const next = pendingOf(webhookId).find((row) => row.storeId === storeId && row.recordId === recordId);
    if (next?.dueAt === null) deliveriesOf(webhookId).set(next.id, { ...next, dueAt: now });
  }

  /** Stores the state. A webhook that was disabled meanwhile stays disabled. */
  function keepState(webhook: KeptWebhook, state: WebhookState): WebhookRow {
    const { status, disabledReason } = webhook.row;
    const disabled = status === 'disabled' ? { status, disabledReason } : {};
    const row = { ...webhook.row, ...stateOf(state), ...disabled };
    webhooks.keep({ ...webhook, row });
    return row;
  }

  function purge(limit: number, isOver: (row: DeliveryRow) => boolean, end: 'body' | 'row'): number {
    let purged = 0;
    for (const deliveries of deliveriesByWebhook.values()) {
      for (const row of deliveries.values()) {
        if (purged === limit) return purged;
        if (!isOver(row)) continue;
        if (end === 'row') deliveries.delete(row.id);
        else deliveries.set(row.id, { ...row, body: null });
        purged++;
      }
    }
    return purged;
  }

  const storage: WebhookDeliveryStorage = {
    async list(ref, { status, ...page }) {
      return takePage(
        rowsOf(ref).filter((row) => status === null || row.status === status),
        page,
      );
    },
    async get(ref, deliveryId) {
      return rowsOf(ref).find(({ id }) => id === deliveryId) ?? null;
    },
    async counts(ref, since) {
      const counts = { pending: 0, delivered: 0, failed: 0 };
      const counted = rowsOf(ref).filter(({ createdAt }) => createdAt >= since);
      for (const { status } of counted.slice(-DELIVERIES_COUNTED)) counts[status]++;
      return counts;
    },
    async retry(ref, deliveryId, now) {
      const webhook = webhooks.find(ref);
      const delivery = rowsOf(ref).find(({ id }) => id === deliveryId);
      if (webhook === null || delivery === undefined || delivery.body === null) return false;
      deliveriesOf(ref.id).set(deliveryId, { ...delivery, status: 'pending', dueAt: now, tries: 0 });
      webhooks.keep({ ...webhook, dueAt: now });
      return true;
    },
    async wake(storeIds, now) {
      const accounts = new Set(storeIds.map(accountOf));
      const woken = [...webhooks.all()].filter(
        ({ row, positionByStore }) =>
          row.status !== 'disabled' &&
          (storeIds.some((storeId) => positionByStore.has(storeId)) ||
            (row.storeIds === null && accounts.has(row.accountId))),
      );
      for (const webhook of woken) webhooks.keep({ ...webhook, dueAt: now });
      return woken.map(({ row: { id, accountId } }) => ({ id, accountId }));
    },
    async listAll(after, limit) {
      return [...webhooks.all()]
        .filter(({ row }) => row.seq > after)
        .slice(0, limit)
        .map((kept) => ({ webhook: kept.row, cursors: cursorsOf(kept) }));
    },
    async claim(limit, now, leaseUntil) {
      const due = [...webhooks.all()]
        .filter(({ row, dueAt, leaseUntil: leased }) => {
          const isFree = leased === null || leased <= now;
          return isFree && row.status !== 'disabled' && dueAt !== null && dueAt <= now;
        })
        .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.row.seq - b.row.seq);
      return turns
        .take(due, limit, ({ row }) => row.accountId)
        .map((webhook) => {
          const number = webhook.claim + 1;
          webhooks.keep({ ...webhook, dueAt: leaseUntil, leaseUntil, claim: number });
          return { webhook: webhook.row, cursors: cursorsOf(webhook), number };
        });
    },
    async extend(claims, leaseUntil) {
      for (const claim of claims) {
        const webhook = webhooks.heldBy(claim);
        if (webhook !== null) webhooks.keep({ ...webhook, leaseUntil });
      }
    },
    async add(claim, { storeId, from, to, deliveries: added }, now) {
      const webhook = webhooks.heldBy(claim);
      if (webhook === null || webhook.row.status === 'disabled') return false;
      if ((webhook.positionByStore.get(storeId) ?? 0) !== from) return false;
      const deliveries = deliveriesOf(claim.webhook.id);
      for (const each of added) {
        const known = deliveries.get(each.id);
        if (known?.status === 'pending') continue;
        const before = { seq: known?.seq ?? ++lastSeq, createdAt: known?.createdAt ?? now };
        const again = { attempts: known?.attempts ?? [], body: known?.body ?? each.body };
        deliveries.set(each.id, { ...each, ...before, ...again, status: 'pending', dueAt: null, tries: 0 });
      }
      for (const { id } of added) {
        const row = deliveries.get(id);
        if (row !== undefined) makeNextDue(claim.webhook.id, row, now);
      }
      webhooks.keep({ ...webhook, positionByStore: new Map(webhook.positionByStore).set(storeId, to) });
      return true;
    },
    async listDue(claim, limit, now) {
      const webhook = webhooks.heldBy(claim);
      if (webhook === null || webhook.row.status === 'disabled') return [];
      return pendingOf(claim.webhook.id)
        .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
        .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.seq - b.seq)
        .slice(0, limit);
    },
    async countPending(claim, limit) {
      return Math.min(pendingOf(claim.webhook.id).length, limit);
    },
    async settle(claim, outcomes, state, now) {
      const webhook = webhooks.heldBy(claim);
      if (webhook === null) return null;
      const row = keepState(webhook, state);
      const deliveries = deliveriesOf(claim.webhook.id);
      for (const { id, ...outcome } of outcomes) {
        const delivery = deliveries.get(id);
        if (delivery === undefined) continue;
        deliveries.set(id, { ...delivery, ...outcome, tries: delivery.tries + 1 });
        if (outcome.status !== 'pending') makeNextDue(claim.webhook.id, delivery, now);
      }
      return row;
    },
    async setState(claim, state) {
      const webhook = webhooks.heldBy(claim);
      return webhook === null ? null : keepState(webhook, state);
    },
    async forget(claim, storeId) {
      const webhook = webhooks.heldBy(claim);
      if (webhook === null) return false;
      const positionByStore = new Map(webhook.positionByStore);
      positionByStore.delete(storeId);
      webhooks.keep({ ...webhook, positionByStore });
      return true;
    },
    async release(claim, more, now) {
      const webhook = webhooks.heldBy(claim);
      if (webhook === null) return false;
      const due = pendingOf(claim.webhook.id).flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt]));
      const isWoken = webhook.dueAt !== null && webhook.dueAt <= now;
      const first =
        more || isWoken ? now : due.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY);
      const dueAt = first === Number.POSITIVE_INFINITY ? null : Math.max(first, webhook.row.heldUntil ?? 0);
      webhooks.keep({ ...webhook, dueAt, leaseUntil: null, claim: webhook.claim + 1 });
      return true;
    },
    async purgeBodies(before, limit) {
      const isOver = ({ status, body, createdAt }: DeliveryRow) =>
        status !== 'pending' && body !== null && createdAt < before;
      return purge(limit, isOver, 'body');
    },
    async purgeBefore(before, limit) {
      return purge(limit, ({ status, createdAt }) => status !== 'pending' && createdAt < before, 'row');
    },
    async purgeRecords(storeId, recordIds, now) {
      const purged = new Set(recordIds);
      for (const [webhookId, deliveries] of deliveriesByWebhook) {
        const found = [...deliveries.values()].filter(
          (row) => row.storeId === storeId && row.recordId !== null && purged.has(row.recordId),
        );
        for (const row of found) if (!isPendingDeletion(row)) deliveries.delete(row.id);
        for (const row of found) makeNextDue(webhookId, row, now);
      }
    },
    async purgeOf(webhookId, limit) {
      const ids = [...deliveriesOf(webhookId).keys()].slice(0, limit);
      for (const id of ids) deliveriesOf(webhookId).delete(id);
      if (deliveriesOf(webhookId).size === 0) deliveriesByWebhook.delete(webhookId);
      return ids.length;
    },
  };

  return {
    storage,
    makeDue({ id }, now) {
      for (const row of pendingOf(id)) {
        if (row.dueAt !== null && row.dueAt > now) deliveriesOf(id).set(row.id, { ...row, dueAt: now });
      }
    },
  };
}

function isPendingDeletion({ status, type }: DeliveryRow): boolean {
  return status === 'pending' && type === 'record.deleted';
}

function cursorsOf({ positionByStore }: KeptWebhook): WebhookCursor[] {
  return Array.from(positionByStore, ([storeId, position]) => ({ storeId, position }));
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
