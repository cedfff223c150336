import type { Change } from '../../contracts/changes/changes.ts';
import { sha256Base64url } from '../../ground/crypto.ts';
import type { NewDelivery, WebhookRow } from '../../storage/index.ts';

/** Bytes of a body. */
const BODY_MAX = 20 * 1_024;
/** Characters of the hash in an id: 160 bits. */
const ID_LENGTH = 27;

/** Returns the delivery of a change of a store to a webhook. */
export function deliveryOf(
  { id: webhookId, payload }: Pick<WebhookRow, 'id' | 'payload'>,
  storeId: string,
  change: Change,
): NewDelivery {
  const { type, recordId = null, version: position } = change;
  const hash = sha256Base64url(JSON.stringify([webhookId, storeId, position])).slice(0, ID_LENGTH);
  return { id: `msg_${hash}`, storeId, position, type, recordId, body: bodyOf(payload, storeId, change) };
}

/** Returns the body: with the record if it is wanted and fits, otherwise `truncated`. */
function bodyOf(payload: WebhookRow['payload'], storeId: string, change: Change): string {
  const { record, ...thin } = change;
  const full = payload === 'full' && record !== undefined ? change : thin;
  const { changed: _, ...thinnest } = thin;
  const bodies = [full, { ...thin, truncated: true }, { ...thinnest, truncated: true }].map((data) =>
    eventBody(change.type, change.at, { storeId, ...data }),
  );
  return bodies.find((body) => Buffer.byteLength(body) <= BODY_MAX) ?? (bodies.at(-1) as string);
}

/** Returns the body of an event as Standard Webhooks has it. */
export function eventBody(type: string, timestamp: string, data: object): string {
  return JSON.stringify({ type, timestamp, data });
}
