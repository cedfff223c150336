import { ForbiddenError, type Vitrine } from '@vitrine/core';
import type { Turns } from '@vitrine/core/server';
import { type KeyedRoute, route } from '../call/route.ts';
import type { DesignToolOptions } from '../mcp/endpoint.ts';
import { lateEndpoint } from '../mcp/late-endpoint.ts';

/**
 * Returns the route of the design tools (docs/rules.md#design-tools). Agents read its description from the endpoint
 * itself.
 */
export function designToolRoutes(
  vitrine: Vitrine,
  options: DesignToolOptions,
  turns: Turns,
): readonly KeyedRoute[] {
  const endpoint = lateEndpoint(({ designToolEndpoint }) => designToolEndpoint(vitrine, options, turns));
  return [
    route({
      operation: 'DesignTools',
      method: 'POST',
      path: '/design_mcp',
      keys: ['account'],
      tag: 'Tools',
      summary: 'Model Context Protocol over Streamable HTTP',
      responses: { 200: { description: 'A JSON-RPC response.' } },
      handle: async (call) => {
        if (call.principal.key?.readOnly === true) throw new ForbiddenError('This API key is read-only.');
        return endpoint(call);
      },
    }),
  ];
}
