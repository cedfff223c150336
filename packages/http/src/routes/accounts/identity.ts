import { WhoAmIResponse } from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json } from '../../response/reply.ts';

export const identityRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'WhoAmI',
    method: 'GET',
    path: '/v2/whoami',
    keys: ['account', 'store'],
    tag: 'Identity',
    summary: 'Show the identity of the API key',
    responses: { 200: { description: 'The identity of the key.', schema: WhoAmIResponse } },
    handle: async ({ vitrine, principal }) => json(await vitrine.identity.whoAmI(principal)),
  }),
];
