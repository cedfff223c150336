import type { HttpValidationProblemDetails } from './generated/contracts.ts';

/**
 * The codes of the server, and those of the client: `network` (no complete response), `timeout`, `invalid_response` (not
 * a response of Vitrine).
 */
export type ErrorCode = HttpValidationProblemDetails['code'] | 'network' | 'timeout' | 'invalid_response';

export interface ErrorDetails extends ErrorOptions {
  /** The HTTP status; 0 without a response. */
  readonly status?: number | undefined;
  readonly errors?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly traceId?: string | undefined;
  readonly retryAfter?: number | undefined;
}

/** An error of a call. Switch on `code`, or use the subclass; `message` is for people. */
export class VitrineError extends Error {
  declare readonly code: ErrorCode;
  /** The HTTP status; 0 without a response. */
  declare readonly status: number;
  /** The findings by field path, such as `price` or `filters[0].op`; `''` is the whole input. */
  declare readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The id of the request in the log of the server. */
  declare readonly traceId: string | undefined;
  /** Seconds after which the call may succeed. */
  declare readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    { status = 0, errors = {}, traceId, retryAfter, ...options }: ErrorDetails = {},
  ) {
    super(message, options);
    Object.assign(this, { code, status, errors, traceId, retryAfter });
  }
}

/** The input violates rules, which `errors` names. */
export class ValidationError extends VitrineError {}
/** A record with these unique values exists. Nothing was changed. */
export class RecordExistsError extends ValidationError {}
/** The key is missing, unknown, revoked or expired. */
export class UnauthorizedError extends VitrineError {}
/** The key may not do this. */
export class ForbiddenError extends VitrineError {}
/** A quota of the account is reached. */
export class QuotaExceededError extends VitrineError {}
/** The resource does not exist, or belongs to another account. */
export class NotFoundError extends VitrineError {}
/** The state of the resource does not allow the call. */
export class ConflictError extends VitrineError {}
/** The changes after the cursor are no longer kept. Get the cursor of now, then read the store again. */
export class CursorExpiredError extends VitrineError {}
/** The record has changed since the version in `ifMatch`. Nothing was changed. */
export class PreconditionFailedError extends VitrineError {}
/** Too many requests; `retryAfter` says when to try again. */
export class RateLimitedError extends VitrineError {}
/** The server is temporarily unavailable. */
export class UnavailableError extends VitrineError {}
/** No complete response arrived. A write may or may not have happened. */
export class ConnectionError extends VitrineError {}
/** No complete response arrived in time. A write may or may not have happened. */
export class TimeoutError extends VitrineError {}

const NAMED: Readonly<Record<string, typeof VitrineError>> = {
  VitrineError,
  ValidationError,
  RecordExistsError,
  UnauthorizedError,
  ForbiddenError,
  QuotaExceededError,
  NotFoundError,
  ConflictError,
  CursorExpiredError,
  PreconditionFailedError,
  RateLimitedError,
  UnavailableError,
  ConnectionError,
  TimeoutError,
};
// Bundlers rename the classes, but not these members. Stacks begin with the name of the prototype.
for (const [name, type] of Object.entries(NAMED)) type.prototype.name = name;

/** Returns the error of a response with a status other than 2xx. */
export async function errorOf(response: Response): Promise<VitrineError> {
  const { status, headers } = response;
  // Another body than a problem has none of its members.
  const problem: Partial<HttpValidationProblemDetails> = (await response.json().catch(() => null)) ?? {};
  const { code = codeOf(status), title, detail, errors, traceId } = problem;
  return createError(code, detail ?? title ?? `Status ${status}.`, {
    status,
    errors,
    traceId,
    retryAfter: secondsUntil(headers.get('retry-after') ?? ''),
  });
}

/** Returns the code of a response that is not a problem of Vitrine, such as that of a proxy. */
function codeOf(status: number): ErrorCode {
  if (status === 429) return 'rate_limited';
  return status > 501 ? 'unavailable' : 'invalid_response';
}

/** Returns an error of the class that is named after the code: `record_exists` has `RecordExistsError`. */
export function createError(code: ErrorCode, message: string, details?: ErrorDetails): VitrineError {
  const words = code.replace('validation_failed', 'validation');
  const name = words.replace(/(?:^|_)./g, (start) => start.slice(-1).toUpperCase());
  return new (NAMED[`${name}Error`] ?? VitrineError)(code, message, details);
}

/** Reads a Retry-After header: seconds, or an HTTP date. Returns undefined for another text. */
function secondsUntil(text: string): number | undefined {
  const seconds = /^\d+$/.test(text) ? +text : (Date.parse(text) - Date.now()) / 1_000;
  return seconds >= 0 ? seconds : undefined;
}
