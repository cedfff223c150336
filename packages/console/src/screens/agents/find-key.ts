import type { KnownKey } from '../../session/held-keys.ts';
import type { Session } from '../../session/session.ts';

const PAGE_SIZE = 100;

/**
 * Returns a key of the account without its secret, or null if there is none. With a store key the others can't be
 * listed: then the key is unknown until it is pasted.
 */
export async function findKey(
  { client, identity }: Session,
  keyId: string,
  signal: AbortSignal,
): Promise<KnownKey | null> {
  if (identity.scope === 'store') return { keyId, name: '', scope: 'store', secret: null };
  for await (const key of client.keys.list({ limit: PAGE_SIZE }, { signal })) {
    if (key.keyId === keyId) return { ...key, secret: null };
  }
  return null;
}
