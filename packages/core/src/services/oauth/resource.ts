import { OAuthError } from './oauth-error.ts';
import type { OAuthParameters } from './parameters.ts';

/** The path of the store tools below the base URL. */
export const TOOLS_PATH = '/store_mcp';

/** Returns the identifier of the store tools as a resource (RFC 8707, RFC 9728). */
export function toolResource(baseUrl: string): string {
  return `${baseUrl}${TOOLS_PATH}`;
}

/**
 * Throws OAuthError `invalid_target` unless the request names the store tools of this server, or no resource: older clients
 * name none. The case of scheme and host and a slash at the end don't matter.
 */
export function requireResource(parameters: OAuthParameters, baseUrl: string): void {
  const resource = parameters.get('resource');
  if (resource === null) return;
  const own = toolResource(baseUrl);
  const named = resource.includes('#') ? null : URL.parse(resource);
  if (named?.href.replace(/\/$/, '') === new URL(own).href) return;
  throw new OAuthError('invalid_target', `Tokens of this server are for ${own}.`);
}
