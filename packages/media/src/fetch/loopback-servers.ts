import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Refusal } from '@vitrine/core/server';
import type { Network, ResolvedAddress } from './checked-request.ts';
import { downloadFont } from './download-font.ts';
import { type FontFetcher, fontFetcher } from './fetch-font.ts';
import { isPublicAddress } from './public-address.ts';

// HTTP servers for tests on a loopback address that counts as public.

export const PUBLIC = '127.0.0.2';
export const CALLER = { account: null };
export const UNREACHABLE = 'No font could be fetched from this URL.';

const servers: Server[] = [];

/** Starts a server on `PUBLIC`. Returns its port. */
export async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, PUBLIC);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes all servers that `serve` has started. */
export function closeServers(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}

/**
 * Returns a network that resolves the listed names to their addresses: one list for each look-up, then the last one
 * again. All other names are `PUBLIC`.
 */
export function network(names: Readonly<Record<string, readonly (readonly string[])[]>> = {}): Network {
  const lookups = new Map<string, number>();
  return {
    isAllowed: (address) => address === PUBLIC || isPublicAddress(address),
    async resolve(hostname): Promise<ResolvedAddress[]> {
      const lists = names[hostname] ?? [[PUBLIC]];
      const count = lookups.get(hostname) ?? 0;
      lookups.set(hostname, count + 1);
      const addresses = lists[Math.min(count, lists.length - 1)] ?? [];
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
  };
}

export function outcome(fetchedFont: Uint8Array | Refusal): string {
  return 'refused' in fetchedFont ? fetchedFont.refused : `${fetchedFont.length} bytes`;
}

/** Returns a fetcher of fonts from a network. */
export function fetcherFrom(names: Network, timeLimit?: number): FontFetcher {
  return fontFetcher((url, signal) => downloadFont(url, names, signal), timeLimit);
}

/** Fetches a font. Returns the number of bytes, or the reason of the refusal. */
export async function fetched(url: string, names = network(), timeLimit = 5_000): Promise<string> {
  return outcome(await fetcherFrom(names, timeLimit).fetchFont(url, CALLER));
}
