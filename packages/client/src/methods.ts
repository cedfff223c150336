import type { Routes } from './contracts.ts';
import type { Pages } from './pages.ts';
import type { CallOptions, ItemOf, Repeatable, Route, Transport } from './transport.ts';

/** `toParams` may make a text of an object. */
type PathValue = string | number | object;

/** The parameters of a path, in their order. */
type ParamsOf<R extends string> = R extends `${string}}${infer Rest}` ? [PathValue, ...ParamsOf<Rest>] : [];

type BodyOf<R extends Route> = Routes[R] extends { readonly body: infer Body } ? [Body] : [];

type QueryOf<R extends Route> = Routes[R] extends { readonly query?: infer Query } ? Query : undefined;

/** A method of a route: takes the parameters of the path, the body if the route has one, and options. */
type Method<R extends Route> = (
  ...given: [...ParamsOf<R>, ...BodyOf<R>, CallOptions?]
) => Promise<Routes[R]['response']>;

/** A method of a route that lists: takes the parameters of the path, the query, and options. */
type ListMethod<R extends Route> = (
  ...given: [...ParamsOf<R>, QueryOf<R>?, CallOptions?]
) => Pages<ItemOf<R>>;

/** Makes methods from routes, for resources whose methods pass on what they are given. */
export interface Methods {
  /** @param repeat as in `Args`. */
  method<R extends Route>(route: R, repeat?: Repeatable): Method<R>;
  pages<R extends Route>(route: R): ListMethod<R>;
}

/** @param toParams returns the parameters of the path, by default as they are given. */
export function createMethods(
  { call, list }: Transport,
  toParams?: (given: readonly unknown[], options: CallOptions) => Promise<readonly unknown[]>,
): Methods {
  return {
    method:
      <R extends Route>(route: R, repeat?: Repeatable) =>
      async (...given: unknown[]) => {
        const { names, rest } = split(route, given);
        const body = /^P/.test(route) ? rest.shift() : undefined;
        const options = (rest[0] ?? {}) as CallOptions;
        const values = (await toParams?.(given, options)) ?? given;
        return call(route, { params: params(names, values) as never, body, repeat }, options);
      },
    pages:
      <R extends Route>(route: R) =>
      (...given: unknown[]) => {
        const { names, rest } = split(route, given);
        const [query, options] = rest as [object?, CallOptions?];
        return list(route, { params: params(names, given) as never, query }, options);
      },
  };
}

function split(route: string, given: readonly unknown[]): { names: string[]; rest: unknown[] } {
  const names = Array.from(route.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  return { names, rest: given.slice(names.length) };
}

function params(names: readonly string[], values: readonly unknown[]): object {
  return Object.fromEntries(names.map((name, index) => [name, values[index]]));
}
