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
