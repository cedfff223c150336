import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Returns whether an IP address is public: only global unicast, and never an IPv4 address inside an IPv6 one (mapped,
 * NAT64, 6to4, Teredo, compatible). Unknown ranges are not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return !(parsed instanceof ipaddr.IPv6) || parsed.match(GLOBAL_UNICAST);
}
