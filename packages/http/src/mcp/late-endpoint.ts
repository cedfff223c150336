import type { ToolEndpoint } from './endpoint.ts';

/**
 * Returns an endpoint of tools that is loaded at its first call. The protocol library is large, and many servers have no
 * agents.
 */
export function lateEndpoint(create: (module: typeof import('./endpoint.ts')) => ToolEndpoint): ToolEndpoint {
  let endpoint: Promise<ToolEndpoint> | null = null;
  return async (call) => {
    endpoint ??= import('./endpoint.ts').then(create);
    return (await endpoint)(call);
  };
}
