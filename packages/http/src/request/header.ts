import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HonoRequest } from 'hono';

/** What `@hono/node-server` gives an app beside the request; other adapters don't. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

/**
 * A header of the request, several of one name joined as the standard's `Headers` joins them; null without it. `name` is in
 * lower case. On Node it is looked up in what the parser found: to make `Headers` of it for each request would be a tenth of
 * the work of a small answer.
 */
export function requestHeader(
  c: { readonly env: NodeBindings | undefined; readonly req: HonoRequest },
  name: string,
): string | null {
  const incoming = c.env?.incoming;
  if (incoming === undefined) return c.req.raw.headers.get(name);
  const { rawHeaders } = incoming;
  let found: string | null = null;
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const own = rawHeaders[i];
    if (own?.length !== name.length || own.toLowerCase() !== name) continue;
    const value = rawHeaders[i + 1] ?? '';
    found = found === null ? value : `${found}, ${value}`;
  }
  return found;
}
