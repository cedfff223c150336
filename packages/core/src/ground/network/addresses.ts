import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Providers assign at least a /64 of IPv6 to a customer, so one client has all addresses of a /64. */
const CLIENT_PREFIX_V6 = 64;

/**
 * Returns a CIDR range in its canonical form (`10.0.0.0/8`), or a single address as a range of one. Null for anything
 * else, and for a range with bits after its prefix, which is usually a typing error.
 */
export function readAddressRange(text: string): string | null {
  try {
    const [address, bits] = text.includes('/') ? ipaddr.parseCIDR(text) : single(text);
    const base = networkOf(address, bits);
    return base.toString() === address.toString() ? `${address.toString()}/${bits}` : null;
  } catch {
    return null;
  }
}

/**
 * Returns whether one of the ranges contains the address. An IPv4 address mapped to IPv6 counts as the IPv4 address.
 */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const parsed = readAddress(address);
  return parsed !== null && ranges.some((range) => contains(ipaddr.parseCIDR(range), parsed));
}

/** Returns whether one of the ranges contains all addresses of the canonical range. */
export function isRangeInRanges(range: string, ranges: readonly string[]): boolean {
  const [address, bits] = ipaddr.parseCIDR(range);
  return ranges.some((outer) => {
    const parsed = ipaddr.parseCIDR(outer);
    return parsed[1] <= bits && contains(parsed, address);
  });
}

/** Returns the key under which a client is counted: its IPv4 address, or the /64 of its IPv6 address. */
export function clientOf(address: string): string {
  const parsed = readAddress(address);
  if (parsed === null) return address;
  return parsed instanceof ipaddr.IPv6 ? networkOf(parsed, CLIENT_PREFIX_V6).toString() : parsed.toString();
}

function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  // `ipaddr.parse` also accepts 0x7f.1 and 0177.0.0.1, which sockets never report.
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : null;
}

function single(text: string): Range {
  const address = readAddress(text);
  if (address === null) throw new Error('no address');
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function contains([network, bits]: Range, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, bits: number): ipaddr.IPv4 | ipaddr.IPv6 {
  const network = `${address.toString()}/${bits}`;
  return address.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(network)
    : ipaddr.IPv6.networkAddressFromCIDR(network);
}
