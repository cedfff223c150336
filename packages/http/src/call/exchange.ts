import { randomBytes } from 'node:crypto';
import { type Principal, type Quota, RateLimitedError, UnauthorizedError, type Vitrine } from '@vitrine/core';
import { bearerTokenOf, isInRanges, type MaybePromise } from '@vitrine/core/server';
import type { Arrival } from '../request/arrival.ts';
import { decodeSegments, MASK, segmentsOf } from './path-table.ts';
import type { Route } from './route.ts';

const NO_QUOTAS: readonly Quota[] = [];

/** One request and what is known about it so far. The source of logs, metrics and problem bodies. */
export class Exchange {
  readonly arrival: Arrival;
  readonly method: string;
  /** The path as it was sent, without the base path of the app and the query. */
  readonly path: string;
  readonly traceId: string;
  readonly startedAt: number;
  /** The address of the client. Null on servers other than Node's. */
  readonly address: string | null;
  route: Route | null = null;
  /** For a path without a route: the path with only the segments that routes contain (`PathTable.outline`). */
  outline: string | null = null;
  principal: Principal | null = null;
  /** Whether the request was refused because of the client's failed keys. Its log line then has level `debug`. */
  isFailedKeyRefusal = false;
  /** The answerers of the searches of records that the request made, in order. */
  readonly answerers: string[] = [];
  /** The rate limits of the caller. */
  quotas: readonly Quota[] = NO_QUOTAS;

  constructor(arrival: Arrival, path: string, address: string | null) {
    this.arrival = arrival;
    this.method = arrival.method;
    this.path = path;
    this.traceId = readTraceId(arrival);
    this.startedAt = performance.now();
    this.address = address;
  }
}

/** The path prefixes that a token follows (docs/rules.md#path-tokens). */
const TOKEN_PREFIXES: readonly (readonly string[])[] = [
  ['v2', 'image-thumbnails'],
  ['v2', 'timer-frame-previews'],
  ['font-previews'],
];

/**
 * Returns the path for a problem body: as the client sent it, with tokens masked (docs/rules.md#logs). Compares decoded
 * segments, as the routes do.
 */
export function shownPath({ path }: Pick<Exchange, 'path'>): string {
  const segments = segmentsOf(path);
  const decoded = decodeSegments(path) ?? segments;
  const token = TOKEN_PREFIXES.find((names) => names.every((name, index) => decoded[index] === name))?.length;
  if (token === undefined || !segments[token]) return path;
  return `/${segments.with(token, MASK).join('/')}`;
}

/** Returns the path for logs, without query, tokens, ids of records, and segments that no route contains. */
export function loggedPath({ route, outline, path }: Exchange): string {
  return route === null ? (outline ?? `/${MASK}`) : maskHiddenParameters(route.path, path);
}

/** Parameters that logs must not show: tokens, and ids that users choose, which are often e-mail addresses. */
const HIDDEN_PARAMETER = /:(?:token|recordId|conversationId)(?=\/|$)/;

/** Returns the path for logs when a route matched: as it was sent, with hidden parameters masked. */
function maskHiddenParameters(pattern: string, path: string): string {
  if (!HIDDEN_PARAMETER.test(pattern)) return path;
  const sent = segmentsOf(path);
  const shown = segmentsOf(pattern).map((segment, index) => {
    if (!segment.startsWith(':')) return segment;
    return HIDDEN_PARAMETER.test(segment) ? MASK : (sent[index] ?? MASK);
  });
  return `/${shown.join('/')}`;
}

/** W3C Trace Context: version, trace id, parent id, flags. */
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;
const REQUEST_ID = /^[\w-]{1,64}$/;

/**
 * Returns the id that connects the log lines of a request with its problem body: the trace id of `traceparent`, else a
 * well-formed `x-request-id`, else a new id.
 */
function readTraceId(arrival: Pick<Arrival, 'header'>): string {
  const trace = arrival.header('traceparent');
  const parent = trace === null ? undefined : TRACEPARENT.exec(trace)?.[1];
  if (parent !== undefined && parent !== '0'.repeat(32)) return parent;
  const id = arrival.header('x-request-id');
  return id !== null && REQUEST_ID.test(id) ? id : createTraceId();
}

const DIGITS = 32;
const BATCH = 256;
let digits = '';
let used = 0;

/** Creates an id in the form of a W3C trace id. Draws random bytes in batches, because each call is expensive. */
export function createTraceId(): string {
  if (used === digits.length) {
    digits = randomBytes((BATCH * DIGITS) / 2).toString('hex');
    used = 0;
  }
  used += DIGITS;
  return digits.slice(used - DIGITS, used);
}

/**
 * Returns the address of the client: the peer of the connection or, if the peer is a trusted proxy, the last address in
 * `X-Forwarded-For` that no trusted proxy has. A client can't choose its address, because what it sends is to the left
 * of what the first trusted proxy appends. Returns null on servers other than Node's, which do not expose the peer.
 *
 * @param trusted CIDR ranges of the trusted proxies.
 */
export function clientAddress(
  arrival: Pick<Arrival, 'peer' | 'header'>,
  trusted: readonly string[],
): string | null {
  const { peer } = arrival;
  if (peer === null || trusted.length === 0 || !isInRanges(peer, trusted)) return peer;
  const hops = (arrival.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  let client = peer;
  for (const hop of hops.reverse()) {
    // An entry that is not an IP address (`unknown`, or an address with a port) does not identify a client.
    if (!isInRanges(hop, EVERYWHERE)) break;
    client = hop;
    if (!isInRanges(hop, trusted)) break;
  }
  return client;
}

const EVERYWHERE = ['0.0.0.0/0', '::/0'];

/**
 * Returns the principal of a request.
 * @param address of the client. Null if unknown.
 * @throws UnauthorizedError for a missing key, several keys, or an unknown, revoked or expired key.
 * @throws ForbiddenError for a key that may not be used from the address.
 * @throws RateLimitedError for an invalid key of a client that has sent too many of them.
 */
export function authenticate(
  vitrine: Vitrine,
  authorization: string | null,
  address: string | null,
): MaybePromise<Principal> {
  const key = bearerTokenOf(authorization ?? '');
  if (key === null) {
    throw new UnauthorizedError('A valid API key is required: Authorization: Bearer <API_KEY>.');
  }
  return vitrine.direct.authenticate(key, address);
}

/**
 * Counts requests of the caller in its rate limits, and notes the state of the limits for the response.
 * @throws RateLimitedError if the limits do not admit all of them.
 */
export function countRequests(
  exchange: Exchange,
  { rateLimits }: Pick<Vitrine, 'rateLimits'>,
  principal: Principal,
  requests = 1,
): void {
  const { quotas, refusedForSeconds } = rateLimits.admit(principal, requests);
  exchange.quotas = quotas;
  if (refusedForSeconds !== null) throw new RateLimitedError(refusedForSeconds);
}
