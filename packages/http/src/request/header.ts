import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HonoRequest } from 'hono';

/** The bindings that `@hono/node-server` passes to an app. Other adapters don't. */
export interface NodeBindings {
  readonly incoming?: IncomingMessage;
  readonly outgoing?: ServerResponse;
}

/**
 * Returns a header of the request, or null. Joins several headers of one name as the standard `Headers` does. On Node
 * it reads the raw headers, because building a `Headers` object for each request is expensive.
 *
 * @param name in lower case.
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
