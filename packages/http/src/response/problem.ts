import {
  type ErrorCode,
  issuesToMap,
  KeyInFlightError,
  RateLimitedError,
  UnavailableError,
  ValidationError,
  VitrineError,
} from '@vitrine/core';
import { ProtocolError } from '../request/protocol-error.ts';
import type { Reply } from './reply.ts';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
}

/** Status and title of every code. A code that is missing here does not compile. */
export const problemKinds = {
  validation_failed: { status: 400, title: 'One or more validation errors occurred.' },
  record_exists: { status: 400, title: 'A record with these unique values exists.' },
  unauthorized: { status: 401, title: 'A valid API key is required.' },
  forbidden: { status: 403, title: 'The request is not allowed.' },
  quota_exceeded: { status: 403, title: 'A quota of the account is reached.' },
  not_found: { status: 404, title: 'Not found.' },
  conflict: { status: 409, title: 'The request conflicts with the state of the resource.' },
  precondition_failed: { status: 412, title: 'The resource is not in the state that the request names.' },
  method_not_allowed: { status: 405, title: 'The resource has no such method.' },
  payload_too_large: { status: 413, title: 'The request body is too large.' },
  unsupported_media_type: { status: 415, title: 'The request body has an unsupported media type.' },
  idempotency_mismatch: { status: 422, title: 'The idempotency key was used for another request.' },
  rate_limited: { status: 429, title: 'Too many requests.' },
  internal: { status: 500, title: 'Internal error.' },
  unavailable: { status: 503, title: 'The service is unavailable.' },
} as const satisfies Record<ErrorCode, ProblemKind>;

/** A request whose path exists, but not with its method. */
export class MethodNotAllowedError extends VitrineError {
  override readonly name = 'MethodNotAllowedError';
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super('method_not_allowed', `Allowed here: ${allow.join(', ')}.`);
    this.allow = allow;
  }
}

export interface ProblemContext {
  /** The path of the request without its query, with tokens masked. */
  readonly instance: string;
  readonly traceId: string;
}

/**
 * Returns the response to an error (RFC 9457; docs/rules.md#problem-bodies). Any error other than a VitrineError is
 * `internal`. The body of an `internal` error has a trace id, but no detail.
 */
export function problem(error: unknown, { instance, traceId }: ProblemContext): Reply {
  const code = error instanceof VitrineError ? error.code : 'internal';
  const { status, title } = error instanceof ProtocolError ? error : problemKinds[code];
  const body = {
    type: `urn:vitrine:problem:${code}`,
    title,
    status,
    ...(error instanceof VitrineError && code !== 'internal' ? { detail: error.message } : {}),
    instance,
    code,
    traceId,
    ...(error instanceof ValidationError ? { errors: issuesToMap(error.issues) } : {}),
  };
  return { status, headers: { ...PROBLEM_HEADERS, ...headersOf(error) }, body: JSON.stringify(body) };
}

const PROBLEM_HEADERS = {
  'Content-Type': 'application/problem+json',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

function headersOf(error: unknown): Record<string, string> {
  if (error instanceof ProtocolError) return { Connection: 'close' };
  if (error instanceof MethodNotAllowedError) return { Allow: error.allow.join(', ') };
  if (
    error instanceof UnavailableError ||
    error instanceof RateLimitedError ||
    error instanceof KeyInFlightError
  )
    return { 'Retry-After': String(error.retryAfterSeconds) };
  if (error instanceof VitrineError && error.code === 'unauthorized') return { 'WWW-Authenticate': 'Bearer' };
  return {};
}
