export { createMedia, type MediaOptions } from './create-media.ts';
export { type WebhookSenderOptions, webhookSender } from './fetch/webhook-sender.ts';
