import { ImageHostsRequest, ImageHostsResponse } from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json } from '../../response/reply.ts';

const keys = ['account'] as const;
const tag = 'Extensions';

/** The hosts of remote pictures (docs/rules.md#remote-pictures). */
export const imageHostRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'GetImageHosts',
    method: 'GET',
    path: '/admin/image-hosts',
    keys,
    tag,
    summary: 'List the hosts from which live images fetch pictures',
    responses: { 200: { description: 'The hosts.', schema: ImageHostsResponse } },
    handle: async ({ vitrine, principal }) => json(await vitrine.imageHosts.get(principal)),
  }),
  route({
    operation: 'SetImageHosts',
    audit: 'hosts.changed',
    method: 'PUT',
    path: '/admin/image-hosts',
    keys,
    tag,
    summary: 'Replace the hosts from which live images fetch pictures',
    description:
      'A picture is fetched only if its host is listed, and that of each redirect too. Pictures of this server need no entry.',
    body: ImageHostsRequest,
    requiresBody: true,
    responses: { 200: { description: 'The hosts.', schema: ImageHostsResponse } },
    handle: async ({ vitrine, principal, body }) =>
      json(await vitrine.imageHosts.set(principal, await body())),
  }),
];
