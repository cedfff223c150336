import { readRetryAfter } from '../ground/network/retry-after.ts';
import type { Clock } from '../ports/ports.ts';
import { type WebhookSender, WebhookUnreachableError } from '../ports/webhook-sender.ts';
import type { Millis, WebhookAttempt, WebhookSettings } from '../storage/index.ts';
import { signatureHeaders } from './signature.ts';

/** How long a receiver may take, from the look-up of its name to its answer. */
const TIMEOUT: Millis = 15_000;

export interface Attempted {
  readonly attempt: WebhookAttempt;
  /** Milliseconds that the receiver has asked to be left alone. Null: it has not. */
  readonly retryAfter: Millis | null;
}

/**
 * Sends a message to the receiver of a webhook once, and says what came of it.
 * @throws the reason of the signal.
 */
export async function attemptDelivery(
  { sender, clock }: { readonly sender: WebhookSender; readonly clock: Clock },
  { url, headers, secrets }: Pick<WebhookSettings, 'url' | 'headers' | 'secrets'>,
  message: { readonly id: string; readonly body: string },
  signal: AbortSignal,
): Promise<Attempted> {
  const at = clock();
  const startedAt = performance.now();
  const request = {
    url,
    headers: { ...headers, 'content-type': 'application/json', ...signatureHeaders(secrets, message, at) },
    body: message.body,
  };
  const milliseconds = () => Math.round(performance.now() - startedAt);
  // The URL may have been allowed by a setting that has changed since.
  const refused = sender.refuse(url);
  try {
    if (refused !== null) throw new WebhookUnreachableError(refused);
    const { status, text, retryAfter } = await sender.send(request, { timeout: TIMEOUT, signal });
    const attempt = { at, status, error: null, milliseconds: milliseconds(), answer: text };
    return { attempt, retryAfter: readRetryAfter(retryAfter, clock()) };
  } catch (error) {
    if (!(error instanceof WebhookUnreachableError)) throw error;
    const attempt = { at, status: null, error: error.message, milliseconds: milliseconds(), answer: '' };
    return { attempt, retryAfter: null };
  }
}

/** Returns whether the receiver has taken the message. Redirects are not followed, so they are failures. */
export function isSuccess({ status }: WebhookAttempt): boolean {
  return status !== null && status >= 200 && status < 300;
}
