import type { ApiKeySummary, CreateApiKeyRequest, CreatedApiKeyResponse, Routes } from '../contracts.ts';
import type { Pages } from '../pages.ts';
import type { CallOptions, Transport } from '../transport.ts';

export interface Keys {
  /** Lists keys, newest first, without their secrets. */
  list(request?: Routes['GET /admin/keys']['query'], options?: CallOptions): Pages<ApiKeySummary>;
  /** Creates a key. Only this response contains its secret, as `key`. */
  create(key: CreateApiKeyRequest, options?: CallOptions): Promise<CreatedApiKeyResponse>;
  /** The key becomes invalid at once. */
  revoke(keyId: string, options?: CallOptions): Promise<void>;
}

export function createKeys({ call, list }: Transport): Keys {
  return {
    list: (request, options) => list('GET /admin/keys', { query: request }, options),
    create: (key, options) => call('POST /admin/keys', { body: key }, options),
    revoke: (keyId, options) => call('DELETE /admin/keys/{keyId}', { params: { keyId } }, options),
  };
}
