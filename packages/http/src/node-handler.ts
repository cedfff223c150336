import type { Vitrine } from '@vitrine/core';
import type { AppOptions } from './handler/app-options.ts';
import { nodeListener } from './handler/node-listener.ts';
import { createRequestHandler } from './handler/request-handler.ts';
import type { RequestListener } from './traffic/connections.ts';
import { webListener } from './web-listener.ts';

/**
 * Returns a listener of `node:http` that responds to requests as `createApp` does, for Express, Fastify, NestJS and other
 * servers on Node (docs/embedding.md#in-your-own-server). It reads the bodies of requests itself, so mount it before parsers
 * of bodies. Connections, their number and their deadlines are those of your server.
 * @throws ValidationError for a `basePath` that is none.
 */
export function nodeHandler(vitrine: Vitrine, options: AppOptions = {}): RequestListener {
  const handler = createRequestHandler(vitrine, options);
  return nodeListener(handler, webListener(handler, options.host ?? 'localhost'));
}
