import type { ApiKeyRow } from '../../../ground/rows.ts';
import type { ApiKeyStorage } from '../../accounts/api-keys.ts';
import type { UnderKey } from '../ground/idempotency-keys.ts';
import { takePage } from '../ground/seq-page.ts';

type NumberedKey = ApiKeyRow & { readonly seq: number };

export function memoryApiKeys(underKey: UnderKey): ApiKeyStorage {
  const keysById = new Map<string, NumberedKey>();
  let lastSeq = 0;

  function findByHash(hash: string): NumberedKey | undefined {
    return keysById.values().find((key) => key.hash === hash);
  }

  function keysOf(accountId: string): NumberedKey[] {
    return [...keysById.values()].filter((key) => key.accountId === accountId);
  }

  return {
    async insert(key, options) {
      underKey(options, () => {
        if (findByHash(key.hash) !== undefined) throw new Error('a key with this hash exists');
        keysById.set(key.id, { ...key, seq: ++lastSeq });
      });
    },
    async findByHash(hash) {
      const found = findByHash(hash);
      if (found === undefined) return null;
      const { seq: _, ...key } = found;
      return key;
    },
    async list(accountId, page) {
      const { rows, more } = takePage(keysOf(accountId), page);
      return { rows: rows.map((key) => ({ ...key })), more };
    },
    async revoke(accountId, keyId, { keepOneAccountKey, now }) {
      if (keysById.get(keyId)?.accountId !== accountId) return null;
      const another = keysOf(accountId).some(
        ({ id, storeId, readOnly, expiresAt, exchanges }) =>
          id !== keyId &&
          storeId === null &&
          !readOnly &&
          exchanges === null &&
          (expiresAt === null || expiresAt > now),
      );
      if (keepOneAccountKey && !another) return 'last';
      keysById.delete(keyId);
      return 'revoked';
    },
    async exchange(accountId, keyId, exchanges) {
      const key = keysById.get(keyId);
      if (key?.accountId !== accountId || key.exchanges === null) return null;
      if (key.exchanges !== exchanges) return 'repeated';
      keysById.set(keyId, { ...key, exchanges: exchanges + 1 });
      return 'exchanged';
    },
    async touch(uses) {
      for (const { keyId, at } of uses) {
        const key = keysById.get(keyId);
        if (key !== undefined && (key.lastUsedAt === null || key.lastUsedAt < at)) {
          keysById.set(keyId, { ...key, lastUsedAt: at });
        }
      }
    },
  };
}
