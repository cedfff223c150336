import { type Principal, UnauthorizedError, type Vitrine } from '@vitrine/core';
import type { MaybePromise } from '@vitrine/core/server';
import { bearerTokenOf } from '@vitrine/core/server';

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
