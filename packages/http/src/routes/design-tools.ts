import { ForbiddenError, type Vitrine } from '@vitrine/core';
import type { Turns } from '@vitrine/core/server';
import { type KeyedRoute, route } from '../call/route.ts';
import type { DesignToolOptions, ToolEndpoint } from '../mcp/endpoint.ts';

/**
 * Returns the route of the design tools (docs/rules.md#design-tools). Agents read its description from the endpoint
 * itself.
 */
export function designToolRoutes(
  vitrine: Vitrine,
  options: DesignToolOptions,
  turns: Turns,
): readonly KeyedRoute[] {
  let endpoint: Promise<ToolEndpoint> | null = null;

  /** Loads the endpoint at the first call, as that of the store tools. */
  function load(): Promise<ToolEndpoint> {
    endpoint ??= import('../mcp/endpoint.ts').then(({ designToolEndpoint }) =>
      designToolEndpoint(vitrine, options, turns),
    );
    return endpoint;
  }

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
        return (await load())(call);
      },
    }),
  ];
}
