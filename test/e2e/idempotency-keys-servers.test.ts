import type { BatchUpsertRecordsResponse, StoreRecordResponse } from '@vitrine/core/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killUnderRepeats } from '../faults/repeated-requests.ts';
import { verifies } from '../requirements.ts';
import { seededRun } from '../seeded.ts';
import { createStore, expectProblem, recordsPath } from './arrange.ts';
import type { ClientResponse } from './client.ts';
import { openTwoServers, type TwoServers } from './two-servers.ts';

const ROUNDS = Array.from({ length: 25 }, (_, round) => round);
const draw = seededRun();
let servers: TwoServers;

beforeAll(async () => {
  servers = await openTwoServers();
});

afterAll(() => servers.close());

function isReplay({ headers }: ClientResponse<unknown>): boolean {
  return headers.get('idempotent-replayed') === 'true';
}

test(
  'of two servers that get one request at the same time one writes; both return the same response',
  verifies('idempotency.in-flight', 'idempotency.one-step'),
  async () => {
    const clients = [servers.first, servers.second].map((server) => server.withKey(servers.key));
    const store = await createStore(clients[0] as (typeof clients)[0], { n: 'number' });
    for (const round of ROUNDS) {
      const headers = { 'idempotency-key': `record ${round}` };
      const responses = await Promise.all(
        clients.map((client) =>
          client.send<StoreRecordResponse>('POST', recordsPath(store), { headers, json: { n: round } }),
        ),
      );
      expect(responses.map(({ status }) => status)).toEqual([201, 201]);
      expect(responses.filter((response) => !isReplay(response))).toHaveLength(1);
      expect(responses[1]?.body).toEqual(responses[0]?.body);
      const batch = { records: [{ n: -1 }, { n: -2 }] };
      const batches = await Promise.all(
        clients.map((client) =>
          client.send<BatchUpsertRecordsResponse>('POST', `${recordsPath(store)}/batch`, {
            headers: { 'idempotency-key': `batch ${round}` },
            json: batch,
          }),
        ),
      );
      expect(batches.map(({ status }) => status)).toEqual([200, 200]);
      expect(batches[1]?.body).toEqual(batches[0]?.body);
    }
    const rows = 'SELECT count(*)::int FROM records WHERE store_id = $1';
    expect(await servers.ask(rows, [store.id])).toBe(ROUNDS.length * 3);
    expect(servers.serverErrors).toEqual([]);
  },
);

test(
  'of two servers that get different requests with one key at the same time one writes; the other returns 422',
  verifies('idempotency.mismatch', 'idempotency.one-step'),
  async () => {
    const clients = [servers.first, servers.second].map((server) => server.withKey(servers.key));
    const store = await createStore(clients[0] as (typeof clients)[0], { n: 'number' });
    for (const round of ROUNDS) {
      const headers = { 'idempotency-key': `different ${round}` };
      const responses = await Promise.all(
        clients.map((client, n) => client.send('POST', recordsPath(store), { headers, json: { n } })),
      );
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 422]);
      for (const response of responses) {
        if (response.status === 422) expectProblem(response, 422, 'idempotency_mismatch');
      }
    }
    const rows = 'SELECT count(*)::int FROM records WHERE store_id = $1';
    expect(await servers.ask(rows, [store.id])).toBe(ROUNDS.length);
  },
);

// A short version of test/faults/kill-9.test.ts, for every test run.
test(
  'requests that are repeated with their keys after two kills take effect once each',
  verifies('idempotency.one-step'),
  async () => {
    const { acknowledged, repeated, faults } = await killUnderRepeats(2, () => 300 + draw() * 300);
    expect(faults).toEqual([]);
    expect(acknowledged).toBeGreaterThan(50);
    expect(repeated).toBeGreaterThan(0);
  },
);
