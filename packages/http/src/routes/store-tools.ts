import type { Vitrine } from '@vitrine/core';
import type { StoreToolEndpoint } from '../mcp/endpoint.ts';
import type { ServerAddress } from '../mcp/host-policy.ts';
import { type KeyedRoute, route } from '../route.ts';

/** The store tools (docs/rules.md#store-tools). Not in the OpenAPI document: agents ask the endpoint itself. */
export function storeToolRoutes(vitrine: Vitrine, address: ServerAddress): readonly KeyedRoute[] {
  let endpoint: Promise<StoreToolEndpoint> | null = null;

  /**
   * Loaded by the first call: the protocol library takes 10 MB and a fifth of the start-up, and many servers have no
   * agents.
   */
  function load(): Promise<StoreToolEndpoint> {
    endpoint ??= import('../mcp/endpoint.ts').then(({ storeToolEndpoint }) =>
      storeToolEndpoint(vitrine, address),
    );
    return endpoint;
  }

  return [
    route({
      operation: 'StoreTools',
      method: 'POST',
      isSafe: true,
      path: '/store_mcp',
      keys: ['account', 'store'],
      tag: 'Tools',
      summary: 'Model Context Protocol over Streamable HTTP',
      responses: { 200: { description: 'A JSON-RPC answer.' } },
      handle: async (call) => (await load())(call),
    }),
  ];
}
