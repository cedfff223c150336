import type { Vitrine } from '@vitrine/core';
import { toResponse } from './call/wire-response.ts';
import type { AppOptions } from './handler/app-options.ts';
import { createRequestHandler } from './handler/request-handler.ts';
import { WebArrival } from './request/web-arrival.ts';

/**
 * Returns a function from standard requests to standard responses that responds as `createApp` does, for route handlers of
 * Next.js and other servers (docs/embedding.md#in-your-own-server). The addresses of clients are unknown to it, so
 * failed keys are not limited by address.
 * @throws ValidationError for a `basePath` that is none.
 */
export function fetchHandler(
  vitrine: Vitrine,
  options: AppOptions = {},
): (request: Request) => Promise<Response> {
  const handler = createRequestHandler(vitrine, options);
  return async (request) => toResponse(await handler.respond(new WebArrival(request)));
}
