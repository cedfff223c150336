import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../faults/server-process.ts';
import { isNightly } from '../nightly.ts';
import { promotedBytes } from './promoted-bytes.ts';

/**
 * A request ends before the second collection of V8's young generation after its start, so almost none of its memory
 * should be moved to the old generation, where it remains until a full collection. Full collections are rare while the
 * heap grows, so each moved byte is resident memory.
 */
const KEY = `account-${'m'.repeat(43)}`;
const CONNECTIONS = 32;
const REQUESTS = 6_000;
const ROUNDS = 3;
const RECORDS = 500;

let folder: string;
let server: ServerProcess;
let records: string;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-promoted-'));
  server = await startProcess(
    {
      VITRINE_DATABASE_URL: `sqlite:${join(folder, 'data.db')}`,
      VITRINE_ACCOUNT_KEY: KEY,
      VITRINE_LOG_LEVEL: 'error',
      VITRINE_RATE_LIMIT: '900000000',
    },
    [],
    { node: ['--trace-gc', '--trace-gc-nvp'] },
  );
  const properties = [
    { name: 'sku', type: 'string', unique: true },
    { name: 'price', type: 'number' },
  ];
  const store = JSON.parse(await send('POST', '/v2/stores', { name: 'Products', properties }));
  records = `/v2/stores/${store.id}/records`;
  for (let i = 0; i < RECORDS; i += 100) {
    await send('POST', `${records}/batch`, { records: Array.from({ length: 100 }, (_, k) => record(i + k)) });
  }
});

afterAll(async () => {
  agent.destroy();
  await server?.end('SIGKILL');
  rmSync(folder, { recursive: true });
});

const record = (i: number) => ({ sku: `sku-${i}`, price: i % 1_000 });

/** Sends a request and returns the body of its response. Rejects for a status other than 2xx. */
function send(method: string, path: string, body?: object): Promise<string> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { method, agent, headers }, async (response) => {
      const text = (await response.toArray()).join('');
      if (Math.floor((response.statusCode ?? 0) / 100) === 2) resolve(text);
      else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

async function repeat(times: number, act: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < times) await act(next++);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

const sku = (index: number) => `sku-${index % RECORDS}`;

const REQUEST_KINDS = [
  ['get', 60, (i: number) => send('GET', `${records}/${sku(i)}`)],
  ['insert', 150, (i: number) => send('POST', records, record(1_000_000 + i))],
  ['lookup', 100, (i: number) => send('POST', `${records}/lookup`, { sku: sku(i) })],
  ['patch', 150, (i: number) => send('PATCH', `${records}/${sku(i)}`, { price: i % 1_000 })],
  [
    'search',
    500,
    (i: number) =>
      send('POST', `${records}/search`, { filters: [{ field: 'sku', op: 'eq', value: sku(i) }] }),
  ],
] as const;

// All have the way through the server in common: by day a read and a write show what it keeps.
test.each(isNightly ? REQUEST_KINDS : REQUEST_KINDS.slice(0, 2))(
  '%s moves at most %i bytes of a request to the old generation',
  async (_, most, act) => {
    // Warm-up: V8 compiles hot code.
    await repeat(REQUESTS / 2, (i) => act(ROUNDS * REQUESTS + i));
    // Other work of the machine delays responses past a collection in some rounds; a request that keeps memory does in all.
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS && least >= most; round++) {
      const before = promotedBytes(server.stdout());
      await repeat(REQUESTS, (i) => act(round * REQUESTS + i));
      const after = promotedBytes(server.stdout());
      expect(after.collections - before.collections).toBeGreaterThan(5);
      least = Math.min(least, (after.bytes - before.bytes) / REQUESTS);
    }
    expect(least).toBeLessThan(most);
  },
);
