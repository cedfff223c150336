import { ForbiddenError } from '../ground/errors.ts';
import type { Millis } from '../ground/rows.ts';
import { canBeStored } from '../ground/stored-text.ts';

/** The key of a principal, as WhoAmI shows it. Null for a caller in the same process. */
export interface PrincipalKey {
  readonly id: string;
  readonly name: string;
  /** Present: the key may read but not write. */
  readonly readOnly?: true;
  /** Present: when the key expires. */
  readonly expiresAt?: Millis;
  /** Present: CIDR ranges from which the key may be used. */
  readonly addresses?: readonly string[];
  /** Present: the key of a client of OAuth, which has access tokens in place of the key itself. */
  readonly ofClient?: true;
}

/**
 * The caller, and the first argument of all service calls. There is no default.
 * - `account`: may access everything of the account.
 * - `store`: may access the records of one store; other stores do not exist for it.
 */
export type Principal =
  | { readonly kind: 'account'; readonly accountId: string; readonly key: PrincipalKey | null }
  | {
      readonly kind: 'store';
      readonly accountId: string;
      readonly storeId: string;
      readonly key: PrincipalKey | null;
    };

/** Returns the principal of code that embeds Vitrine and acts for an account. */
export function accountPrincipal(accountId: string): Principal {
  return { kind: 'account', accountId, key: null };
}

/** Returns whether the principal may see the store. If not, the response is 404 (docs/rules.md#order-of-checks). */
export function maySeeStore(principal: Principal, storeId: string): boolean {
  return canBeStored(storeId) && (principal.kind === 'account' || principal.storeId === storeId);
}

/** Throws `forbidden` for a store key. Call it after the resource was found, because 404 takes precedence over 403. */
export function requireAccountKey(principal: Principal): void {
  if (principal.kind !== 'account') throw new ForbiddenError();
}
