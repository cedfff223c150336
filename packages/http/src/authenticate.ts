import { type Principal, UnauthorizedError, type Vitrine } from '@vitrine/core';

/** RFC 6750 section 2.1; the name of the scheme is case-insensitive (RFC 9110 section 11.1), any other scheme is no key. */
const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Who sends the request.
 * @throws UnauthorizedError when there is no key, several, or an unknown one.
 */
export async function authenticate(vitrine: Vitrine, authorization: string | null): Promise<Principal> {
  const key = BEARER.exec(authorization ?? '')?.[1];
  if (key === undefined) throw new UnauthorizedError();
  return await vitrine.identity.authenticate(key);
}
