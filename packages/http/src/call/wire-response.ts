import type { Reply } from '../response/reply.ts';
import { isLargeText, sliceText } from '../response/text-slices.ts';
import type { Exchange } from './exchange.ts';
import { rateLimitHeaders } from './rate-limit-headers.ts';

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
