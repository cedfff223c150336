import type { MaybePromise } from '../../ground/promises.ts';
import type { ApiKeyRow, Millis, SeqPage, Slice } from '../../ground/rows.ts';
import type { KeyedWrite } from '../writes/write-options.ts';

export interface ApiKeyStorage {
  /** Rejects if there is a key with this SHA-256. Of racing calls with one hash, also of several processes, one inserts. */
  insert(key: ApiKeyRow, options?: KeyedWrite): Promise<void>;
  /**
   * Returns the key with this SHA-256, or null if there is none or it was revoked. Once `revoke` has resolved, no later
   * call returns the key, in any process that shares the data.
   */
  findByHash(hash: string): MaybePromise<ApiKeyRow | null>;
  /** Newest first, with `seq` for the next page. */
  list(accountId: string, page: SeqPage): Promise<Slice<ApiKeyRow & { readonly seq: number }>>;
  /**
   * Removes the key. With `keepOneAccountKey`, returns `'last'` and removes nothing if the account has no other account
   * key that may write, has not expired by `now` and is no key of a client of OAuth. Of two racing calls for the last
   * two keys, one is rejected. Null: no such key.
   */
  revoke(
    accountId: string,
    keyId: string,
    options: { readonly keepOneAccountKey: boolean; readonly now: Millis },
  ): Promise<'revoked' | 'last' | null>;
  /**
   * Counts an exchange of a code or of a refresh token, which is valid for exactly one: that after `exchanges` others.
   * `repeated`: that one has been made. Of racing calls with equal arguments one is `exchanged`. Null: no such key, or an
   * ordinary one.
   */
  exchange(accountId: string, keyId: string, exchanges: number): Promise<'exchanged' | 'repeated' | null>;
  /** Moves `lastUsedAt` forward, never back. Ignores unknown ids. */
  touch(uses: readonly { readonly keyId: string; readonly at: Millis }[]): Promise<void>;
}
