import { type CallOptions, recordEtag, type ShownRecord, type SignedPicture } from '@vitrine/core';
import type { StoreRecordResponse } from '@vitrine/core/contracts';
import { recordsToJson, recordToJson } from '@vitrine/core/server';
import type { AuditSubject } from '../ground/audit-event.ts';

/** A body of unknown length. */
export interface StreamedBody {
  /** Set for a stream without end, which holds few bytes. */
  readonly isLive?: true;
  /**
   * Starts the stream. Calls `onEnd` once, with the number of bytes sent, when the stream ends, fails or is cancelled.
   */
  open(onEnd: (bytes: number) => void): ReadableStream<Uint8Array>;
  /** Frees the resources of a body that is never opened (HEAD). */
  abandon(): Promise<void>;
}

/** The response of a handler. The app turns it into a `Response`, in the form that the server sends fastest. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | StreamedBody | null;
  /** Whether all responses have the same bytes in memory, so that one that nobody reads takes none of its own. */
  readonly isShared?: true;
  /** Ids for the audit log, in addition to the parameters of the path. */
  readonly audited?: AuditSubject;
}

/**
 * Returns the bytes of a reply, null for a stream. Counts characters for text, which is close enough for a byte budget.
 */
export function replyBytes({ body }: Reply): number | null {
  if (body === null) return 0;
  return typeof body === 'string' || body instanceof Uint8Array ? body.length : null;
}

/** Returns whether the body is a stream without end. */
export function isLive({ body }: Reply): boolean {
  return body !== null && typeof body === 'object' && 'isLive' in body;
}

/** Frees a reply that is not sent. */
export function abandonReply({ body }: Reply): void {
  if (body !== null && typeof body === 'object' && 'abandon' in body) body.abandon().catch(() => {});
}

const DATA_HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Returns the reply with more headers. */
export function withHeaders(reply: Reply, headers: Readonly<Record<string, string>>): Reply {
  return Object.keys(headers).length === 0 ? reply : { ...reply, headers: { ...reply.headers, ...headers } };
}

/** Returns a response with serialized JSON. It is an account's data, so that no cache may store it. */
export function jsonText(body: string, status = 200, headers?: Readonly<Record<string, string>>): Reply {
  return { status, headers: headers === undefined ? DATA_HEADERS : { ...DATA_HEADERS, ...headers }, body };
}

export function json(value: unknown, status = 200, headers?: Readonly<Record<string, string>>): Reply {
  return jsonText(JSON.stringify(value), status, headers);
}

export function noContent(): Reply {
  return { status: 204, headers: { 'Cache-Control': 'no-store' }, body: null };
}

/** The body of a HEAD response: never produced, no Content-Length. */
const unreadBody: StreamedBody = {
  open() {
    throw new Error('The body of a HEAD response must not be read.');
  },
  async abandon() {},
};

/**
 * Headers of pictures. No browser may run a picture as a page, even if its bytes could be read as one. Any page may
 * embed it, because the pictures are for e-mails and web pages of others.
 */
export const PICTURE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

/** The part of a `Call` that rendering needs. */
interface DrawingCall extends CallOptions {
  readonly method: string;
}

/**
 * Returns the body of a picture that is expensive to render. HEAD renders nothing, so that its response has no length.
 * Passes the call itself as options, because creating the signal of a request is expensive and a cached picture never
 * reads it.
 */
export async function drawnUnlessHead(
  call: DrawingCall,
  draw: (options: CallOptions) => Promise<Uint8Array>,
): Promise<Uint8Array | StreamedBody> {
  return call.method === 'HEAD' ? unreadBody : draw(call);
}

/** Returns the picture of a signed URL. Only private caches may store it, until the URL expires. */
export async function signedPicture(call: DrawingCall, { read, secondsLeft }: SignedPicture): Promise<Reply> {
  return {
    status: 200,
    headers: {
      ...PICTURE_HEADERS,
      'Content-Type': 'image/webp',
      'Cache-Control': `private, max-age=${secondsLeft}`,
    },
    body: await drawnUnlessHead(call, read),
  };
}

/** An entity tag in a list. If-None-Match ignores the `W/` of a weak tag (RFC 9110 section 13.1.2). */
const TAG = /(?:W\/)?("[^"]*")/g;

/** Returns whether an If-None-Match header contains the strong tag: the client then has these bytes. */
export function matchesEtag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  if (header.trim() === '*') return true;
  for (const [, tag] of header.matchAll(TAG)) if (tag === etag) return true;
  return false;
}

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
