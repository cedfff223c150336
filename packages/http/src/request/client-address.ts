import { isInRanges } from '@vitrine/core/server';
import type { Arrival } from './arrival.ts';

/**
 * Returns the address of the client: the peer of the connection or, if the peer is a trusted proxy, the last address in
 * `X-Forwarded-For` that no trusted proxy has. A client can't choose its address, because what it sends is to the left
 * of what the first trusted proxy appends. Returns null on servers other than Node's, which do not expose the peer.
 *
 * @param trusted CIDR ranges of the trusted proxies.
 */
export function clientAddress(
  arrival: Pick<Arrival, 'peer' | 'header'>,
  trusted: readonly string[],
): string | null {
  const { peer } = arrival;
  if (peer === null || trusted.length === 0 || !isInRanges(peer, trusted)) return peer;
  const hops = (arrival.header('x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  let client = peer;
  for (const hop of hops.reverse()) {
    // An entry that is not an IP address (`unknown`, or an address with a port) does not identify a client.
    if (!isInRanges(hop, EVERYWHERE)) break;
    client = hop;
    if (!isInRanges(hop, trusted)) break;
  }
  return client;
}

const EVERYWHERE = ['0.0.0.0/0', '::/0'];
