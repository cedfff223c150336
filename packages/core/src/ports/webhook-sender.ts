import type { Millis } from '../ground/rows.ts';

/** A request to the receiver of a webhook. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The response of a receiver. */
export interface ReceiverResponse {
  readonly status: number;
  /** The beginning of the body, as text. */
  readonly text: string;
  /** The value of a `Retry-After` header. */
  readonly retryAfter: string | null;
}

/** A receiver did not respond. The message is for the owner of the webhook and reveals nothing about the network. */
export class WebhookUnreachableError extends Error {
  override readonly name = 'WebhookUnreachableError';
}

/** Sends the requests of webhooks. `webhookSender()` of `@vitrine/media` implements it. */
export interface WebhookSender {
  /** Returns why nothing is ever sent to this URL, as a sentence. Null: it may be sent. Looks no name up. */
  refuse(url: string): string | null;
  /**
   * Sends one POST request to a public address, follows no redirects, and reads at most 64 kB of the response.
   * @throws WebhookUnreachableError when no status arrives within `timeout`, and the reason of the signal.
   */
  send(
    request: WebhookRequest,
    options: { readonly timeout: Millis; readonly signal: AbortSignal },
  ): Promise<ReceiverResponse>;
}
