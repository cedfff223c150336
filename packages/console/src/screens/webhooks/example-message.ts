import type { AnyRow } from '@vitrine/client';
import type { WebhookDraft, WebhookEvent } from './webhook-draft.ts';

/** A position as the server writes them. Nobody reads it. */
const POSITION = '0000000000c-oWaCcjql_PBsTRTm3-LvEQ';
const STORE_ID = 'p7Qm2XaT9LkB4cVn';
const MEMBERS = new Set(['id', 'date_created', 'date_updated']);

/** Returns the body of a message about a record, or an example where there is none. */
export function exampleMessage(
  type: WebhookEvent,
  payload: WebhookDraft['payload'],
  storeId: string | null,
  record: AnyRow | null,
): object {
  const timestamp = record?.date_updated ?? '2026-01-02T03:04:05.678Z';
  const data = {
    storeId: storeId ?? STORE_ID,
    position: POSITION,
    type,
    ...(type.startsWith('record.') ? { recordId: record?.id ?? 'A-1' } : {}),
    at: timestamp,
    version: 12,
    ...(type === 'record.updated' ? { changed: [firstProperty(record)] } : {}),
    ...(type === 'records.imported'
      ? { importId: 'kQ2mTz8vR4xWn6Lp', created: 120, updated: 14, refused: 0 }
      : {}),
    ...(payload === 'full' && hasRecord(type) && record !== null ? { record } : {}),
  };
  return { type, timestamp, data };
}

/** Whether there is a record to send after the change. */
function hasRecord(type: WebhookEvent): boolean {
  return type === 'record.created' || type === 'record.updated';
}

function firstProperty(record: AnyRow | null): string {
  return Object.keys(record ?? {}).find((name) => !MEMBERS.has(name)) ?? 'price';
}
