import type { Quota } from '@vitrine/core';
import { abandonReply, isLive, type Reply, replyBytes } from '../response/reply.ts';
import type { ByteBudget } from '../traffic/byte-budget.ts';
import type { HandlerRun } from '../traffic/handler-run.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { COUNTED_BYTES, countResponse } from '../traffic/unread-response.ts';
import type { Exchange } from './exchange.ts';

/** A response, ready to be sent. */
export interface WireResponse {
  readonly status: number;
  /** Names and values in turns, as Node's `writeHead` takes them. */
  readonly headers: string[];
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null;
  /** Whether the body is a text of ASCII characters only, so that its characters are its bytes. */
  readonly isAscii: boolean;
}

/**
 * Returns the response with the reply of a handler.
 * @param onEnd called once with the number of bytes of the body: at once, or when a stream ends.
 */
export function wireResponseOf(
  exchange: Exchange,
  { status, headers: own, body }: Reply,
  isLast: boolean,
  onEnd: (bytes: number) => void,
): WireResponse {
  const headers: string[] = [];
  for (const name in own) headers.push(name, own[name] ?? '');
  headers.push('X-Request-Id', exchange.traceId);
  if (exchange.quotas.length > 0) headers.push(...rateLimitHeaders(exchange.quotas));
  if (isLast) headers.push('Connection', 'close');
  const isHead = exchange.method === 'HEAD';
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    const bytes = body === null ? 0 : Buffer.byteLength(body);
    if (body !== null || isHead) headers.push('Content-Length', String(bytes));
    onEnd(isHead ? 0 : bytes);
    if (isHead) return { status, headers, body: null, isAscii: false };
    const isAscii = typeof body === 'string' && bytes === body.length;
    return isLargeText(body)
      ? { status, headers, body: sliceText(body), isAscii: false }
      : { status, headers, body, isAscii };
  }
  if (!isHead) return { status, headers, body: body.open(onEnd), isAscii: false };
  void body.abandon();
  onEnd(0);
  return { status, headers, body: null, isAscii: false };
}

/** Returns it as a standard response. */
export function toResponse({ status, headers: list, body }: WireResponse): Response {
  const headers: Record<string, string> = {};
  for (let i = 0; i + 1 < list.length; i += 2) headers[list[i] ?? ''] = list[i + 1] ?? '';
  return new Response(body, { status, headers });
}

/** A text of more characters is sent in slices. */
const LARGE_LENGTH = 256 * 1024;
const SLICE_LENGTH = 64 * 1024;

/** Whether the text is so large that its bytes are made as the client takes them. */
export function isLargeText(body: unknown): body is string {
  return typeof body === 'string' && body.length > LARGE_LENGTH;
}

/**
 * Returns the UTF-8 bytes of a text, a slice at a time. Writing the text as a whole would copy it into memory outside
 * of V8's heap, where it stays until the client has taken all of it, and which is seldom given back to the system.
 */
export function sliceText(text: string): ReadableStream<Uint8Array> {
  let start = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const end = sliceEnd(text, start);
        controller.enqueue(Buffer.from(text.slice(start, end)));
        start = end;
        if (start >= text.length) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

/** The end of the slice, which is never between the two halves of a character. */
function sliceEnd(text: string, start: number): number {
  const end = start + SLICE_LENGTH;
  const isHalved = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return isHalved ? end + 1 : end;
}

const WINDOW_SECONDS = 60;

/**
 * Returns `RateLimit-Policy` and `RateLimit` with their values, which tell a caller how much of its limits is left, in the
 * form of draft-ietf-httpapi-ratelimit-headers-11. Older drafts use other names.
 */
function rateLimitHeaders(quotas: readonly Quota[]): string[] {
  let policies = '';
  let states = '';
  for (const { name, limit, remaining, resetSeconds } of quotas) {
    const comma = policies === '' ? '' : ', ';
    policies += `${comma}"${name}";q=${limit};w=${WINDOW_SECONDS}`;
    states += `${comma}"${name}";r=${remaining};t=${resetSeconds}`;
  }
  return ['RateLimit-Policy', policies, 'RateLimit', states];
}

/** Returns the budget that the bytes of a response count against, and their owner. */
export function budgetOf(
  { responses, keylessResponses }: Traffic,
  { principal, address }: Exchange,
): { readonly budget: ByteBudget; readonly owner: string } {
  return principal === null
    ? { budget: keylessResponses, owner: address ?? '' }
    : { budget: responses, owner: principal.accountId };
}

interface Counted {
  readonly reply: Reply;
  /** Whether the request has changed nothing, so that the client may repeat it. */
  readonly mayDrop: boolean;
}

/**
 * Counts the bytes of a reply until it has been sent, and returns the reply. Counts nothing on servers other than Node's,
 * which do not report when a response has been sent.
 * @throws UnavailableError if the reply may be dropped and its owner's budget was used up while the handler ran.
 */
export function countBytes(
  traffic: Traffic,
  exchange: Exchange,
  run: HandlerRun,
  { reply, mayDrop }: Counted,
): Reply {
  const { outgoing } = exchange.arrival;
  if (outgoing !== null && isLive(reply)) {
    traffic.streams.add(outgoing);
    return reply;
  }
  const bytes = replyBytes(reply);
  const reservation = run.takeReservation();
  reservation?.end();
  const isCounted = reply.isShared !== true && (bytes === null || bytes > COUNTED_BYTES);
  if (outgoing === null || !isCounted) return reply;
  const { budget, owner } = budgetOf(traffic, exchange);
  try {
    if (mayDrop && reservation === null) budget.requireRoom(owner);
  } catch (error) {
    abandonReply(reply);
    throw error;
  }
  countResponse(traffic.sweep, budget, owner, outgoing, { bytes, isHeld: isLargeText(reply.body) });
  return reply;
}
