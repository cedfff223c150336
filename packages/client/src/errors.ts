import type { HttpValidationProblemDetails } from './contracts.ts';

/**
 * The codes of the server, and those of the client: `network` (no complete response), `timeout`, `invalid_response` (not
 * a response of Vitrine).
 */
export type ErrorCode = HttpValidationProblemDetails['code'] | 'network' | 'timeout' | 'invalid_response';

export interface ErrorDetails extends ErrorOptions {
  /** The HTTP status; 0 without a response. */
  readonly status?: number;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly traceId?: string;
  readonly retryAfter?: number;
}

/** An error of a call. Switch on `code`, or use the subclass; `message` is for people. */
export class VitrineError extends Error {
  readonly code: ErrorCode;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The findings by field path, such as `price` or `filters[0].op`; `''` is the whole input. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The id of the request in the log of the server. */
  readonly traceId: string | undefined;
  /** Seconds after which the call may succeed. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    { status = 0, errors = {}, traceId, retryAfter, ...options }: ErrorDetails = {},
  ) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.traceId = traceId;
    this.retryAfter = retryAfter;
  }
}

/** The input violates rules, which `errors` names. */
export class ValidationError extends VitrineError {}
/** A record with these unique values exists. Nothing was changed. */
export class RecordExistsError extends VitrineError {}
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

const CLASSES: Partial<Record<ErrorCode, typeof VitrineError>> = {
  validation_failed: ValidationError,
  record_exists: RecordExistsError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  quota_exceeded: QuotaExceededError,
  not_found: NotFoundError,
  conflict: ConflictError,
  precondition_failed: PreconditionFailedError,
  rate_limited: RateLimitedError,
  unavailable: UnavailableError,
};

/** The codes of responses that are not problems of Vitrine, such as those of a proxy. */
const CODES: Partial<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  413: 'payload_too_large',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** Returns the error of a response with a status other than 2xx. */
export async function errorOf(response: Response): Promise<VitrineError> {
  const { status, headers } = response;
  let problem: Partial<HttpValidationProblemDetails> = {};
  if (/json/.test(headers.get('content-type') ?? '')) problem = await jsonOf(response);
  else await response.body?.cancel().catch(() => undefined);
  const { code = CODES[status] ?? 'invalid_response', title, detail, errors, traceId } = problem;
  const seconds = secondsUntil(headers.get('retry-after'));
  return createError(code, detail ?? title ?? `The server returned status ${status}.`, {
    status,
    ...(errors === undefined ? {} : { errors }),
    ...(traceId === undefined ? {} : { traceId }),
    ...(seconds === undefined ? {} : { retryAfter: seconds }),
  });
}

/** Returns `{}` for a body that is cut, or not an object. */
async function jsonOf(response: Response): Promise<Partial<HttpValidationProblemDetails>> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === 'object' && body !== null ? body : {};
}

/** Returns an error of the class of the code. */
export function createError(code: ErrorCode, message: string, details: ErrorDetails): VitrineError {
  return new (CLASSES[code] ?? VitrineError)(code, message, details);
}

/** Reads a Retry-After header: seconds, or an HTTP date. */
function secondsUntil(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = Number(text);
  const value = Number.isNaN(seconds) ? (Date.parse(text) - Date.now()) / 1_000 : seconds;
  return Number.isNaN(value) ? undefined : Math.max(0, value);
}
