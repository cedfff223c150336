import type { Vitrine } from '@vitrine/core';
import { storeToolEndpoint } from '../mcp/endpoint.ts';
import type { ServerAddress } from '../mcp/host-policy.ts';
import { type KeyedRoute, route } from '../route.ts';

/** The store tools for agents (interface.md "Store tool endpoint"). Not in the OpenAPI document: agents ask the endpoint itself. */
export function storeToolRoutes(vitrine: Vitrine, address: ServerAddress): readonly KeyedRoute[] {
  const serve = storeToolEndpoint(vitrine, address);
  return [
    route({
      operation: 'StoreTools',
      method: 'POST',
      path: '/store_mcp',
      keys: ['account', 'store'],
      tag: 'Tools',
      summary: 'Model Context Protocol over Streamable HTTP',
      responses: { 200: { description: 'A JSON-RPC answer.' } },
      handle: serve,
    }),
  ];
}
