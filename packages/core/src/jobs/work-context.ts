import type { Geocoder } from '../ports/geocoder.ts';
import type { Clock } from '../ports/ports.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type {
  ImportRef,
  Millis,
  RestoreRef,
  Slot,
  Storage,
  WebhookClaim,
  WebhookRow,
} from '../storage/index.ts';
import type { Alarm } from './alarm.ts';

/** Dependencies of background work. */
export interface WorkContext {
  readonly storage: Storage;
  readonly clock: Clock;
  /** Null: addresses stay in the queue. */
  readonly geocoder: Geocoder | null;
  /** Ends the pause of workers that found nothing to do. */
  readonly alarm: Alarm;
  /** Reads and writes the next part of the file of an import. */
  readonly advanceImport: (ref: ImportRef) => Promise<'done' | 'more'>;
  /** Restores the next records of a restore. */
  readonly advanceRestore: (ref: RestoreRef) => Promise<'done' | 'more'>;
  /**
   * Converts the next values of a property whose type is being changed into a slot, or completes the change. `after`: the
   * number of the last record before them. Null: none yet.
   */
  readonly advanceTypeChange: (
    change: { readonly accountId: string; readonly storeId: string; readonly slot: Slot },
    after: number | null,
  ) => Promise<'done' | { readonly after: number | null }>;
  /** Null: changes wait in the logs of stores for a process that can send them. */
  readonly webhookSender: WebhookSender | null;
  /** Opens the logs of the stores of a claimed webhook. `hinted`: those that may have changes. Null: any may. */
  readonly readWebhookEntries: (claim: WebhookClaim, hinted: ReadonlySet<string> | null) => EntryReader;
}

/** Makes deliveries of what follows the cursors of a webhook. */
export interface EntryReader {
  /** Reads a page of the log of each store. */
  readMore(): Promise<EntriesRead>;
}

/** `lost`: the claim is not current, or somebody has moved a cursor or disabled the webhook. `disabled`: the reader has. */
export type EntriesRead = 'done' | 'lost' | 'more' | { readonly disabled: WebhookRow };

export interface WorkOptions {
  /**
   * Stops the work. No further job or address begins; steps and calls in flight have 5 s to end, then they are
   * abandoned and returned to the queue. `work` resolves within 8 s, even if the storage hangs.
   */
  readonly signal: AbortSignal;
  /** The interval between looks for due work when there is none. Default 1,000 ms. */
  readonly pollEvery?: Millis | undefined;
  /** Called with the error of each failed step. The job itself is retried. Default: `onError` of `createVitrine`. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called when a webhook is disabled because its receiver fails, or because it can't be served. */
  readonly onWebhookDisabled?: ((webhook: DisabledWebhook) => void) | undefined;
}

export type DisabledWebhook = Pick<WebhookRow, 'id' | 'accountId' | 'disabledReason'>;

/** `WorkOptions` with their defaults. */
export interface RunOptions {
  readonly signal: AbortSignal;
  readonly pollEvery: Millis;
  readonly onError: (error: unknown) => void;
  readonly onWebhookDisabled: (webhook: DisabledWebhook) => void;
  /** Aborts when the time for steps in flight is over. */
  readonly end: AbortSignal;
}
