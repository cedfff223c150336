import { type Principal, UnauthorizedError, type Vitrine } from '@vitrine/core';

/** RFC 6750 section 2.1; the name of the scheme is case-insensitive (RFC 9110 section 11.1), any other scheme is no key. */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * The principal that sends the request.
 * @param address of the client; null where it is not known.
 * @throws UnauthorizedError when there is no key, several, or one that is unknown, revoked or expired.
 * @throws ForbiddenError for a key that may not be used from the address.
 * @throws RateLimitedError for a client that has sent too many keys that do not work.
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
