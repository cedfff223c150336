/** Who can reach an address: this computer, computers in its network, or everybody. */
export type Reach = 'computer' | 'network' | 'everybody';

/** Names that public DNS does not have. A name without a dot is one of a local network too. */
const LOCAL_NAME = /(?:^[^.]+|\.(?:local|lan|home|internal|intranet|corp|private|home\.arpa))$/;
const LOOPBACK_NAME = /(?:^|\.)localhost$/;
/** The ranges of RFC 1918, link-local addresses, and those that providers and overlay networks share (RFC 6598). */
const PRIVATE_V4 =
  /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/;
/** Unique local and link-local addresses. */
const PRIVATE_V6 = /^\[f(?:[cd][\da-f]{2}|e[89ab][\da-f]):/;
const MAPPED_V4 = /^\[::ffff:(?<high>[\da-f]{1,4}):(?<low>[\da-f]{1,4})\]$/;

/** Returns who can reach a URL, by its host alone: nothing is looked up. */
export function reachOf(url: string): Reach {
  const host = withoutMapping(new URL(url).hostname.replace(/\.$/, ''));
  if (LOOPBACK_NAME.test(host) || /^(?:127|0)\./.test(host) || host === '[::1]' || host === '[::]')
    return 'computer';
  const isAddress = host.startsWith('[') || /^[\d.]+$/.test(host);
  const isLocal = isAddress ? PRIVATE_V4.test(host) || PRIVATE_V6.test(host) : LOCAL_NAME.test(host);
  return isLocal ? 'network' : 'everybody';
}

/** Returns the IPv4 address that is written as an IPv6 one, which `URL` has in hexadecimal. */
function withoutMapping(host: string): string {
  const { high, low } = MAPPED_V4.exec(host)?.groups ?? {};
  if (high === undefined || low === undefined) return host;
  const bytes = [high, low].map((part) => Number.parseInt(part, 16)).flatMap((two) => [two >> 8, two & 255]);
  return bytes.join('.');
}
