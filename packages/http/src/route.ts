import type { Figure, Principal, Vitrine } from '@vitrine/core';
import type { z } from 'zod';
import type { AuditEvent } from './logs/audit-log.ts';
import type { FormLimits } from './request/form-body.ts';
import type { Reply } from './response/reply.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** What a key may be; the kinds of `Principal`. */
export type KeyKind = Principal['kind'];

/** A request under way, as a handler sees it. */
export interface Call<Query = unknown, Body = unknown> {
  readonly vitrine: Vitrine;
  /** Aborts when the client has left, or the time for the request is over. Long work takes it (`CallOptions` of core). */
  readonly signal: AbortSignal;
  /** As it came: for a protocol that reads headers and body by itself. */
  readonly request: Request;
  /** A header, cheaper than by `request`; the name in lower case. */
  header(name: string): string | null;
  /** The value of a path parameter, percent-decoded exactly once. */
  param(name: string): string;
  /**
   * The declared query parameters, or the error that reading them gave. Neither is checked: the service does that in its
   * place in the order of checks, so that 404 and 403 go before 400.
   */
  query(): Query;
  /** The JSON body, or the fields of a form, or the error that reading it gave; unchecked like `query`. Without a body it is `{}`, or an error where the route requires one. */
  body(): Promise<Body>;
  /** Figures of the server beside those of its Vitrine. */
  ownFigures(): readonly Figure[];
}

/** A call with a key. */
export interface KeyedCall<Query = unknown, Body = unknown> extends Call<Query, Body> {
  readonly principal: Principal;
}

/** An answer of a route, for the OpenAPI document. */
export interface ResponseDescription {
  readonly description: string;
  /** Absent: an answer without a body. */
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
  /** What the path parameters mean. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Query;
  readonly body?: Body;
  /** Whether a request without a body is 400. Default false: a missing body counts as `{}`. A form is always required. */
  readonly requiresBody?: boolean;
  /** Given: the body is multipart/form-data with one file, not JSON. */
  readonly form?: FormLimits;
  /** By status: success, and the errors that the route's own rules give. */
  readonly responses: Readonly<Record<number, ResponseDescription>>;
}

interface KeyedRouteSpec<Query extends z.ZodObject, Body extends z.ZodType> extends Described<Query, Body> {
  /** The kinds of key that may do this; any other gets 403. There is no default. */
  readonly keys: readonly KeyKind[];
  /**
   * Who refuses the other kinds. `route` (default): before anything is looked up. `service`: core, which alone can decide
   * 404 before 403 where the path names a resource that a store key may see.
   */
  readonly refusal?: 'route' | 'service';
  /** A POST that changes nothing, so that its answer may be dropped and asked for again. Default: false; every GET is. */
  readonly isSafe?: true;
  /** A success is written into the audit log, with the parameters of the path. */
  readonly audit?: AuditEvent;
  readonly handle: (call: KeyedCall<z.input<Query>, z.input<Body>>) => Promise<Reply> | Reply;
}

interface TokenRouteSpec
  extends Omit<Described<z.ZodObject, z.ZodType>, 'query' | 'body' | 'requiresBody' | 'form'> {
  readonly handle: (call: Call) => Promise<Reply> | Reply;
}

interface OpenRouteSpec {
  readonly method: Method;
  readonly path: `/${string}`;
  /** Answered however many bytes are in flight: for probes. */
  readonly isProbe?: true;
  readonly handle: (call: Call) => Promise<Reply> | Reply;
}

/** A route that needs a key, as the table holds it. */
export interface KeyedRoute extends Omit<Described<z.ZodObject, z.ZodType>, never> {
  readonly keys: readonly KeyKind[];
  readonly refusal: 'route' | 'service';
  readonly isSafe?: true;
  readonly audit?: AuditEvent;
  readonly handle: (call: KeyedCall) => Promise<Reply> | Reply;
}

/** An operation of the interface whose path carries a token in place of a key. */
export interface TokenRoute extends TokenRouteSpec {
  readonly keys: 'none';
}

/** What the OpenAPI documents describe. */
export type ApiRoute = KeyedRoute | TokenRoute;

/** A route that needs no key and is no part of the interface: health, metrics, documentation, pictures in mails. */
export interface OpenRoute extends OpenRouteSpec {
  readonly keys: 'none';
}

export type Route = ApiRoute | OpenRoute;

/** A route of the interface; its handler's `query` and `body` have the input types of the declared contracts. */
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

/** Whether a request without a body is refused: read by the server and by the OpenAPI document alike. */
export function isBodyRequired({
  form,
  requiresBody = false,
}: Pick<KeyedRoute, 'form' | 'requiresBody'>): boolean {
  return form !== undefined || requiresBody;
}

/**
 * Deny by default: a route must say which keys it is for.
 * @throws Error for one that names no kind.
 */
export function requireKeyKinds({ method, path, keys }: Route): void {
  if (keys === undefined || keys.length === 0) throw new Error(`${method} ${path} declares no kind of key.`);
}
