import { createMcpHandler } from '@modelcontextprotocol/server';
import { type Principal, ValidationError, type Vitrine, VitrineError } from '@vitrine/core';
import type { Turns } from '@vitrine/core/server';
import type { KeyedCall } from '../call/route.ts';
import type { Reply } from '../response/reply.ts';
import { acceptedMedia, EVENTS, eventsToJson, JSON_TYPE } from './accepted-media.ts';
import { designSurface } from './design/design-surface.ts';
import { hostPolicy } from './host-policy.ts';
import { storeSurface } from './store-surface.ts';
import { createToolServer } from './tool-server.ts';
import { toolBatch } from './tools/tool-batch.ts';
import type { ToolSurface } from './tools/tool-surface.ts';

export type ToolEndpoint = (
  call: Pick<KeyedCall, 'request' | 'principal' | 'signal' | 'body' | 'countFurther'>,
) => Promise<Reply>;

/** How clients reach the tools, besides the base URL of the Vitrine. */
export interface ToolAddress {
  /** The address that the server listens on. */
  readonly host?: string | undefined;
  /** The origins whose pages may use the tools. */
  readonly corsOrigins?: readonly string[] | undefined;
  /** Whether the console is served, so that URLs may lead there. Default false. */
  readonly hasConsole?: boolean | undefined;
}

export interface StoreToolOptions extends ToolAddress {
  /** Whether `search` and `fetch` are offered. Default false. */
  readonly searchTools?: boolean | undefined;
}

export type DesignToolOptions = Pick<ToolAddress, 'host' | 'hasConsole'>;

/**
 * Maximum number of messages in a JSON-RPC batch, because each may read a whole store. Only revisions before 2025-06-18
 * have batches.
 */
const BATCH_MAX = 10;

/** Serves the store tools (docs/rules.md#store-tools). */
export function storeToolEndpoint(
  vitrine: Vitrine,
  { searchTools = false, ...address }: StoreToolOptions,
  turns: Turns,
): ToolEndpoint {
  const surfaces = {
    account: storeSurface('account', searchTools),
    store: storeSurface('store', searchTools),
  };
  return toolEndpoint(vitrine, address, turns, ({ kind }) => surfaces[kind]);
}

/**
 * Serves the design tools (docs/rules.md#design-tools). The route admits only account keys that may write. Pages of other
 * origins are refused.
 */
export function designToolEndpoint(
  vitrine: Vitrine,
  { host, hasConsole }: DesignToolOptions,
  turns: Turns,
): ToolEndpoint {
  return toolEndpoint(vitrine, { host, hasConsole }, turns, () => designSurface);
}

/**
 * Serves tools over Streamable HTTP: revision 2026-07-28 and older ones, detected from the request. Requests share nothing:
 * no session, no server, no transport. Each message counts as a request in the rate limits, and the work on a request
 * takes one of `turns`.
 *
 * @param surfaceOf returns what a caller is offered.
 *
 * The returned function throws `forbidden` for a foreign Host or Origin, the errors of an invalid body, `rate_limited`,
 * what `Turns.take` throws, and unexpected errors of a service.
 */
function toolEndpoint(
  vitrine: Vitrine,
  { host, corsOrigins = [], hasConsole = false }: ToolAddress,
  turns: Turns,
  surfaceOf: (principal: Principal) => ToolSurface,
): ToolEndpoint {
  const policy = hostPolicy({ baseUrl: vitrine.baseUrl(), host, pages: corsOrigins });

  async function respond(
    { request, principal, signal }: Pick<KeyedCall, 'request' | 'principal' | 'signal'>,
    parsedBody: unknown,
  ): Promise<Reply> {
    const batch = toolBatch({ account: principal.accountId, signal });
    const faults: unknown[] = [];
    const reports: Error[] = [];
    const handler = createMcpHandler(
      () =>
        createToolServer(surfaceOf(principal), { vitrine, principal, hasConsole, signal }, batch, (fault) =>
          faults.push(fault),
        ),
      {
        // No keep-alive comments: every response is complete before it is sent.
        keepAliveMs: 0,
        onerror: (error) => reports.push(error),
      },
    );
    try {
      const accepted = acceptedMedia(request);
      const response = await handler.fetch(accepted.request, { parsedBody });
      // Ends a subscription after its acknowledgement: there is nothing to notify clients of, and an open stream would
      // outlive its key. Any other response is complete by now, or belongs to an older revision, which this does not end.
      await handler.close();
      const text = await response.text();
      if (faults.length > 0) throw faults[0];
      if (response.status >= 500)
        throw reports.at(-1) ?? new Error(`The tool handler responded with ${response.status}.`);
      const type = response.headers.get('content-type');
      const { status } = response;
      if (type === EVENTS && !accepted.takesEvents)
        return { status, headers: headersOf(JSON_TYPE), body: eventsToJson(text) };
      return { status, headers: headersOf(type), body: text === '' ? null : text };
    } finally {
      await handler.close();
    }
  }

  return async (call) => {
    policy.check(call.request);
    const messages = readMessages(await call.body());
    if (Array.isArray(messages) && messages.length > 1) call.countFurther(messages.length - 1);
    const caller = { account: call.principal.accountId, signal: call.signal };
    return turns.run(caller, () => respond(call, messages));
  };
}

/** Returns the messages of a body. @throws VitrineError if the body could not be read or has too many messages. */
function readMessages(body: unknown): unknown {
  if (body instanceof VitrineError) throw body;
  if (Array.isArray(body) && body.length > BATCH_MAX) {
    throw new ValidationError([{ path: '', message: `Expected at most ${BATCH_MAX} messages in a batch.` }]);
  }
  return body;
}

function headersOf(type: string | null): Record<string, string> {
  return {
    ...(type === null ? {} : { 'Content-Type': type }),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
}
