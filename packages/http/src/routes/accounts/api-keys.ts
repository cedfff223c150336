import {
  CreateApiKeyRequest,
  CreatedApiKeyResponse,
  CursorPageOfApiKeySummary,
  ListApiKeysQuery,
} from '@vitrine/core/contracts';
import { type KeyedRoute, route } from '../../call/route.ts';
import { json, noContent } from '../../response/reply.ts';

const tag = 'API keys';
const keys = ['account'] as const;

/** Administration of keys (docs/rules.md#administration-of-keys). */
export const apiKeyRoutes: readonly KeyedRoute[] = [
  route({
    operation: 'CreateApiKey',
    isIdempotent: true,
    audit: 'key.created',
    method: 'POST',
    path: '/admin/keys',
    keys,
    tag,
    summary: 'Create a key',
    description:
      'With `storeId` it is a store key. Only this response contains the secret; the server stores a hash of it. A key with ' +
      'an expiry or limited to addresses can only create keys that are limited at least as much.',
    body: CreateApiKeyRequest,
    requiresBody: true,
    responses: {
      201: { description: 'The key and its secret.', schema: CreatedApiKeyResponse },
      404: { description: 'No such store.' },
    },
    handle: async ({ vitrine, principal, body, once }) => {
      const created = await vitrine.apiKeys.create(principal, await body(), once);
      const { keyId, scope, storeId = null } = created;
      return { ...json(created, 201), audited: { keyId, scope, storeId } };
    },
  }),
  route({
    operation: 'ListApiKeys',
    method: 'GET',
    path: '/admin/keys',
    keys,
    tag,
    summary: 'List keys, newest first',
    description: 'Without secrets and without revoked keys. `lastUsed` is accurate to the minute.',
    query: ListApiKeysQuery,
    responses: { 200: { description: 'A page of keys.', schema: CursorPageOfApiKeySummary } },
    handle: async ({ vitrine, principal, query }) => json(await vitrine.apiKeys.list(principal, query())),
  }),
  route({
    operation: 'RevokeApiKey',
    audit: 'key.revoked',
    method: 'DELETE',
    path: '/admin/keys/:keyId',
    keys,
    tag,
    summary: 'Revoke a key',
    description:
      'The key becomes invalid at once. A key may revoke itself only if another account key remains.',
    params: { keyId: 'The public id of the key.' },
    responses: {
      204: { description: 'Revoked.' },
      400: { description: 'It is the last account key.' },
      404: { description: 'No such key.' },
    },
    handle: async ({ vitrine, principal, param }) => {
      await vitrine.apiKeys.revoke(principal, param('keyId'));
      return noContent();
    },
  }),
];
