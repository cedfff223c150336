import type { Millis, SeqPage, Slice } from '../../ground/rows.ts';
import type { WebhookAttempt, WebhookCursor, WebhookRef, WebhookRow, WebhookState } from './webhooks.ts';

/** `pending`: waits for an attempt. `failed`: given up. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

export interface DeliveryRow {
  /** The `webhook-id`. Made from the webhook, the store and the position, so it is the same after a crash. */
  readonly id: string;
  readonly seq: number;
  readonly storeId: string;
  readonly position: number;
  readonly type: string;
  /** Null: the entry is about the store. */
  readonly recordId: string | null;
  /** Null: it was removed after its time. */
  readonly body: string | null;
  readonly status: DeliveryStatus;
  /** The time of the next attempt. Null: none follows, or an earlier delivery of the record is pending. */
  readonly dueAt: Millis | null;
  /** Attempts of the schedule so far. A retry by hand begins it anew. */
  readonly tries: number;
  /** The last attempts, oldest first. */
  readonly attempts: readonly WebhookAttempt[];
  readonly createdAt: Millis;
}

export type NewDelivery = Pick<DeliveryRow, 'id' | 'storeId' | 'position' | 'type' | 'recordId'> & {
  readonly body: string;
};

/** A webhook that the caller serves while the lease lasts. */
export interface WebhookClaim {
  readonly webhook: WebhookRow;
  readonly cursors: readonly WebhookCursor[];
  /** Distinguishes this claim from earlier and later ones. */
  readonly number: number;
}

export interface DeliveryCounts {
  readonly pending: number;
  readonly delivered: number;
  readonly failed: number;
}

/** The deliveries of a webhook up to which `counts` counts. */
export const DELIVERIES_COUNTED = 10_000;

/** The entries of a store that a webhook has read, as deliveries. */
export interface ReadEntries {
  readonly storeId: string;
  /** The position after which it has read, 0 without a cursor. */
  readonly from: number;
  readonly to: number;
  readonly deliveries: readonly NewDelivery[];
}

/** What an attempt has made of its delivery. */
export interface DeliveryOutcome extends Pick<DeliveryRow, 'id' | 'attempts' | 'status'> {
  /** The time of the next attempt. Null unless the delivery stays `pending`. */
  readonly dueAt: Millis | null;
}

/**
 * The deliveries of webhooks, and the queue of webhooks that have something to send. Several servers share it: a webhook
 * is served by one of them at a time. Calls with a claim that is not current change nothing and return false, null or nothing. A
 * claim is current until its lease ends and another caller claims the webhook, until `release`, or until the webhook is
 * deleted.
 *
 * Deliveries of one record are in order: `add` makes only the first pending one due, and `settle` the next one once that
 * is delivered or given up. Entries about the store itself are in order in the same way.
 */
export interface WebhookDeliveryStorage {
  /** Newest first, those of the status if it is given. */
  list(
    ref: WebhookRef,
    page: SeqPage & { readonly status: DeliveryStatus | null },
  ): Promise<Slice<DeliveryRow>>;
  get(ref: WebhookRef, deliveryId: string): Promise<DeliveryRow | null>;
  /** Counts deliveries since a time, at most the last `DELIVERIES_COUNTED`. */
  counts(ref: WebhookRef, since: Millis): Promise<DeliveryCounts>;
  /**
   * Makes the delivery pending and due now, in front of its schedule. False: there is no such delivery, or its body was
   * removed.
   */
  retry(ref: WebhookRef, deliveryId: string, now: Millis): Promise<boolean>;
  /**
   * Makes the work of the webhooks of these stores due now, unless they are disabled, and returns them. A webhook of all stores
   * is found by the account of a store, also of a deleted one that is not removed yet.
   */
  wake(storeIds: readonly string[], now: Millis): Promise<WebhookRef[]>;
  /**
   * Returns at most `limit` webhooks of all accounts with their cursors, sorted by their numbers after `after`. For the look at
   * logs that nobody has told of.
   */
  listAll(after: number, limit: number): Promise<Pick<WebhookClaim, 'webhook' | 'cursors'>[]>;
  /**
   * Claims at most `limit` webhooks that have due work and are not disabled, by turns of their accounts over all callers
   * as `JobStorage.claim`. A webhook is due again if its lease ends.
   */
  claim(limit: number, now: Millis, leaseUntil: Millis): Promise<WebhookClaim[]>;
  /** Extends the leases of claims that are current. */
  extend(claims: readonly WebhookClaim[], leaseUntil: Millis): Promise<void>;
  /**
   * Adds deliveries in their order, and moves the cursor of their store, in one step. A delivery with the same id that has
   * ended is pending again, with its body if it still has it; one that is pending stays as it is. False: also if the cursor
   * is not at `from` any more, or the webhook is disabled.
   */
  add(claim: WebhookClaim, read: ReadEntries, now: Millis): Promise<boolean>;
  /** Returns the deliveries that are due, those that are due longest first, at most `limit`; of a disabled webhook none. */
  listDue(claim: WebhookClaim, limit: number, now: Millis): Promise<DeliveryRow[]>;
  /** Returns the number of pending deliveries, at most `limit`. */
  countPending(claim: WebhookClaim, limit: number): Promise<number>;
  /**
   * Stores the outcomes of attempts, and the state of the webhook after them. One that was disabled meanwhile stays disabled.
   * Returns the webhook as it is then. Null: the claim is not current.
   */
  settle(
    claim: WebhookClaim,
    outcomes: readonly DeliveryOutcome[],
    state: WebhookState,
    now: Millis,
  ): Promise<WebhookRow | null>;
  /** Changes the state of the webhook without a delivery, in the way of `settle`. */
  setState(claim: WebhookClaim, state: WebhookState): Promise<WebhookRow | null>;
  /** Removes the cursor of a store that is gone. */
  forget(claim: WebhookClaim, storeId: string): Promise<boolean>;
  /**
   * Ends the claim. The webhook is due when its first delivery is and it is not held any more; now if `more`, or if its work
   * has become due meanwhile.
   */
  release(claim: WebhookClaim, more: boolean, now: Millis): Promise<boolean>;
  /** Removes the bodies of ended deliveries that were made before a time, at most `limit`. Returns their number. */
  purgeBodies(before: Millis, limit: number): Promise<number>;
  /** Removes ended deliveries that were made before a time, at most `limit`. Returns their number. */
  purgeBefore(before: Millis, limit: number): Promise<number>;
  /**
   * Permanently removes the deliveries of these records with their bodies, and makes what waited for them due. Stay: deletions
   * that are pending, which have no values.
   */
  purgeRecords(storeId: string, recordIds: readonly string[], now: Millis): Promise<void>;
  /** Removes deliveries of a webhook, at most `limit`. Returns their number. */
  purgeOf(webhookId: string, limit: number): Promise<number>;
}
