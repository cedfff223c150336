import type { Vitrine } from '@vitrine/core';
import type { AppContext } from '../exchange.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { parameterNames } from '../path-table.ts';
import { type Call, isBodyRequired, type KeyedRoute, type Route } from '../route.ts';
import type { Traffic } from '../traffic/traffic.ts';
import type { Work } from '../traffic/work.ts';
import { type BodyInputs, readCallBody } from './call-body.ts';
import { requestHeader } from './header.ts';
import { readQuery } from './query-parameters.ts';

/** The parts of a request that a route reads. */
export interface RouteInputs extends BodyInputs {
  readonly params: readonly string[];
  readonly query: ReadonlySet<string>;
}

/** Returns the names of a route's path and query parameters, and the body that it expects. */
export function routeInputs(route: Route): RouteInputs {
  const keyed: Pick<KeyedRoute, 'query' | 'form' | 'requiresBody'> = route.keys === 'none' ? {} : route;
  return {
    params: parameterNames(route.path),
    query: new Set(Object.keys(keyed.query?.shape ?? {})),
    form: keyed.form,
    requiresBody: isBodyRequired(keyed),
  };
}

/** What a call needs apart from the request. */
interface CallSources {
  readonly vitrine: Vitrine;
  readonly inputs: RouteInputs;
  /** The values of the path parameters, in the order of `inputs.params`. */
  readonly params: readonly string[];
  readonly traffic: Traffic;
  readonly work: Work;
  readonly metrics: Metrics;
}

/** Creates the call that a handler receives. Query and body are read when the handler asks for them. */
export function createCall(
  c: AppContext,
  { vitrine, inputs, params, traffic, work, metrics }: CallSources,
): Call {
  const { raw } = c.req;
  return {
    vitrine,
    get signal() {
      return work.signal;
    },
    request: raw,
    header: (name) => requestHeader(c, name),
    param(name) {
      const value = params[inputs.params.indexOf(name)];
      if (value === undefined) throw new Error(`The route has no parameter ${name}.`);
      return value;
    },
    query: () => readQuery(raw.url, inputs.query),
    body: () => readCallBody(c, inputs, traffic, work),
    ownFigures: () => metrics.ownFigures(),
  };
}
