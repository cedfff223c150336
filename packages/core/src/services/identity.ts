import type { Principal } from '../access.ts';
import type { WhoAmIResponse } from '../contracts/identity.ts';
import { sha256Hex } from '../crypto.ts';
import { UnauthorizedError } from '../errors.ts';
import type { ApiKeyRow, Millis } from '../storage/index.ts';
import type { ServiceContext } from './context.ts';

/** Who calls. */
export interface IdentityService {
  /**
   * The principal behind an API key. Looked up at every call, so a revoked key stops working at once.
   * @throws UnauthorizedError for an unknown or revoked key.
   */
  authenticate(key: string): Promise<Principal>;
  /** GET /v2/whoami. @throws UnauthorizedError when the account does not exist. */
  whoAmI(principal: Principal): Promise<WhoAmIResponse>;
}

/** `lastUsed` is right to the minute: a write for each request would cost more than the request. */
const TOUCH_EVERY: Millis = 60_000;

export function identityService({ storage, clock }: ServiceContext): IdentityService {
  /** When a key's use was last written, by key id; holds the keys of the last minute only. */
  const touchedAt = new Map<string, Millis>();

  function touch(key: ApiKeyRow): void {
    const now = clock();
    const last = Math.max(key.lastUsedAt ?? 0, touchedAt.get(key.id) ?? 0);
    if (now - last < TOUCH_EVERY) return;
    for (const [id, at] of touchedAt) if (now - at >= TOUCH_EVERY) touchedAt.delete(id);
    touchedAt.set(key.id, now);
    // A lost use is no reason to fail the request; the next one is written again.
    storage.apiKeys.touch([{ keyId: key.id, at: now }]).catch(() => touchedAt.delete(key.id));
  }

  return {
    async authenticate(key) {
      const row = await storage.apiKeys.findByHash(sha256Hex(key));
      if (row === null) throw new UnauthorizedError();
      touch(row);
      const { accountId, storeId } = row;
      const shown = { id: row.id, name: row.name };
      return storeId === null
        ? { kind: 'account', accountId, key: shown }
        : { kind: 'store', accountId, storeId, key: shown };
    },

    async whoAmI(principal) {
      const account = await storage.accounts.get(principal.accountId);
      if (account === null) throw new UnauthorizedError();
      return {
        accountId: account.id,
        accountName: account.name,
        keyId: principal.key?.id ?? null,
        keyName: principal.key?.name ?? null,
        scope: principal.kind,
        ...(principal.kind === 'store' ? { storeId: principal.storeId } : {}),
      };
    },
  };
}
