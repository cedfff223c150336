/** An http URI of this machine, in three parts: scheme and host, port, the rest. */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(:\d{1,5})?((?:[/?].*)?)$/s;
/** The characters of a URI (RFC 3986). Browsers would read others, such as a backslash, in their own way. */
const URI = /^[\w\-.~:/?#[\]@!$&'()*+,;=%]+$/;
const LENGTH_MAX = 1_000;
/** A URI of a scheme that a program has for itself, such as `cursor://host/path` or `com.example.app:/path`. */
const PRIVATE_USE = /^([a-z][a-z\d+.-]*):\/./;
/** Schemes that browsers handle themselves or hand to a program of the system. */
const COMMON_SCHEMES: ReadonlySet<string> = new Set([
  ...[
    'http',
    'https',
    'ws',
    'wss',
    'ftp',
    'file',
    'javascript',
    'vbscript',
    'data',
    'blob',
    'filesystem',
    'about',
  ],
  ...[
    'view-source',
    'jar',
    'mhtml',
    'chrome',
    'chrome-extension',
    'moz-extension',
    'resource',
    'edge',
    'intent',
  ],
  ...['mailto', 'tel', 'sms', 'urn'],
]);

/**
 * Returns why an address can't be one to which browsers return with a code, or null: https, http for programs on the
 * machine of the browser, or the scheme of such a program (RFC 8252, section 7). Another program can listen there or claim the
 * scheme; PKCE makes the code useless to it.
 */
export function refuseRedirectUri(uri: string): string | null {
  const url = URI.test(uri) && uri.length <= LENGTH_MAX ? URL.parse(uri) : null;
  if (url === null) return `Expected an absolute URI of at most ${LENGTH_MAX} characters.`;
  if (url.username !== '' || url.password !== '' || uri.includes('#'))
    return 'Expected a URI without user name, password and fragment.';
  if (LOOPBACK.test(uri) || /^https:\/\/[^/?@]+(?:[/?]|$)/.test(uri)) return null;
  const scheme = PRIVATE_USE.exec(uri)?.[1];
  if (scheme !== undefined && !COMMON_SCHEMES.has(scheme)) return null;
  return 'Expected an https URI, http://localhost, http://127.0.0.1 or http://[::1], or the scheme of a program.';
}

/** Returns whether a program on the machine of the browser gets the response. Any program there may listen. */
export function isOfProgram(uri: string): boolean {
  return !uri.startsWith('https:');
}

/** Returns who gets the response: a host with its port, or the scheme of a program with its colon. */
export function receiverOf(uri: string): string {
  const { protocol, host } = new URL(uri);
  return /^https?:$/.test(protocol) ? host : protocol;
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
