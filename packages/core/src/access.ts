import { ForbiddenError } from './errors.ts';
import type { Millis } from './storage/rows.ts';
import { canBeStored } from './stored-text.ts';

/** The key behind a principal, as WhoAmI shows it. Null for a caller in the same process. */
export interface PrincipalKey {
  readonly id: string;
  readonly name: string;
  /** Present: the key may change nothing. */
  readonly readOnly?: true;
  /** Present: the key is refused from this moment on. */
  readonly expiresAt?: Millis;
  /** Present: CIDR ranges that the key may be used from. */
  readonly addresses?: readonly string[];
}

/**
 * Who calls. Comes first in every service call; there is no default one.
 * - `account`: everything of the account.
 * - `store`: one store's records; any other store does not exist for it.
 */
export type Principal =
  | { readonly kind: 'account'; readonly accountId: string; readonly key: PrincipalKey | null }
  | {
      readonly kind: 'store';
      readonly accountId: string;
      readonly storeId: string;
      readonly key: PrincipalKey | null;
    };

/** The principal of code that embeds Vitrine and acts for an account itself. */
export function accountPrincipal(accountId: string): Principal {
  return { kind: 'account', accountId, key: null };
}

/** Whether the store may exist for the principal at all; when not, it is 404 (docs/rules.md#order-of-checks). */
export function maySeeStore(principal: Principal, storeId: string): boolean {
  return canBeStored(storeId) && (principal.kind === 'account' || principal.storeId === storeId);
}

/** Throws `forbidden` for a store key. Called after the resource was found: 404 goes before 403. */
export function requireAccountKey(principal: Principal): void {
  if (principal.kind !== 'account') throw new ForbiddenError();
}
