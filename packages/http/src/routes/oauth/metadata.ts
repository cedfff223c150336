import { NotFoundError, type Vitrine } from '@vitrine/core';
import { TOOLS_PATH, toolResource } from '@vitrine/core/server';
import { type OpenRoute, openRoute } from '../../call/route.ts';
import { json } from '../../response/reply.ts';

const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
const SERVER_METADATA = '/.well-known/oauth-authorization-server';
/** Segments of a resource or of an issuer in the path of its metadata. */
const DEPTH_MAX = 5;
const HEADERS = { 'Cache-Control': 'public, max-age=300' };

/** Returns the challenge of the store tools, which leads clients without a token to the authorization server. */
export function toolChallenge(baseUrl: string, hasToken: boolean): string {
  const error = hasToken ? 'error="invalid_token", ' : '';
  return `Bearer ${error}resource_metadata="${baseUrl}${RESOURCE_METADATA}${TOOLS_PATH}"`;
}

/**
 * The routes of the metadata of the store tools (RFC 9728) and of the authorization server (RFC 8414). Clients put
 * the path of the resource or of the issuer behind the well-known name. The first is at the root, too.
 */
export const metadataRoutes: readonly OpenRoute[] = [
  ...wellKnown(RESOURCE_METADATA, async (vitrine) => {
    const baseUrl = vitrine.baseUrl();
    const resource = toolResource(baseUrl);
    return { paths: ['', TOOLS_PATH, pathOf(resource)], document: resourceMetadata(baseUrl, resource) };
  }),
  ...wellKnown(SERVER_METADATA, async (vitrine) => {
    const baseUrl = vitrine.baseUrl();
    const document = serverMetadata(baseUrl, await vitrine.oauth.takesDocuments());
    return { paths: ['', pathOf(baseUrl)], document };
  }),
];

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '');
}

function wellKnown(
  name: `/${string}`,
  read: (vitrine: Vitrine) => Promise<{ readonly paths: readonly string[]; readonly document: unknown }>,
): OpenRoute[] {
  return Array.from({ length: DEPTH_MAX + 1 }, (_, depth) => {
    const names = Array.from({ length: depth }, (_, index) => `part${index + 1}`);
    return openRoute({
      method: 'GET',
      path: `${name}${names.map((each) => `/:${each}` as const).join('')}`,
      handle: async ({ vitrine, param }) => {
        const { paths, document } = await read(vitrine);
        if (!paths.includes(names.map((each) => `/${param(each)}`).join(''))) throw new NotFoundError('path');
        return json(document, 200, HEADERS);
      },
    });
  });
}

function resourceMetadata(baseUrl: string, resource: string) {
  return {
    resource,
    authorization_servers: [baseUrl],
    bearer_methods_supported: ['header'],
    resource_name: 'Vitrine',
  };
}

function serverMetadata(baseUrl: string, takesDocuments: boolean) {
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: takesDocuments,
  };
}
