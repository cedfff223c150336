import { setTimeout as wait } from 'node:timers/promises';
import type { CreatedApiKeyResponse, StoreRecordResponse } from '@vitrine/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, addRecords, createStore, recordPath, recordsPath } from './arrange.ts';
import type { Answer } from './client.ts';
import { race } from './race-model.ts';
import { openTwoServers, type TwoServers } from './two-servers.ts';

const SEEN_WITHIN = 1_000;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Claims and completions of each purge of a store, by id, with the server that made them. Other jobs come and go by the clock. */
const claims: { readonly id: number; readonly server: number }[] = [];
const completions: number[] = [];
let servers: TwoServers;

beforeAll(async () => {
  servers = await openTwoServers((storage, server) => ({
    ...storage,
    jobs: {
      ...storage.jobs,
      async claim(...args) {
        const jobs = await storage.jobs.claim(...args);
        const purges = jobs.filter(({ kind }) => kind === 'purge-store');
        claims.push(...purges.map(({ id }) => ({ id, server })));
        return jobs;
      },
      async complete(job) {
        const completed = await storage.jobs.complete(job);
        if (completed && claims.some(({ id }) => id === job.id)) completions.push(job.id);
        return completed;
      },
    },
  }));
});

afterAll(() => servers.close());

/** Asks until the answer has the status; answers after how many milliseconds. */
async function until(status: number, ask: () => Promise<Answer<unknown>>): Promise<number> {
  const from = performance.now();
  while ((await ask()).status !== status) {
    if (performance.now() - from > 3 * SEEN_WITHIN) return Number.POSITIVE_INFINITY;
    await wait(5);
  }
  return performance.now() - from;
}

/** Asks often enough that whatever a server remembers of the answer is in its memory. */
async function warm(ask: () => Promise<Answer<unknown>>): Promise<void> {
  for (const _ of numbered(3)) {
    expect((await ask()).status).toBe(200);
    await wait(20);
  }
}

test(
  'eight clients of each of two servers lose no update, see no row of another store, and get no server error',
  verifies('records.patch.concurrent', 'records.batch.merge', 'stores.delete.response'),
  async () => {
    const { first, second, key } = servers;
    const clients = [first, second].flatMap((server) => numbered(8).map(() => server.withKey(key)));
    const { faults, ...figures } = await race(clients, 3_000);
    expect(servers.serverErrors).toEqual([]);
    expect([...new Set(faults)].slice(0, 20)).toEqual([]);
    for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0);
    for (const { vitrine } of [first, second]) while ((await vitrine.runDueJobs()) > 0);
    const orphans = 'SELECT count(*)::int FROM records WHERE store_id NOT IN (SELECT id FROM stores)';
    expect(await servers.ask(orphans)).toBe(0);
    expect(await servers.ask('SELECT count(*)::int FROM stores')).toBe(2);
  },
);

test(
  'a key that one server revokes stops working on the other within a second',
  verifies('keys.revoke'),
  async () => {
    const [one, other] = [servers.first.withKey(servers.key), servers.second];
    const took: number[] = [];
    for (const _ of numbered(2)) {
      const { body } = await one.post<CreatedApiKeyResponse>('/admin/keys', { name: 'brief' });
      const brief = other.withKey(body.key);
      await warm(() => brief.get('/v2/whoami'));
      expect((await one.delete(`/admin/keys/${body.keyId}`)).status).toBe(204);
      took.push(await until(401, () => brief.get('/v2/whoami')));
      expect((await brief.get('/v2/whoami')).status).toBe(401);
    }
    expect(Math.max(...took)).toBeLessThan(SEEN_WITHIN);
  },
);

test(
  'a write under a schema that another server has changed is never accepted, and the new one is known within a second',
  verifies('stores.property.delete.values'),
  async () => {
    const [one, other] = [servers.first.withKey(servers.key), servers.second.withKey(servers.key)];
    const store = await createStore(one, { key: 'unique string', size: 'string' });
    const path = `/v2/stores/${store.id}/properties`;
    const record = recordPath(store, 'a');
    await addRecord(other, store, { key: 'a', size: 'text' });
    const took: number[] = [];
    for (const round of numbered(6)) {
      const [type, right, wrong] = round % 2 === 0 ? ['number', 7, 'text'] : ['string', 'text', 7];
      await warm(() => other.get(record));
      expect((await one.delete(`${path}/size`)).status).toBe(200);
      expect((await one.post(path, { name: 'size', type })).status).toBe(200);
      if (round % 3 === 0) {
        // At once: it was right under the schema that the other server still remembers.
        const refused = await Promise.all([
          other.patch(record, { size: wrong }),
          other.post(recordsPath(store), { key: `wrong ${round}`, size: wrong }),
        ]);
        expect(refused.map(({ status }) => status)).toEqual([400, 400]);
      } else if (round % 3 === 1) {
        took.push(await until(200, () => other.patch(record, { size: right })));
      } else {
        expect((await one.patch(record, { size: right })).status).toBe(200);
        const from = performance.now();
        let seen: unknown = null;
        while (seen !== right && performance.now() - from < 3 * SEEN_WITHIN) {
          seen = (await other.get<StoreRecordResponse>(record)).body.size;
          await wait(5);
        }
        took.push(performance.now() - from);
      }
      expect((await one.get<StoreRecordResponse>(record)).body.size).toBe(round % 3 === 0 ? null : right);
    }
    expect(Math.max(...took)).toBeLessThan(SEEN_WITHIN);
  },
);

