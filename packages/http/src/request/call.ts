import type { Metric, Principal, Vitrine, VitrineError } from '@vitrine/core';
import type { FileUpload } from '@vitrine/core/contracts';
import { z } from 'zod';
import type { AppContext } from '../exchange.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { parameterNames } from '../path-table.ts';
import { type Call, isBodyRequired, type KeyedCall, type KeyedRoute, type Route } from '../route.ts';
import type { Traffic } from '../traffic/traffic.ts';
import type { Work } from '../traffic/work.ts';
import { type BodyInputs, readCallBody } from './call-body.ts';
import type { FileLimits } from './file-limits.ts';
import { openFileUpload } from './file-upload.ts';
import { requestHeader } from './header.ts';
import { readQuery } from './query-parameters.ts';

/** The parts of a request that a route reads. */
export interface RouteInputs extends BodyInputs {
  readonly params: readonly string[];
  readonly query: ReadonlySet<string>;
  readonly file: FileLimits | undefined;
}

/** Returns the names of a route's path and query parameters, and the body that it expects. */
export function routeInputs(route: Route): RouteInputs {
  const keyed: Pick<KeyedRoute, 'query' | 'form' | 'file' | 'requiresBody'> =
    route.keys === 'none' ? {} : route;
  return {
    params: parameterNames(route.path),
    query: new Set(Object.entries(keyed.query?.shape ?? {}).map(queryName)),
    form: keyed.form,
    file: keyed.file,
    requiresBody: isBodyRequired(keyed),
  };
}

/** Returns the name of a parameter for `readQuery`. A parameter with an object has parameters for its members. */
function queryName([name, contract]: readonly [string, z.core.$ZodType]): string {
  return contract instanceof z.ZodOptional && contract.unwrap() instanceof z.ZodRecord ? `${name}.` : name;
}

/** The parts that a call is made of. */
export interface CallSources {
  readonly context: AppContext;
  readonly vitrine: Vitrine;
  readonly inputs: RouteInputs;
  /** The values of the path parameters, in the order of `inputs.params`. */
  readonly params: readonly string[];
  readonly traffic: Traffic;
  readonly work: Work;
  readonly metrics: Metrics;
  /** Returned in place of the body, so that the service throws it at its place in the order of checks. */
  readonly bodyError?: VitrineError | null;
}

/**
 * The call that a handler receives. Query and body are read when the handler asks for them.
 *
 * A class, because V8 makes a hidden class in its old generation for each object literal that has a getter. The methods
 * are fields, because handlers take calls apart (`({ param, body }) => …`).
 */
export class RequestCall implements Call {
  readonly vitrine: Vitrine;
  readonly request: Request;
  readonly #sources: CallSources;

  constructor(sources: CallSources) {
    this.vitrine = sources.vitrine;
    this.request = sources.context.req.raw;
    this.#sources = sources;
  }

  get signal(): AbortSignal {
    return this.#sources.work.signal;
  }

  readonly reserve = (bytes: number): void => {
    const { context, traffic, work } = this.#sources;
    const owner = context.get('exchange').principal?.accountId ?? '';
    traffic.answers.requireRoom(owner);
    work.reserve(traffic.answers.hold(owner, bytes));
  };

  readonly header = (name: string): string | null => requestHeader(this.#sources.context, name);

  readonly param = (name: string): string => {
    const { inputs, params } = this.#sources;
    const value = params[inputs.params.indexOf(name)];
    if (value === undefined) throw new Error(`The route has no parameter ${name}.`);
    return value;
  };

  readonly query = (): unknown => readQuery(this.request.url, this.#sources.inputs.query);

  readonly body = async (): Promise<unknown> => {
    const { context, inputs, traffic, work, bodyError = null } = this.#sources;
    const body = await readCallBody(context, inputs, traffic, work);
    return bodyError ?? body;
  };

  readonly file = async (): Promise<FileUpload | VitrineError> => {
    const { context, inputs, traffic, work } = this.#sources;
    if (inputs.file === undefined) throw new Error('The route has no file.');
    return openFileUpload(context, inputs.file, traffic, work);
  };

  readonly ownMetrics = (): readonly Metric[] => this.#sources.metrics.ownMetrics();
}

/** The call of a request with a key. */
export class KeyedRequestCall extends RequestCall implements KeyedCall {
  readonly principal: Principal;

  constructor(sources: CallSources, principal: Principal) {
    super(sources);
    this.principal = principal;
  }
}
