import { createHmac, randomBytes } from 'node:crypto';
import type { Millis, WebhookSecret } from '../storage/index.ts';

const PREFIX = 'whsec_';
/** 256 bits, as Standard Webhooks recommends: 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** Returns a new secret: `whsec_` and the base64 of random bytes. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** A message to a receiver, as it is signed. */
interface Message {
  readonly id: string;
  readonly body: string;
}

/**
 * Returns the headers of Standard Webhooks 1.0 for an attempt at a time: signed by each secret that is valid then, the
 * current one first.
 */
export function signatureHeaders(
  secrets: readonly WebhookSecret[],
  { id, body }: Message,
  now: Millis,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = secrets.flatMap(({ secret, until }) => {
    if (until !== null && until <= now) return [];
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return [`v1,${signature}`];
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
