import { malformedRequest } from './handler/broken-request.ts';
import type { RequestHandler } from './handler/request-handler.ts';
import type { RequestListener } from './traffic/connections.ts';

/**
 * Returns a listener that passes requests to the handler as standard requests, which Hono's adapter makes of them. The
 * first request loads the adapter and Hono, because most servers never receive one.
 */
export function webListener(handler: RequestHandler, hostname: string): RequestListener {
  let loading: Promise<RequestListener> | null = null;
  return (incoming, outgoing) => {
    loading ??= load(handler, hostname);
    loading.then((listener) => listener(incoming, outgoing)).catch((error: Error) => outgoing.destroy(error));
  };
}

async function load(handler: RequestHandler, hostname: string): Promise<RequestListener> {
  const [{ getRequestListener }, { appOf }] = await Promise.all([
    import('@hono/node-server'),
    import('./app.ts'),
  ]);
  return getRequestListener(appOf(handler).fetch, { hostname, errorHandler: refuseMalformed });
}

function refuseMalformed(): Response {
  const { status, headers, body } = malformedRequest();
  return new Response(body, { status, headers });
}
