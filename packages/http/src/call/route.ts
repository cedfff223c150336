import type { Metric, OnceOptions, Principal, Vitrine, VitrineError } from '@vitrine/core';
import type { FileUpload, z } from '@vitrine/core/contracts';
import type { MaybePromise } from '@vitrine/core/server';
import type { AuditEvent } from '../ground/audit-event.ts';
import type { FileLimits } from '../request/bodies/file-upload.ts';
import type { FormLimits } from '../request/bodies/form-body.ts';
import type { BodyRules } from '../request/body.ts';
import type { Reply } from '../response/reply.ts';
import type { StreamLimits } from '../traffic/limits.ts';
import type { OpenStream } from '../traffic/streams.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The kinds of keys: those of `Principal`. */
export type KeyKind = Principal['kind'];

/** A request, as a handler sees it. */
export interface Call<Query = unknown, Body = unknown> {
  readonly vitrine: Vitrine;
  /**
   * Aborts when the client disconnects or the request exceeds its time. Pass it to long work (`CallOptions` of core).
   */
  readonly signal: AbortSignal;
  /**
   * Counts bytes of the response before they are read.
   * @throws UnavailableError if the account has too many bytes in flight.
   */
  reserve(bytes: number): void;
  readonly method: string;
  /** The query of the URL as it was sent, without its `?`: for routes whose parameters are free. */
  readonly search: string;
  /** The standard request, for a protocol that reads headers and body itself. Expensive: created by each access. */
  readonly request: Request;
  /** Notes what answered a search (`SearchOptions` of core). */
  onAnswered(answerer: string): void;
  /** The answerers of the searches so far, in order. */
  readonly answerers: readonly string[];
  /** Returns a header. Cheaper than reading it from `request`. @param name in lower case. */
  header(name: string): string | null;
  /** The address of the client. Null on servers other than Node's. */
  readonly address: string | null;
  /** Returns the value of a path parameter, percent-decoded exactly once. */
  param(name: string): string;
  /**
   * Returns the declared query parameters, or the error of reading them. They are not validated: the service does that
   * at its place in the order of checks, so that 404 and 403 come before 400.
   */
  query(): Query;
  /**
   * Returns the JSON body, the fields of a form, or the error of reading them, not validated, like `query`. Without a
   * body it returns `{}`, or an error if the route requires a body. On a route with `text` it returns the text.
   */
  body(): MaybePromise<Body>;
  /** Returns the file in the body of a route with `file`, or the error of opening it, not thrown, like `query`. */
  file(): Promise<FileUpload | VitrineError>;
  /** Returns the metrics of the server around the Vitrine. */
  ownMetrics(): readonly Metric[];
}

/** A call with a key. */
export interface KeyedCall<Query = unknown, Body = unknown> extends Call<Query, Body> {
  readonly principal: Principal;
  /** The options of a call that takes effect once under the `Idempotency-Key` of the request (`isIdempotent`). */
  readonly once: OnceOptions;
  /**
   * Counts further requests of the caller in its rate limits, for a request that consists of several.
   * @throws RateLimitedError if the limits do not admit all of them.
   */
  countFurther(requests: number): void;
  /** Runs a call that waits for a change or a receiver, outside of the time that a request may take. */
  waitFor<Result>(call: () => Promise<Result>): Promise<Result>;
  /** Aborts when the server shuts down and answers what waits. */
  readonly draining: AbortSignal;
  /** Reads the key again. @throws UnauthorizedError if it has been revoked or has expired since. */
  requireKey(): MaybePromise<unknown>;
  /** Counts an event stream of the key. @throws RateLimitedError if the key or the server has too many. */
  openStream(): OpenStream;
  readonly streamLimits: StreamLimits;
}

