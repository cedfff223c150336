import type { WhoAmIResponse } from '../../contracts/accounts/identity.ts';
import { sha256Hex } from '../../ground/crypto.ts';
import { ForbiddenError, UnauthorizedError } from '../../ground/errors.ts';
import { isInRanges } from '../../ground/network/addresses.ts';
import { type MaybePromise, whenHere } from '../../ground/promises.ts';
import type { Principal, PrincipalKey } from '../../ports/access.ts';
import type { ApiKeyRow, Millis } from '../../storage/index.ts';
import type { ServiceContext } from '../calls/context.ts';
import type { FailedKeys } from './failed-keys.ts';

/** Identifies callers. */
export interface IdentityService {
  /**
   * Returns the principal of an API key, or of an access token of OAuth. Reads the key on each call, so a revoked key is
   * invalid at once. `direct.authenticate` is the same function without a promise where the storage needs none; Vitrine's
   * server calls that one, so a program that replaces the check of keys in front of the server replaces
   * `direct.authenticate`.
   * @param address of the client. Needed for keys with address restrictions, and for the limit on failed keys.
   * @throws UnauthorizedError for an unknown, revoked or expired key.
   * @throws ForbiddenError if the key may not be used from this address, or if the address is needed and unknown.
   * @throws RateLimitedError in place of `UnauthorizedError` for a client that has sent too many invalid keys
   * (`RateLimits.failedKeys`).
   */
  authenticate(key: string, address?: string | null): Promise<Principal>;
  /** GET /v2/whoami. @throws UnauthorizedError if the account does not exist. */
  whoAmI(principal: Principal): Promise<WhoAmIResponse>;
}

/** `lastUsed` is exact to the minute, because a write for each request would cost more than the request. */
const TOUCH_EVERY: Millis = 60_000;

/** Identifies the caller with a key. See `IdentityService.authenticate` and `DirectReads`. */
export type Identify = (key: string, address: string | null) => MaybePromise<Principal>;

export function createIdentify(
  { storage, clock, oauthTokens }: ServiceContext,
  failures: FailedKeys,
): Identify {
  /** The time of the last write of `lastUsed` by key id. Contains only keys of the last minute. */
  const touchedAt = new Map<string, Millis>();

  function touch(key: ApiKeyRow, now: Millis): void {
    const last = Math.max(key.lastUsedAt ?? 0, touchedAt.get(key.id) ?? 0);
    if (now - last < TOUCH_EVERY) return;
    for (const [id, at] of touchedAt) if (now - at >= TOUCH_EVERY) touchedAt.delete(id);
    touchedAt.set(key.id, now);
    // Losing one use does not fail the request; the next one is written again.
    storage.apiKeys.touch([{ keyId: key.id, at: now }]).catch(() => touchedAt.delete(key.id));
  }

  return (key, address) => {
    const access = oauthTokens.openAccess(key);
    // It was issued here, so it is no guess, and clients of many people may share an address.
    if (access !== null && access.expiresAt <= clock()) throw new UnauthorizedError();
    const hash = access?.hash ?? sha256Hex(key);
    const find = () => storage.apiKeys.findByHash(hash);
    return whenHere(address === null ? find() : failures.lookUp(address, hash, find), (row) => {
      const now = clock();
      if (row === null || isExpired(row, now))
        throw address === null ? new UnauthorizedError() : failures.failed(address, hash);
      failures.worked(hash);
      const { addresses } = row;
      if (addresses !== null && (address === null || !isInRanges(address, addresses))) {
        throw new ForbiddenError('This API key may not be used from this address.');
      }
      touch(row, now);
      return principalOf(row);
    });
  };
}

export function identityService({ storage }: ServiceContext, identify: Identify): IdentityService {
  return {
    async authenticate(key, address = null) {
      return identify(key, address);
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

function isExpired({ expiresAt }: ApiKeyRow, now: Millis): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** Cached, because a storage returns the same row for a key until the key changes. */
const principals = new WeakMap<ApiKeyRow, Principal>();

function principalOf(row: ApiKeyRow): Principal {
  let principal = principals.get(row);
  if (principal === undefined) {
    const { accountId, storeId } = row;
    const key = principalKey(row);
    principal =
      storeId === null ? { kind: 'account', accountId, key } : { kind: 'store', accountId, storeId, key };
    principals.set(row, principal);
  }
  return principal;
}

function principalKey({ id, name, readOnly, expiresAt, addresses, exchanges }: ApiKeyRow): PrincipalKey {
  if (!readOnly && expiresAt === null && addresses === null && exchanges === null) return { id, name };
  return {
    id,
    name,
    ...(readOnly ? { readOnly } : {}),
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(addresses === null ? {} : { addresses }),
    ...(exchanges === null ? {} : { ofClient: true }),
  };
}
