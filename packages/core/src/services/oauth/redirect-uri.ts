/** An http URI of this machine, in three parts: scheme and host, port, the rest. */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(:\d{1,5})?((?:[/?].*)?)$/s;
/** The characters of a URI (RFC 3986). Browsers would read others, such as a backslash, in their own way. */
const URI = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;
const LENGTH_MAX = 1_000;

/**
 * Returns why an address can't be one to which browsers return with a code, or null: https, or http for programs on the
 * machine of the browser. No other schemes, because any program may claim one.
 */
export function refuseRedirectUri(uri: string): string | null {
  const url = URI.test(uri) && uri.length <= LENGTH_MAX ? URL.parse(uri) : null;
  if (url === null) return `Expected an absolute URI of at most ${LENGTH_MAX} characters.`;
  if (url.username !== '' || url.password !== '' || uri.includes('#'))
    return 'Expected a URI without user name, password and fragment.';
  if (LOOPBACK.test(uri) || /^https:\/\/[^/?@]+(?:[/?]|$)/.test(uri)) return null;
  return 'Expected an https URI, or http://localhost, http://127.0.0.1 or http://[::1].';
}

/** Returns whether the address is on the machine of the browser, where any program may listen. */
export function isLoopback(uri: string): boolean {
  return LOOPBACK.test(uri);
}

/**
 * Returns whether an address is one of the registered ones: the same text, except that the port of a loopback address may
 * be another one (RFC 8252, section 7.3).
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  const port = withoutLoopbackPort(uri);
  return refuseRedirectUri(uri) === null && registered.some((known) => withoutLoopbackPort(known) === port);
}

function withoutLoopbackPort(uri: string): string {
  return uri.replace(LOOPBACK, '$1$3');
}

/** Returns the address with further parameters in its query. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value);
  const separator = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&';
  return `${uri}${separator}${query}`;
}
