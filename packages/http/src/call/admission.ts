import { type Principal, RateLimitedError, UnauthorizedError, type Vitrine } from '@vitrine/core';
import { bearerTokenOf, type MaybePromise } from '@vitrine/core/server';
import type { Exchange } from './exchange.ts';

/**
 * Returns the principal of a request.
 * @param address of the client. Null if unknown.
 * @throws UnauthorizedError for a missing key, several keys, or an unknown, revoked or expired key.
 * @throws ForbiddenError for a key that may not be used from the address.
 * @throws RateLimitedError for an invalid key of a client that has sent too many of them.
 */
export function authenticate(
  vitrine: Vitrine,
  authorization: string | null,
  address: string | null,
): MaybePromise<Principal> {
  const key = bearerTokenOf(authorization ?? '');
  if (key === null) {
    throw new UnauthorizedError('A valid API key is required: Authorization: Bearer <API_KEY>.');
  }
  return vitrine.direct.authenticate(key, address);
}

/**
 * Counts requests of the caller in its rate limits, and notes the state of the limits for the response.
 * @throws RateLimitedError if the limits do not admit all of them.
 */
export function countRequests(
  exchange: Exchange,
  { rateLimits }: Pick<Vitrine, 'rateLimits'>,
  principal: Principal,
  requests = 1,
): void {
  const { quotas, refusedForSeconds } = rateLimits.admit(principal, requests);
  exchange.quotas = quotas;
  if (refusedForSeconds !== null) throw new RateLimitedError(refusedForSeconds);
}
