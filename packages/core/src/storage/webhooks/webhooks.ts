import type { Millis, NewJob, SeqPage, Slice } from '../../ground/rows.ts';
import type { KeyedWrite } from '../writes/write-options.ts';

/** A secret that signs the deliveries of a webhook. */
export interface WebhookSecret {
  /** `whsec_` and base64. */
  readonly secret: string;
  /** When an earlier secret signs no more. Null: it is the current one. */
  readonly until: Millis | null;
}

/** What the account has chosen for a webhook. */
export interface WebhookSettings {
  readonly url: string;
  /** Types of changes, `record.*`, `store.*` or `*`. */
  readonly events: readonly string[];
  /** Null: all stores of the account, later ones too. */
  readonly storeIds: readonly string[] | null;
  /** Filters of the only store, as core has read them. */
  readonly filters: readonly object[] | null;
  readonly payload: 'thin' | 'full';
  readonly description: string | null;
  /** Headers that the receiver asks for. Their values may be secrets. */
  readonly headers: Readonly<Record<string, string>>;
  /** The current secret first. */
  readonly secrets: readonly WebhookSecret[];
}

/** `failing`: the last attempt failed. `disabled`: nothing is sent. */
export type WebhookStatus = 'active' | 'failing' | 'disabled';

/** One request to the receiver, and its end. */
export interface WebhookAttempt {
  readonly at: Millis;
  /** The status of the answer. Null: there was none, and `error` says why. */
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number;
  /** The beginning of the answer. */
  readonly answer: string;
}

/** What deliveries have made of a webhook. */
export interface WebhookState {
  readonly status: WebhookStatus;
  /** Why the webhook is disabled. */
  readonly disabledReason: string | null;
  /** The first failed attempt since the last success. */
  readonly failingSince: Millis | null;
  readonly lastAttempt: WebhookAttempt | null;
  /** Nothing is sent before this time, because the receiver has asked for it. */
  readonly heldUntil: Millis | null;
}

export interface WebhookRow extends WebhookSettings, WebhookState {
  readonly id: string;
  readonly accountId: string;
  /** The order of lists. */
  readonly seq: number;
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
}

export type WebhookRef = Pick<WebhookRow, 'id' | 'accountId'>;
export type NewWebhook = Omit<WebhookRow, 'seq'>;
export type WebhookChange = Partial<
  WebhookSettings & Pick<WebhookState, 'status' | 'disabledReason' | 'failingSince' | 'heldUntil'>
>;

/** How far a webhook has read the log of a store. Without one it reads the log from its beginning. */
export interface WebhookCursor {
  readonly storeId: string;
  /** The last entry that was read. */
  readonly position: number;
}

/** The webhooks of accounts. `WebhookDeliveryStorage` has what they deliver. */
export interface WebhookStorage {
  insert(webhook: NewWebhook, cursors: readonly WebhookCursor[], options?: KeyedWrite): Promise<WebhookRow>;
  get(ref: WebhookRef): Promise<WebhookRow | null>;
  /** Newest first. */
  list(accountId: string, page: SeqPage): Promise<Slice<WebhookRow>>;
  /**
   * Changes the given members, moves `updatedAt`, places the cursors of stores that have none, and removes those of stores
   * that the webhook has no more. Its work is due at once, also that of pending deliveries if it was disabled. The last of
   * two racing calls wins for each member.
   */
  update(
    ref: WebhookRef,
    change: WebhookChange,
    cursors: readonly WebhookCursor[],
    now: Millis,
  ): Promise<WebhookRow | null>;
  /** Moves a cursor back, so that what follows it is delivered again. Its work is due at once. False: no such webhook. */
  rewind(ref: WebhookRef, cursor: WebhookCursor, now: Millis): Promise<boolean>;
  /**
   * Removes the webhook with its cursors and enqueues the removal of its deliveries in the same step. Nothing is sent
   * afterwards, except by attempts in flight. False: no such webhook.
   */
  delete(ref: WebhookRef, enqueue: readonly NewJob[]): Promise<boolean>;
}
