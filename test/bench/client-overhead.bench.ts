import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@vitrine/client';

// Compares the processor time of calls of the client with that of the same calls of fetch, in turns. The server is a
// handler in this process that returns a fixed record, so its time is part of both. The target is a ratio of at most 1.1.
// The fetch is the least that people write: it has no time limit and does not look at the status.
// Other work on the machine only adds time, and not the same to both: so the rounds are short and many, and what counts
// is the lower quartile.

const WARM_UP = 20;
const ROUNDS = 200;
const CALLS = 100;
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

async function measure(name: keyof typeof ways): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call++) await ways[name]();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

const used: Record<keyof typeof ways, number[]> = { fetch: [], client: [] };
for (let round = -WARM_UP; round < ROUNDS; round++) {
  const order = round % 2 === 0 ? (['fetch', 'client'] as const) : (['client', 'fetch'] as const);
  for (const name of order) {
    const time = await measure(name);
    if (round >= 0) used[name].push(time);
  }
}
server.close();
server.closeAllConnections();

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? 0;
}

const [bare, client] = [lowerQuartile(used.fetch), lowerQuartile(used.client)];
console.log(
  `GET of a record, processor time of client and server together, lower quartile of ${ROUNDS} rounds of ${CALLS}`,
);
console.log(
  `fetch ${bare.toFixed(0)} µs, client ${client.toFixed(0)} µs, ratio ${(client / bare).toFixed(3)}`,
);
