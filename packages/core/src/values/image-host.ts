const LABELS = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/;
const ANY = '*.';
/** Characters beyond which nothing is a host, also with a wildcard. */
const HOST_MAX = 255;

/**
 * Returns a host in the form in which URLs have it: lower case, and international names in ASCII. `*.` stands for all
 * subdomains. Null: the text is no host, or has more than one, such as a port.
 */
export function readImageHost(text: string): string | null {
  const name = text.trim();
  const isWildcard = name.startsWith(ANY);
  const bare = isWildcard ? name.slice(ANY.length) : name;
  if (bare.length > HOST_MAX || /[\s/?#@:\\%*]/.test(bare)) return null;
  const hostname = URL.parse(`http://${bare}/`)?.hostname ?? '';
  // A wildcard of one label would be all of a top-level domain.
  if (!LABELS.test(hostname) || (isWildcard && !hostname.includes('.'))) return null;
  return isWildcard ? `${ANY}${hostname}` : hostname;
}

/** Returns whether pictures may be fetched from a host. @param hosts as `readImageHost` returns them. */
export function isImageHost(hosts: readonly string[], hostname: string): boolean {
  return hosts.some((host) => (host.startsWith(ANY) ? hostname.endsWith(host.slice(1)) : hostname === host));
}
