import { type Principal, UnauthorizedError, type Vitrine } from '@vitrine/core';

/** RFC 6750 section 2.1. The scheme is case-insensitive (RFC 9110 section 11.1). */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Returns the principal of a request.
 * @param address of the client. Null if unknown.
 * @throws UnauthorizedError for a missing key, several keys, or an unknown, revoked or expired key.
 * @throws ForbiddenError for a key that may not be used from the address.
 * @throws RateLimitedError for a client that has sent too many invalid keys.
 */
export async function authenticate(
  vitrine: Vitrine,
  authorization: string | null,
  address: string | null,
): Promise<Principal> {
  const key = BEARER.exec(authorization ?? '')?.[1];
  if (key === undefined) throw new UnauthorizedError();
  return await vitrine.identity.authenticate(key, address);
}
