import type { IncomingMessage } from 'node:http';
import type { HonoRequest } from 'hono';

/** What `@hono/node-server` gives an app beside the request; other adapters don't. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
}

/**
 * A header of the request; null without it. Not for `Authorization`, of which Node keeps the first of several in silence.
 * On Node it is taken from Node: the standard's `Headers` are made anew for each request, which for a picture from memory is a
 * tenth of the work.
 */
export function requestHeader(
  c: { readonly env: NodeBindings | undefined; readonly req: HonoRequest },
  name: string,
): string | null {
  const incoming = c.env?.incoming;
  if (incoming === undefined) return c.req.raw.headers.get(name);
  const value = incoming.headers[name];
  return (typeof value === 'string' ? value : value?.join(', ')) ?? null;
}
