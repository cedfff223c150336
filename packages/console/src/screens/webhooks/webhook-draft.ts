import type { AnyFilter, CreateWebhookRequest } from '@vitrine/client';
import { sentFilters } from '../../records/views/sent-filters.ts';

export type WebhookEvent = CreateWebhookRequest['events'][number];

/** What the form of a new webhook holds. */
export interface WebhookDraft {
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEvent[];
  /** Null: all stores. */
  readonly storeIds: readonly string[] | null;
  /** The filters of the one store. Null: one of them is not complete. */
  readonly filters: readonly AnyFilter[] | null;
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

/** All that can happen to a store. */
export const STORE_EVENTS: readonly WebhookEvent[] = [
  'store.created',
  'store.updated',
  'store.schema',
  'store.deleted',
];

/** The groups of events, by their name in requests. */
const GROUPS: readonly (readonly [WebhookEvent, readonly WebhookEvent[]])[] = [
  ['record.*', RECORD_EVENTS],
  ['store.*', STORE_EVENTS],
];

/** Returns the request that creates the webhook of a draft whose filters are complete. */
export function requestOf(draft: WebhookDraft): CreateWebhookRequest {
  const { url, description, storeIds, filters, payload, headerName, headerValue } = draft;
  let events = [...draft.events];
  for (const [group, members] of GROUPS) {
    if (!members.every((event) => events.includes(event))) continue;
    events = [group, ...events.filter((event) => !members.includes(event))];
  }
  const sent = sentFilters(filters ?? [], 'all').filters;
  return {
    url: url.trim(),
    events,
    payload,
    ...(storeIds === null ? {} : { storeIds: [...storeIds] }),
    ...(sent === undefined ? {} : { filters: [...sent] }),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(headerName.trim() === '' ? {} : { headers: { [headerName.trim()]: headerValue } }),
  };
}
