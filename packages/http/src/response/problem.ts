import {
  type ErrorCode,
  KeyInFlightError,
  RateLimitedError,
  UnavailableError,
  ValidationError,
  VitrineError,
} from '@vitrine/core';
import { issuesToMap, statusOf } from '@vitrine/core/server';
import { ProtocolError } from '../ground/protocol-error.ts';
import type { Reply } from './reply.ts';

/** The title of every code. A code that is missing here does not compile. */
export const problemTitles: Readonly<Record<ErrorCode, string>> = {
  validation_failed: 'One or more validation errors occurred.',
  record_exists: 'A record with these unique values exists.',
  unauthorized: 'A valid API key is required.',
  forbidden: 'The request is not allowed.',
  quota_exceeded: 'A quota of the account is reached.',
  not_found: 'Not found.',
  conflict: 'The request conflicts with the state of the resource.',
  cursor_expired: 'The changes after this cursor are no longer kept.',
  precondition_failed: 'The resource is not in the state that the request names.',
  method_not_allowed: 'The resource has no such method.',
  payload_too_large: 'The request body is too large.',
  unsupported_media_type: 'The request body has an unsupported media type.',
  idempotency_mismatch: 'The idempotency key was used for another request.',
  rate_limited: 'Too many requests.',
  internal: 'Internal error.',
  unavailable: 'The service is unavailable.',
};

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
  const { status, title } =
    error instanceof ProtocolError ? error : { status: statusOf(code), title: problemTitles[code] };
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
