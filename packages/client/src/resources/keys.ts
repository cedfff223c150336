import type {
  ApiKeySummary,
  CreateApiKeyRequest,
  CreatedApiKeyResponse,
  Routes,
} from '../generated/contracts.ts';
import type { Pages } from '../generated/pages.ts';
import type { Methods } from '../methods.ts';
import type { CallOptions } from '../transport.ts';

export interface Keys {
  /** Lists keys, newest first, without their secrets. */
  list(request?: Routes['GET /admin/keys']['query'], options?: CallOptions): Pages<ApiKeySummary>;
  /** Creates a key. Only this response contains its secret, as `key`. */
  create(key: CreateApiKeyRequest, options?: CallOptions): Promise<CreatedApiKeyResponse>;
  /** The key becomes invalid at once. */
  revoke(keyId: string, options?: CallOptions): Promise<void>;
}

export function createKeys({ method, pages }: Methods): Keys {
  return {
    list: pages('GET /admin/keys'),
    create: method('POST /admin/keys', 'key'),
    revoke: method('DELETE /admin/keys/{keyId}'),
  };
}
