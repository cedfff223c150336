import type { Vitrine } from '@vitrine/core';
import { TOOLS_PATH, type Turns } from '@vitrine/core/server';
import { type KeyedRoute, route } from '../../call/route.ts';
import type { StoreToolOptions } from '../../mcp/endpoint.ts';
import { lateEndpoint } from '../../mcp/late-endpoint.ts';

/**
 * Returns the route of the store tools (docs/rules.md#store-tools). Agents read its description from the endpoint
 * itself.
 */
export function storeToolRoutes(
  vitrine: Vitrine,
  options: StoreToolOptions,
  turns: Turns,
): readonly KeyedRoute[] {
  return [
    route({
      operation: 'StoreTools',
      method: 'POST',
      isSafe: true,
      path: TOOLS_PATH,
      keys: ['account', 'store'],
      tag: 'Tools',
      summary: 'Model Context Protocol over Streamable HTTP',
      responses: { 200: { description: 'A JSON-RPC response.' } },
      handle: lateEndpoint(({ storeToolEndpoint }) => storeToolEndpoint(vitrine, options, turns)),
    }),
  ];
}
