import type { Metric, OnceOptions, Principal, Vitrine, VitrineError } from '@vitrine/core';
import { type FileUpload, z } from '@vitrine/core/contracts';
import { type MaybePromise, whenHere } from '@vitrine/core/server';
import { type FileLimits, openFileUpload } from '../request/bodies/file-upload.ts';
import type { SortedQuery } from '../request/query-parameters.ts';
import type { HandlerRun } from '../traffic/handler-run.ts';
import type { StreamLimits } from '../traffic/limits.ts';
import type { OpenStream } from '../traffic/streams.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { type BodyInputs, readCallBody } from './call-body.ts';
import { authenticate, countRequests, type Exchange } from './exchange.ts';
import { parameterNames } from './path-table.ts';
import { isBodyRequired, type KeyedCall, type KeyedRoute, type OpenRoute, type Route } from './route.ts';

/** The parts of a request that a route reads. */
export interface RouteInputs extends BodyInputs {
  readonly params: readonly string[];
  readonly query: ReadonlySet<string>;
  readonly file: FileLimits | undefined;
}

const inputsByRoute = new WeakMap<Route, RouteInputs>();

/** Returns the names of a route's path and query parameters, and the body that it expects. Reads each route once. */
export function routeInputs(route: Route): RouteInputs {
  let inputs = inputsByRoute.get(route);
  if (inputs === undefined) {
    inputs = readInputs(route);
    inputsByRoute.set(route, inputs);
  }
  return inputs;
}

function readInputs(route: Route): RouteInputs {
  const keyed: Pick<KeyedRoute, 'query' | 'form' | 'file' | 'requiresBody'> =
    route.keys === 'none' ? {} : route;
  const open: Pick<OpenRoute, 'text'> = route.keys === 'none' && 'text' in route ? route : {};
  return {
    params: parameterNames(route.path),
    query: new Set(Object.entries(keyed.query?.shape ?? {}).map(queryName)),
    form: keyed.form,
    text: open.text,
    file: keyed.file,
    requiresBody: isBodyRequired(keyed),
  };
}

/** Returns the name of a parameter for `sortQuery`. A parameter with an object has parameters for its members. */
function queryName([name, contract]: readonly [string, z.core.$ZodType]): string {
  return contract instanceof z.ZodOptional && contract.unwrap() instanceof z.ZodRecord ? `${name}.` : name;
}

/** The parts that a call is made of. */
export interface CallSources {
  readonly exchange: Exchange;
  readonly vitrine: Vitrine;
  readonly inputs: RouteInputs;
  /** The values of the path parameters, in the order of `inputs.params`. */
  readonly params: readonly string[];
  readonly query: SortedQuery['declared'];
  readonly traffic: Traffic;
  readonly run: HandlerRun;
  readonly ownMetrics: () => readonly Metric[];
  readonly once: OnceOptions;
  /** Returned in place of the body, so that the service throws it at its place in the order of checks. */
  readonly bodyError: VitrineError | null;
}

/**
 * The call that a handler receives. Query and body are read when the handler asks for them.
 *
 * A class, because V8 makes a hidden class in its old generation for each object literal that has a getter. Handlers take
 * calls apart (`({ param, body }) => …`), so each method is a getter that returns a function: a handler creates only those
 * that it uses.
 */
export class RequestCall implements KeyedCall {
  readonly vitrine: Vitrine;
  readonly #sources: CallSources;

  constructor(sources: CallSources) {
    this.vitrine = sources.vitrine;
    this.#sources = sources;
  }

  /** @throws Error on a route that needs no key. */
  get principal(): Principal {
    const { principal } = this.#sources.exchange;
    if (principal === null) throw new Error('The route needs no key.');
    return principal;
  }

  get once(): OnceOptions {
    return this.#sources.once;
  }

  get countFurther(): (requests: number) => void {
    const { principal } = this;
    const { exchange, vitrine } = this.#sources;
    return (requests) => countRequests(exchange, vitrine, principal, requests);
  }

  get waitFor(): <Result>(call: () => Promise<Result>) => Promise<Result> {
    const { run } = this.#sources;
    return (call) => run.pause(call);
  }

  get draining(): AbortSignal {
    return this.#sources.traffic.draining;
  }

  get requireKey(): () => MaybePromise<unknown> {
    const { exchange, vitrine } = this.#sources;
    return () => authenticate(vitrine, exchange.arrival.header('authorization'), exchange.address);
  }

  get openStream(): () => OpenStream {
    const { key, accountId } = this.principal;
    const { streams } = this.#sources.traffic;
    return () => streams.open(key?.id ?? accountId, accountId);
  }

  get streamLimits(): StreamLimits {
    return this.#sources.traffic.limits.streams;
  }

  get method(): string {
    return this.#sources.exchange.arrival.method;
  }

  get search(): string {
    return this.#sources.exchange.arrival.query;
  }

  get request(): Request {
    return this.#sources.exchange.arrival.request;
  }

  get signal(): AbortSignal {
    return this.#sources.run.signal;
  }

  get reserve(): (bytes: number) => void {
    const { exchange, traffic, run } = this.#sources;
    return (bytes) => {
      const owner = exchange.principal?.accountId ?? '';
      traffic.responses.requireRoom(owner);
      run.reserve(traffic.responses.hold(owner, bytes));
    };
  }

  get onAnswered(): (answerer: string) => void {
    const { answerers } = this.#sources.exchange;
    return (answerer) => void answerers.push(answerer);
  }

  get answerers(): readonly string[] {
    return this.#sources.exchange.answerers;
  }

  get header(): (name: string) => string | null {
    const { arrival } = this.#sources.exchange;
    return (name) => arrival.header(name);
  }

  get address(): string | null {
    return this.#sources.exchange.address;
  }

  get param(): (name: string) => string {
    const { inputs, params } = this.#sources;
    return (name) => {
      const value = params[inputs.params.indexOf(name)];
      if (value === undefined) throw new Error(`The route has no parameter ${name}.`);
      return value;
    };
  }

  get query(): () => unknown {
    const { query } = this.#sources;
    return () => query;
  }

  get body(): () => MaybePromise<unknown> {
    const { exchange, inputs, traffic, run, bodyError } = this.#sources;
    return () => whenHere(readCallBody(exchange, inputs, traffic, run), (body) => bodyError ?? body);
  }

  get file(): () => Promise<FileUpload | VitrineError> {
    const { exchange, inputs, traffic, run } = this.#sources;
    return async () => {
      if (inputs.file === undefined) throw new Error('The route has no file.');
      return openFileUpload(exchange.arrival, inputs.file, inputs.query, traffic, run);
    };
  }

  get ownMetrics(): () => readonly Metric[] {
    return this.#sources.ownMetrics;
  }
}
