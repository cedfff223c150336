import { NotFoundError, UnavailableError } from '../../ground/errors.ts';
import { canBeStored } from '../../ground/stored-text.ts';
import { type Principal, requireAccountKey } from '../../ports/access.ts';
import type { WebhookSender } from '../../ports/webhook-sender.ts';
import type { WebhookRow } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';

/**
 * Returns the webhook, for an account principal.
 * @throws ForbiddenError for a store key, regardless of the id.
 * @throws NotFoundError for unknown, deleted and foreign webhooks.
 */
export async function openWebhook(
  { storage }: ServiceContext,
  principal: Principal,
  id: string,
): Promise<WebhookRow> {
  requireAccountKey(principal);
  const { accountId } = principal;
  const webhook = canBeStored(id) ? await storage.webhooks.get({ accountId, id }) : null;
  if (webhook === null) throw new NotFoundError('webhook');
  return webhook;
}

/** @throws UnavailableError if this process sends no webhooks. */
export function requireSender({ webhookSender }: ServiceContext): WebhookSender {
  if (webhookSender === null) throw new UnavailableError('This process sends no webhooks.');
  return webhookSender;
}
