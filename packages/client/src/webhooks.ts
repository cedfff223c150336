import { createError, type VitrineError } from './errors.ts';
import type { Change } from './generated/contracts.ts';

type NodeHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request as the receiver of a webhook has it: a standard `Request`, or headers with the exact bytes of the body. */
export type WebhookRequest =
  | Pick<Request, 'headers' | 'arrayBuffer'>
  | {
      /** By their names in lower case, as Node has them. */
      readonly headers: NodeHeaders;
      readonly body: string | Uint8Array<ArrayBuffer>;
    };

/** A webhook that the server has sent. */
export interface WebhookMessage {
  /** The same in each attempt to deliver the message. */
  readonly id: string;
  readonly type: Change['type'] | 'webhook.test';
  readonly timestamp: string;
  /** The change. `truncated`: the record is too large for a webhook. */
  readonly data: Change & { readonly storeId: string; readonly truncated?: true };
}

/** Seconds between the clocks of both sides. */
const TOLERANCE = 300;

/**
 * Returns the message of a webhook if one of its signatures is made with the secret (Standard Webhooks 1.0), and its time is
 * at most five minutes away. Compares in constant time.
 *
 * @param secret `whsec_…`
 * @throws UnauthorizedError for any other request, and ValidationError for a secret of another form.
 */
export async function verifyWebhook(request: WebhookRequest, secret: string): Promise<WebhookMessage> {
  const key = await importSecret(secret);
  const { headers } = request;
  const header = (name: string): string =>
    String((typeof headers.get === 'function' ? headers.get(name) : (headers as NodeHeaders)[name]) ?? '');
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    header(`webhook-${name}`),
  ) as [string, string, string];
  if (!id || !/^\d{1,12}$/.test(timestamp) || !signatures) throw refusal('It has no headers of a webhook.');
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE)
    throw refusal('It is too old, or too new.');
  const body = 'arrayBuffer' in request ? await request.arrayBuffer() : request.body;
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer();
  for (const text of signatures.split(' ')) {
    const signature = text.startsWith('v1,') && fromBase64(text.slice(3));
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
      return { id, ...JSON.parse(new TextDecoder().decode(bytes)) };
  }
  throw refusal('No signature is made with this secret.');
}

async function importSecret(secret: string) {
  const bytes = secret.startsWith('whsec_') && fromBase64(secret.slice(6));
  if (!bytes || bytes.length === 0)
    throw createError('validation_failed', 'secret: Expected the secret of a webhook: whsec_…');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function refusal(reason: string): VitrineError {
  return createError('unauthorized', `Not a webhook of this secret. ${reason}`);
}
