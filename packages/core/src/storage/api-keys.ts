import type { ApiKeyRow, Millis, SeqPage, Slice } from './rows.ts';

export interface ApiKeyStorage {
  insert(key: ApiKeyRow): Promise<void>;
  /**
   * The key with this SHA-256, or null when there is none or it was revoked. Once `revoke` has resolved, no later call sees
   * the key, in any process that shares the data.
   */
  findByHash(hash: string): Promise<ApiKeyRow | null>;
  /** Newest first, with `seq` for the next page. */
  list(accountId: string, page: SeqPage): Promise<Slice<ApiKeyRow & { readonly seq: number }>>;
  /**
   * Removes the key. With `keepOneAccountKey`, refuses (`'last'`) when no other account key of the account is left that may
   * write and has not expired by `now`; of two such calls racing for the last two keys, one is refused. Null: no such key.
   */
  revoke(
    accountId: string,
    keyId: string,
    options: { readonly keepOneAccountKey: boolean; readonly now: Millis },
  ): Promise<'revoked' | 'last' | null>;
  /** Moves `lastUsedAt` forward, never back. Unknown ids are ignored. */
  touch(uses: readonly { readonly keyId: string; readonly at: Millis }[]): Promise<void>;
}