test(
  'a store that one server deletes takes no write of the other from then on, and is gone there within a second',
  verifies('stores.delete.response'),
  async () => {
    const [one, other] = [servers.first.withKey(servers.key), servers.second.withKey(servers.key)];
    const took: number[] = [];
    for (const round of numbered(4)) {
      const store = await createStore(one, { key: 'unique string', n: 'number' });
      const paths = [recordPath(store, 'a'), recordsPath(store), `/v2/stores/${store.id}`];
      await addRecord(other, store, { key: 'a' });
      for (const path of paths) await warm(() => other.get(path));
      expect((await one.delete(`/v2/stores/${store.id}`)).status).toBe(200);
      if (round % 2 === 0) {
        const refused = await Promise.all([
          other.post(recordsPath(store), { key: 'b' }),
          other.patch(recordPath(store, 'a'), { n: 1 }),
          other.post(`${recordsPath(store)}/batch`, { records: [{ key: 'c' }] }),
          other.post(`/v2/stores/${store.id}/properties`, { name: 'x', type: 'string' }),
        ]);
        expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      }
      took.push(...(await Promise.all(paths.map((path) => until(404, () => other.get(path))))));
      const rows = 'SELECT count(*)::int FROM records WHERE store_id = $1';
      expect(await servers.ask(rows, [store.id])).toBe(1);
    }
    expect(Math.max(...took)).toBeLessThan(SEEN_WITHIN);
  },
);

test('a write that meets a change of its store half-way waits for it, and is then decided by what it left', async () => {
  const other = servers.second.withKey(servers.key);
  const store = await createStore(other, { key: 'unique string', n: 'number' });
  await addRecord(other, store, { key: 'a' });
  const statuses = await servers.during(
    'UPDATE stores SET deleted_at = 1, version = version + 1 WHERE id = $1',
    [store.id],
    () =>
      Promise.all([
        other.post(recordsPath(store), { key: 'b' }),
        other.patch(recordPath(store, 'a'), { n: 1 }),
        other.post(`${recordsPath(store)}/batch`, { records: [{ key: 'c' }] }),
      ]),
  );
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('two workers do every job once and share them', verifies('stores.delete.purge'), async () => {
  const { first, second, key } = servers;
  const client = first.withKey(key);
  for (const { vitrine } of [first, second]) while ((await vitrine.runDueJobs()) > 0);
  const stores = await Promise.all(numbered(40).map(() => createStore(client, { key: 'unique number' })));
  // More than one step of a job removes.
  for (const store of stores.slice(0, 2))
    await addRecords(
      client,
      store,
      numbered(1_100).map((n) => ({ key: n })),
    );
  await Promise.all(stores.slice(2).map((store) => addRecord(client, store, { key: 1 })));
  claims.length = 0;
  completions.length = 0;
  const stop = new AbortController();
  const errors: unknown[] = [];
  const working = [first, second].map(({ vitrine }) =>
    vitrine.work({ signal: stop.signal, pollEvery: 5, onError: (error) => errors.push(error) }),
  );
  await Promise.all(stores.map((store) => client.delete(`/v2/stores/${store.id}`)));
  const left = () => servers.ask("SELECT count(*)::int FROM jobs WHERE kind = 'purge-store'");
  for (let i = 0; i < 500 && (await left()) !== 0; i++) await wait(10);
  stop.abort();
  await Promise.all(working);
  expect(errors).toEqual([]);
  expect(claims).toHaveLength(stores.length);
  expect(new Set(claims.map(({ id }) => id)).size).toBe(stores.length);
  expect(completions.toSorted()).toEqual(claims.map(({ id }) => id).toSorted());
  const shares = [0, 1].map((server) => claims.filter((claim) => claim.server === server).length);
  expect(Math.min(...shares)).toBeGreaterThan(0);
  const rows = await servers.ask('SELECT count(*)::int FROM records WHERE store_id = ANY ($1)', [
    `{${stores.map(({ id }) => id).join(',')}}`,
  ]);
  expect(rows).toBe(0);
});
