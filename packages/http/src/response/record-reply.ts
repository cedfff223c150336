import { recordEtag, type ShownRecord } from '@vitrine/core';
import type { StoreRecordResponse } from '@vitrine/core/contracts';
import { recordsToJson, recordToJson } from '@vitrine/core/server';
import { matchesEtag } from './etag.ts';
import { jsonText, type Reply } from './reply.ts';

/** The header of every response with a stored record, for the OpenAPI document. */
export const ETAG_HEADER = { ETag: 'The strong entity tag of the record.' } as const;

/** Returns the response with one stored record and its entity tag. */
export function recordReply(
  record: StoreRecordResponse,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  const text = recordToJson(record);
  return jsonText(text, status, { ...headers, ETag: recordEtag(record, text) });
}

/** Returns 304 without a body if the client has the record already, else the record. */
export function recordUnlessKnown(record: StoreRecordResponse, ifNoneMatch: string | null): Reply {
  const reply = recordReply(record);
  const { ETag = '' } = reply.headers;
  if (!matchesEtag(ifNoneMatch, ETag)) return reply;
  return { status: 304, headers: { ETag, 'Cache-Control': 'no-store' }, body: null };
}

/**
 * Returns `{"items":[…], …}` with the members of each record in schema order. `JSON.stringify` would move members whose
 * names look like integers to the front.
 */
export function recordPage(
  items: readonly ShownRecord[],
  rest: object,
  headers?: Readonly<Record<string, string>>,
): Reply {
  return jsonText(`{"items":${recordsToJson(items)},${JSON.stringify(rest).slice(1)}`, 200, headers);
}