/** A response of a route, for the OpenAPI document. */
export interface ResponseDescription {
  readonly description: string;
  /** Absent for a response without a JSON body. */
  readonly schema?: z.ZodType;
  /** Default `application/json`. */
  readonly contentTypes?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

interface Described<Query extends z.ZodObject, Body extends z.ZodType> {
  /** The `operationId`, a stable name (docs/rules.md#openapi-documents). */
  readonly operation: string;
  readonly method: Method;
  /** Segments are literals or parameters: `/v2/stores/:storeId`. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Descriptions of the path parameters. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  /** Descriptions of the request headers that the operation reads. All are optional. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly body?: Body;
  /**
   * Whether a request without a body gets 400. Default false: a missing body counts as `{}`. A form is always required.
   */
  readonly requiresBody?: boolean;
  /** If set, the body is multipart/form-data with one file; otherwise it is JSON. */
  readonly form?: FormLimits;
  /** If set, the body is one file that is read as it arrives (`Call.file`). */
  readonly file?: FileLimits;
  /** By status: success, and the errors of the route's own rules. */
  readonly responses: Readonly<Record<number, ResponseDescription>>;
}

interface KeyedRouteSpec<Query extends z.ZodObject, Body extends z.ZodType> extends Described<Query, Body> {
  /** The kinds of keys that may call the route. Any other gets 403. There is no default. */
  readonly keys: readonly KeyKind[];
  /**
   * Where the other kinds of keys are refused. `route` (default): before any lookup. `service`: in core, which alone
   * can decide 404 before 403 if the path names a resource that a store key may see.
   */
  readonly refusal?: 'route' | 'service';
  /** Set for a POST that changes nothing, so that its response may be dropped and requested again. Implied for GET. */
  readonly isSafe?: true;
  /**
   * Set for a POST that takes effect once under an `Idempotency-Key`. Its handler passes `once` to the call. The OpenAPI
   * document adds the header and its responses.
   */
  readonly isIdempotent?: true;
  /** If set, a success is written to the audit log, with the parameters of the path. */
  readonly audit?: AuditEvent;
  readonly handle: (call: KeyedCall<z.input<Query>, z.input<Body>>) => MaybePromise<Reply>;
}

interface TokenRouteSpec
  extends Omit<Described<z.ZodObject, z.ZodType>, 'body' | 'requiresBody' | 'form' | 'file'> {
  readonly handle: (call: Call) => MaybePromise<Reply>;
}

interface OpenRouteSpec {
  readonly method: Method;
  readonly path: `/${string}`;
  /** Set for probes: they are served no matter how many bytes are in flight. */
  readonly isProbe?: true;
  /** The response to an error, for readers who are no programs. Default: a problem body. The error is logged in any case. */
  readonly onError?: () => Reply;
  /** The rules of a body that the handler reads as text. */
  readonly text?: BodyRules;
  /** If set, a response that names a key of an account is written to the audit log. */
  readonly audit?: AuditEvent;
  readonly handle: (call: Call) => MaybePromise<Reply>;
}

/** A route that needs a key, without the types of its query and body. */
export interface KeyedRoute extends Described<z.ZodObject, z.ZodType> {
  readonly keys: readonly KeyKind[];
  readonly refusal: 'route' | 'service';
  readonly isSafe?: true;
  readonly isIdempotent?: true;
  readonly audit?: AuditEvent;
  readonly handle: (call: KeyedCall) => MaybePromise<Reply>;
}

/** An operation of the interface whose path carries a token in place of a key. */
export interface TokenRoute extends TokenRouteSpec {
  readonly keys: 'none';
}

/** The routes that the OpenAPI documents describe. */
export type ApiRoute = KeyedRoute | TokenRoute;

/** A route that needs no key and is not part of the interface: health, metrics, documentation, production pictures. */
export interface OpenRoute extends OpenRouteSpec {
  readonly keys: 'none';
}

export type Route = ApiRoute | OpenRoute;

/**
 * Creates a route that needs a key. The handler's `query` and `body` have the input types of the declared contracts.
 */
export function route<Query extends z.ZodObject, Body extends z.ZodType>(
  spec: KeyedRouteSpec<Query, Body>,
): KeyedRoute {
  // The handler's inputs are typed but unchecked (see Call), so widening them to unknown loses nothing.
  return { refusal: 'route', ...spec, handle: spec.handle as KeyedRoute['handle'] };
}

export function tokenRoute(spec: TokenRouteSpec): TokenRoute {
  return { ...spec, keys: 'none' };
}

export function openRoute(spec: OpenRouteSpec): OpenRoute {
  return { ...spec, keys: 'none' };
}

/** Returns whether a request without a body is refused. The server and the OpenAPI document both use it. */
export function isBodyRequired({
  form,
  file,
  requiresBody = false,
}: Pick<KeyedRoute, 'form' | 'file' | 'requiresBody'>): boolean {
  return form !== undefined || file !== undefined || requiresBody;
}

/** Returns whether the service of a route receives a query or a body, and thus the error of reading them. */
export function takesInput({ query, body, file }: Pick<KeyedRoute, 'query' | 'body' | 'file'>): boolean {
  return query !== undefined || body !== undefined || file !== undefined;
}

/**
 * Checks that a route declares its kinds of keys, so that a forgotten declaration never opens a route.
 * @throws Error for a route without any.
 */
export function requireKeyKinds({ method, path, keys }: Route): void {
  if (keys === undefined || keys.length === 0) throw new Error(`${method} ${path} declares no kind of key.`);
}
