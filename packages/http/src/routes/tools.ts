import { ForbiddenError, type Vitrine } from '@vitrine/core';
import type { Turns } from '@vitrine/core/server';
import { type KeyedRoute, route } from '../call/route.ts';
import type { StoreToolOptions, ToolEndpoint } from '../mcp/endpoint.ts';

const tag = 'Tools';
const summary = 'Model Context Protocol over Streamable HTTP';
const responses = { 200: { description: 'A JSON-RPC response.' } };

/**
 * Returns the routes of the store tools (docs/rules.md#store-tools) and of the design tools
 * (docs/rules.md#design-tools). Agents read their descriptions from the endpoints themselves.
 */
export function toolRoutes(vitrine: Vitrine, options: StoreToolOptions, turns: Turns): readonly KeyedRoute[] {
  const stores = loadedOnce(async () =>
    (await import('../mcp/endpoint.ts')).storeToolEndpoint(vitrine, options, turns),
  );
  const design = loadedOnce(async () =>
    (await import('../mcp/endpoint.ts')).designToolEndpoint(vitrine, options, turns),
  );
  return [
    route({
      operation: 'StoreTools',
      method: 'POST',
      isSafe: true,
      path: '/store_mcp',
      keys: ['account', 'store'],
      ...{ tag, summary, responses },
      handle: async (call) => (await stores())(call),
    }),
    route({
      operation: 'DesignTools',
      method: 'POST',
      path: '/design_mcp',
      keys: ['account'],
      ...{ tag, summary, responses },
      handle: async (call) => {
        if (call.principal.key?.readOnly === true) throw new ForbiddenError('This API key is read-only.');
        return (await design())(call);
      },
    }),
  ];
}

/** Loads an endpoint at the first call. The protocol library is large, and many servers have no agents. */
function loadedOnce(load: () => Promise<ToolEndpoint>): () => Promise<ToolEndpoint> {
  let endpoint: Promise<ToolEndpoint> | null = null;
  return () => {
    endpoint ??= load();
    return endpoint;
  };
}
