import type { Routes } from './generated/contracts.ts';
import { createPages, type Page, type Pages } from './generated/pages.ts';
import type { Args, CallOptions, Repeatable, Route, Transport } from './transport.ts';

/** A transport may accept a store by its name, or by an object. */
type PathValue = string | number | object;

/** The parameters of a path, in their order. */
type ParamsOf<R extends string> = R extends `${string}}${infer Rest}` ? [PathValue, ...ParamsOf<Rest>] : [];

type BodyOf<R extends Route, Member> = Routes[R] extends { readonly body: infer Body }
  ? [Member extends keyof Body ? Body[Member] : Body]
  : [];

type QueryOf<R extends Route> = Routes[R] extends { readonly query?: infer Query } ? Query : undefined;

/** The items of the pages that a route returns. */
type ItemOf<R extends Route> = Routes[R]['response'] extends { readonly items: readonly (infer Item)[] }
  ? Item
  : never;

/** A method of a route: takes the parameters of the path, the body or its only member if the route has one, and options. */
type Method<R extends Route, Member> = (
  ...given: [...ParamsOf<R>, ...BodyOf<R, Member>, CallOptions?]
) => Promise<Routes[R]['response']>;

/** A method of a route that lists: takes the parameters of the path, the query, and options. */
type ListMethod<R extends Route> = (
  ...given: [...ParamsOf<R>, QueryOf<R>?, CallOptions?]
) => Pages<ItemOf<R>>;

/** What resources are made of. */
export interface Methods {
  readonly call: Transport;
  /** Returns the pages of a route whose query or body has a cursor. Sends nothing. */
  list<R extends Route>(route: R, args?: Args<R>, options?: CallOptions): Pages<ItemOf<R>>;
  /** Returns the bytes at a signed URL, with their media type. */
  download(url: string, options?: CallOptions): Promise<Blob>;
  /**
   * Makes a method that passes on what it is given.
   *
   * @param repeat as in `Args`.
   * @param member the only member of the body; null: the route has no body. Default: the method takes the body.
   */
  method<R extends Route, Member extends string | null = null>(
    route: R,
    repeat?: Repeatable,
    member?: Member,
  ): Method<R, Member>;
  /** Makes a method that lists. */
  pages<R extends Route>(route: R): ListMethod<R>;
}

export function createMethods(call: Transport): Methods {
  const list: Methods['list'] = (route, args, options) =>
    createPages(async (cursor) => {
      const part = args?.body === undefined ? 'query' : 'body';
      const next = cursor === undefined ? args : { ...args, [part]: { ...(args?.[part] as object), cursor } };
      return (await call(route, next, options)) as Page<never>;
    });
  return {
    call,
    list,
    download(url, options) {
      // The server may be reached by another address than that of its URLs. Other URLs get a 404.
      const [path = '/v2'] = /\/v2\/[a-z]+-.*/.exec(url) ?? [];
      return call(
        `GET ${path}` as SignedRoute,
        { read: 'blob' },
        options,
      ) as Promise<unknown> as Promise<Blob>;
    },
    method:
      (route, repeat, member) =>
      (...given) => {
        const [params, ...rest] = split(route, given);
        // POST, PUT and PATCH have a body.
        let body = /^P/.test(route) && member !== null ? rest.shift() : undefined;
        if (member) body = { [member]: body };
        return call(route, { params, body, repeat }, rest[0] as CallOptions);
      },
    pages:
      (route) =>
      (...given) => {
        const [params, query, options] = split(route, given);
        return list(route, { params, query: query as object }, options as CallOptions);
      },
  };
}

type SignedRoute = 'GET /v2/image-thumbnails/{token}/{imageId}';

/** Returns the parameters of the path, then the other values. */
function split(route: string, given: readonly unknown[]): [never, ...unknown[]] {
  const names = route.match(/\w+(?=\})/g) ?? [];
  const params = Object.fromEntries(names.map((name, index) => [name, given[index]]));
  return [params as never, ...given.slice(names.length)];
}
