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

/** RFC 6750, section 2.1: b64token. */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;
/** The scheme is case-insensitive (RFC 9110, section 11.1). */
const SCHEME = /^Bearer +/i;

/** Returns whether a text can be sent as a Bearer token. */
export function isBearerToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Returns the token of an `Authorization` header. Null: it has none, or not exactly one. */
export function bearerTokenOf(authorization: string): string | null {
  const token = authorization.replace(SCHEME, '');
  return token !== authorization && isBearerToken(token) ? token : null;
}

/** Whether a call of a service changes something. */
type Effect = 'reads' | 'writes';

/**
 * Returns a service with a check before all calls that write: they throw `forbidden` for a principal with a read-only
 * key, before any lookup. Each call needs an effect, so that a new one is not forgotten. Calls that write have the
 * principal as their first argument and return a promise.
 */
export function guardWrites<Service extends object>(
  service: Service,
  effects: Readonly<Record<keyof Service & string, Effect>>,
): Service {
  const guarded: Record<string, unknown> = Object.fromEntries(Object.entries(service));
  for (const [name, effect] of Object.entries<Effect>(effects)) {
    if (effect === 'reads') continue;
    const call = guarded[name] as (principal: Principal, ...rest: unknown[]) => Promise<unknown>;
    guarded[name] = (principal: Principal, ...rest: unknown[]) => {
      try {
        requireWriter(principal);
        return call(principal, ...rest);
      } catch (error) {
        return Promise.reject(error);
      }
    };
  }
  return guarded as Service;
}

/** @throws ForbiddenError for a read-only key. */
export function requireWriter({ key }: Principal): void {
  if (key?.readOnly === true) throw new ForbiddenError('This API key is read-only.');
}
