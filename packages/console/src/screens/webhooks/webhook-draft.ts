import type { CreateWebhookRequest } from '@vitrine/client';

export type WebhookEvent = CreateWebhookRequest['events'][number];

/** What the form of a new webhook holds. */
export interface WebhookDraft {
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEvent[];
  /** Null: all stores. */
  readonly storeId: string | null;
  readonly payload: 'thin' | 'full';
  readonly headerName: string;
  readonly headerValue: string;
}

/** All that can happen to a record. */
export const RECORD_EVENTS: readonly WebhookEvent[] = [
  'record.created',
  'record.updated',
  'record.deleted',
  'record.expired',
];
