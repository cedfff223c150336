import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { fontFile } from './samples.ts';

export interface FontServer {
  readonly url: string;
  /** How often anyone connected. */
  connections(): number;
}

/** A server on a loopback address, until the test ends: a font at every path but for those of `answers`. */
export async function fontServer(
  answers: Readonly<Record<string, RequestListener>> = {},
): Promise<FontServer> {
  let connections = 0;
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer !== undefined) return answer(request, response);
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
