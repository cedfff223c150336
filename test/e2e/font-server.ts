import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { fontFile } from './samples.ts';

export interface FontServer {
  readonly url: string;
  /** Returns the number of connections so far. */
  connections(): number;
}

/**
 * Starts a server on a loopback address for the duration of a test. It serves a font at every path except those in
 * `handlers`.
 */
export async function fontServer(
  handlers: Readonly<Record<string, RequestListener>> = {},
): Promise<FontServer> {
  let connections = 0;
  const server = createServer((request, response) => {
    const handler = handlers[request.url ?? ''];
    if (handler !== undefined) return handler(request, response);
    response.setHeader('content-type', 'text/plain').end(fontFile());
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, connections: () => connections };
}
