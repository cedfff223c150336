import type { LimitedResource } from './account-limits.ts';

/** The closed set of error codes (docs/rules.md#error-codes). The meaning of a code never changes; its message may. */
export type ErrorCode =
  | 'validation_failed'
  | 'record_exists'
  | 'unauthorized'
  | 'forbidden'
  | 'quota_exceeded'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'idempotency_mismatch'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'cursor_expired'
  | 'rate_limited'
  | 'unavailable'
  | 'internal';

/**
 * A finding in an input. `path` is the field path of the problem body: `properties[0].type`, or `''` for the whole
 * input.
 */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** `errors` of a problem body: field path to messages, as in HttpValidationProblemDetails. */
export type IssueMap = Record<string, string[]>;

/** Upper bound of the issues of an error. A hostile body of 4 MiB could cause millions. */
const ISSUES_MAX = 200;

/** The HTTP status of each code (docs/rules.md#error-codes). A code that is missing here does not compile. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  validation_failed: 400,
  record_exists: 400,
  unauthorized: 401,
  forbidden: 403,
  quota_exceeded: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  cursor_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

/** Returns the HTTP status of a code. */
export function statusOf(code: ErrorCode): number {
  return STATUS[code];
}

/** An error that ends a request. Switch on `code`; `message` is for people and contains neither secrets nor SQL. */
export class VitrineError extends Error {
  override readonly name: string = 'VitrineError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** The HTTP status, which Express, Fastify and Koa respond with where a program passes the error on. */
  get status(): number {
    return STATUS[this.code];
  }
}

/** The input violates a rule. Has the first `ISSUES_MAX` issues, and one more with the number of omitted ones. */
export class ValidationError extends VitrineError {
  override readonly name = 'ValidationError';
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[], code: 'validation_failed' | 'record_exists' = 'validation_failed') {
    const [first] = issues;
    super(code, first === undefined ? 'The input is invalid.' : describeIssue(first));
    this.issues = boundIssues(issues);
  }
}

/** The key is missing, unknown, revoked or expired. */
export class UnauthorizedError extends VitrineError {
  override readonly name = 'UnauthorizedError';

  constructor(message = 'A valid API key is required.') {
    super('unauthorized', message);
  }
}

/** The key is valid and the resource is accessible, but this kind of key may not perform the action. */
export class ForbiddenError extends VitrineError {
  override readonly name = 'ForbiddenError';

  constructor(message = 'A store API key may not do this; use an account API key.') {
    super('forbidden', message);
  }
}

/** The account has reached a limit that the operator has set. */
export class QuotaExceededError extends VitrineError {
  override readonly name = 'QuotaExceededError';
  readonly resource: LimitedResource;
  readonly limit: number;

  constructor(resource: LimitedResource, limit: number) {
    super('quota_exceeded', quotaMessage(resource, limit));
    this.resource = resource;
    this.limit = limit;
  }
}

/** Returns a message with the name of the quota in `GET /admin/usage`. */
export function quotaMessage(resource: LimitedResource, limit: number): string {
  return `The quota "${resource}" of the account is reached: at most ${limit}.`;
}

/** The resource is unknown, deleted, or of another account. The error never reveals which. */
export class NotFoundError extends VitrineError {
  override readonly name = 'NotFoundError';
  readonly resource: string;

  /** @param hint a sentence that says where to look instead. */
  constructor(resource: string, hint?: string) {
    super('not_found', `No such ${resource}.${hint === undefined ? '' : ` ${hint}`}`);
    this.resource = resource;
  }
}

/** The state of the account does not allow the call. `issues` says what differs from what the caller expects. */
export class ConflictError extends VitrineError {
  override readonly name = 'ConflictError';
  readonly issues: readonly Issue[];

  constructor(message: string, issues: readonly Issue[] = []) {
    super('conflict', [message, ...issues.map(describeIssue)].join(' '));
    this.issues = boundIssues(issues);
  }
}

/** The log of a store no longer has what follows a cursor. Read the store again, then continue at the cursor of now. */
export class CursorExpiredError extends VitrineError {
  override readonly name = 'CursorExpiredError';

  constructor() {
    super(
      'cursor_expired',
      'The changes after this cursor are no longer kept. Get the cursor of now, then read the store again.',
    );
  }
}

/** The resource is not in a state that the caller has named. Nothing was changed. */
export class PreconditionFailedError extends VitrineError {
  override readonly name = 'PreconditionFailedError';

  constructor(message: string) {
    super('precondition_failed', message);
  }
}

/** The idempotency key belongs to a write that has succeeded. Nothing was changed. */
export class KeyTakenError extends VitrineError {
  override readonly name = 'KeyTakenError';

  constructor() {
    super('conflict', 'A request with this Idempotency-Key has succeeded.');
  }
}

/** A request with the same idempotency key is in flight. The same call may succeed after `retryAfterSeconds`. */
export class KeyInFlightError extends VitrineError {
  override readonly name = 'KeyInFlightError';
  readonly retryAfterSeconds = 1;

  constructor() {
    super('conflict', 'A request with this Idempotency-Key is in flight; try again.');
  }
}

/** The storage or another resource is temporarily unavailable. The same call may succeed after `retryAfterSeconds`. */
export class UnavailableError extends VitrineError {
  override readonly name = 'UnavailableError';
  readonly retryAfterSeconds: number;

  constructor(message: string, options: ErrorOptions & { retryAfterSeconds?: number } = {}) {
    super('unavailable', message, options);
    this.retryAfterSeconds = options.retryAfterSeconds ?? 1;
  }
}

/** Over a limit on requests. The same call may succeed after `retryAfterSeconds`. */
export class RateLimitedError extends VitrineError {
  override readonly name = 'RateLimitedError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('rate_limited', `Too many requests; try again in ${retryAfterSeconds} s.`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function boundIssues(issues: readonly Issue[]): readonly Issue[] {
  if (issues.length <= ISSUES_MAX) return issues;
  const rest: Issue = { path: '', message: `${issues.length - ISSUES_MAX} more issues.` };
  return [...issues.slice(0, ISSUES_MAX), rest];
}

function describeIssue(issue: Issue): string {
  return issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`;
}

/**
 * Groups issues by path, in the order in which they were found. Paths come from user input, so the map has no
 * prototype.
 */
export function issuesToMap(issues: readonly Issue[]): IssueMap {
  const map: IssueMap = Object.create(null);
  for (const { path, message } of issues) {
    map[path] = [...(map[path] ?? []), message];
  }
  return map;
}
