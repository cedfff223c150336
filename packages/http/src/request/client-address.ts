import { isInRanges } from '@vitrine/core';
import { type NodeBindings, requestHeader } from './header.ts';

/**
 * The address of the client: that of its connection, or, where the connection comes from a trusted proxy, the last address in
 * `X-Forwarded-For` that is not a trusted proxy's. Whoever is not trusted can't choose its address: what it sends stands left of
 * what the first trusted proxy adds.
 *
 * @param trusted CIDR ranges of the proxies in front of the server.
 * @returns null where the server does not tell (other ones than Node's).
 */
export function clientAddress(
  c: { readonly env: NodeBindings | undefined } & Parameters<typeof requestHeader>[0],
  trusted: readonly string[],
): string | null {
  const peer = c.env?.incoming?.socket.remoteAddress ?? null;
  if (peer === null || trusted.length === 0 || !isInRanges(peer, trusted)) return peer;
  const hops = (requestHeader(c, 'x-forwarded-for') ?? '').split(',').map((hop) => hop.trim());
  let client = peer;
  for (const hop of hops.reverse()) {
    // An entry that is no address (`unknown`, or one with a port) does not identify a client.
    if (!isInRanges(hop, EVERYWHERE)) break;
    client = hop;
    if (!isInRanges(hop, trusted)) break;
  }
  return client;
}

const EVERYWHERE = ['0.0.0.0/0', '::/0'];
