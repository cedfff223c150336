import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@vitrine/client';
import { median } from './median.ts';

// Compares the processor time of calls of the client with that of the same calls of fetch, in turns. The server is a
// handler in this process that returns a fixed record, so its time is part of both. The target is a ratio of at most 1.1.

const ROUNDS = 15;
const CALLS = 1_000;
const STORE = '0123456789abcdef';

const record = { id: 'A1', sku: 'A1', name: 'Anvil', price: 12.5, date_created: '', date_updated: '' };
const text = JSON.stringify(record);
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', etag: '"tag"' }).end(text);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const authorization = 'Bearer account-key';
const store = createClient({ url, key: 'account-key' }).store({ name: 'products', id: STORE });
const ways = {
  fetch: async () =>
    (await fetch(`${url}/v2/stores/${STORE}/records/A1`, { headers: { authorization } })).json(),
  client: () => store.get('A1'),
};

const used: Record<keyof typeof ways, number[]> = { fetch: [], client: [] };
for (let round = -2; round < ROUNDS; round++) {
  for (const name of ['fetch', 'client'] as const) {
    const before = process.cpuUsage();
    for (let call = 0; call < CALLS; call++) await ways[name]();
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) used[name].push((user + system) / CALLS);
  }
}
server.close();
server.closeAllConnections();

const ratio = median(used.client.map((time, round) => time / (used.fetch[round] ?? time)));
console.log(
  `GET of a record, processor time of client and server together, median of ${ROUNDS} rounds of ${CALLS}`,
);
console.log(
  `fetch ${median(used.fetch).toFixed(0)} µs, client ${median(used.client).toFixed(0)} µs, ratio ${ratio.toFixed(3)}`,
);
