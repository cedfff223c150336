import type { WebhookSender } from '@vitrine/core';
import type { WebhookSenderOptions } from '@vitrine/media';
import { isMissing } from './open-media.ts';

/** Returns the sender of webhooks of `@vitrine/media`, or null if the package is not installed. */
export async function openWebhookSender(options: WebhookSenderOptions): Promise<WebhookSender | null> {
  try {
    const { webhookSender } = await import('@vitrine/media');
    return webhookSender(options);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
