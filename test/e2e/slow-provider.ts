import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A slow provider with the protocol of Nominatim, which records the requested addresses. */
export interface SlowProvider {
  readonly url: string;
  /** The number of requests for each address. */
  readonly calls: ReadonlyMap<string, number>;
  /** Returns the number of all requests. */
  total(): number;
  close(): void;
}

/**
 * Starts a provider. It finds no place for `Nowhere …`, and returns 503 at the first request for addresses in
 * `failing`.
 */
export async function slowProvider(
  delay: number,
  failing: (address: string) => boolean = () => false,
): Promise<SlowProvider> {
  const calls = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const address = new URL(request.url ?? '', 'http://provider').searchParams.get('q') ?? '';
    const call = (calls.get(address) ?? 0) + 1;
    calls.set(address, call);
    await sleep(delay);
    if (call === 1 && failing(address)) {
      response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' }).end('busy');
      return;
    }
    const place = { lat: '48.2', lon: '16.37', place_rank: 16, type: 'city', display_name: address };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(address.startsWith('Nowhere') ? [] : [place]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    total: () => [...calls.values()].reduce((sum, count) => sum + count, 0),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
