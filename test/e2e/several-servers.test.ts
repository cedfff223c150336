import { setTimeout as wait } from 'node:timers/promises';
import type { CreatedApiKeyResponse, StoreRecordResponse } from '@vitrine/core/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { addRecord, addRecords, createStore, recordPath, recordsPath } from './arrange.ts';
import type { Client } from './client.ts';
import { race } from './race-model.ts';
import { openTwoServers, type TwoServers } from './two-servers.ts';

/** Milliseconds during which clients send requests before and after a change. */
const SENT_BEFORE_FOR = 60;
const SENT_AFTER_FOR = 300;
/** Milliseconds. Longer than the pause before the slot of a deleted property is cleared and reused. */
const SLOT_PAUSE_OVER = 200_000;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

/**
 * Claims and completions of each purge of a store, by job id, with the server. Other jobs are excluded, because they
 * depend on the clock.
 */
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

/**
 * Sends requests to both servers until after the change was acknowledged. Returns the values of requests sent after
 * that.
 */
async function valuesAfter<Value>(
  key: string,
  ask: (client: Client) => Promise<Value>,
  change: () => Promise<unknown>,
): Promise<Value[]> {
  const after: Value[] = [];
  let answeredAt = Number.POSITIVE_INFINITY;
  const asking = [servers.first, servers.second].map(async (server) => {
    const client = server.withKey(key);
    while (performance.now() < answeredAt + SENT_AFTER_FOR) {
      const askedAt = performance.now();
      const value = await ask(client);
      if (askedAt > answeredAt) after.push(value);
      await wait(1);
    }
  });
  await wait(SENT_BEFORE_FOR);
  await change();
  answeredAt = performance.now();
  await Promise.all(asking);
  expect(after.length).toBeGreaterThan(2);
  return [...new Set(after)];
}

test(
  'eight clients of each of two servers lose no update, see no row of another store, and get no server error',
  verifies('records.patch.concurrent', 'records.batch.merge', 'stores.delete.response'),
  async () => {
    const { first, second, key } = servers;
    const clients = [first, second].flatMap((server) => numbered(8).map(() => server.withKey(key)));
    const { faults, ...counts } = await race(clients, 3_000);
    expect(servers.serverErrors).toEqual([]);
    expect([...new Set(faults)].slice(0, 20)).toEqual([]);
    for (const each of Object.values(counts)) expect(each).toBeGreaterThan(0);
    // Deleted stores are kept for seven days.
    servers.advance(8 * 86_400_000);
    for (const { vitrine } of [first, second]) while ((await vitrine.runDueJobs()) > 0);
    const orphans = 'SELECT count(*)::int FROM records WHERE store_id NOT IN (SELECT id FROM stores)';
    expect(await servers.ask(orphans)).toBe(0);
    expect(await servers.ask('SELECT count(*)::int FROM stores')).toBe(2);
  },
);

test(
  'a key that one server revokes is refused by both after the response',
  verifies('keys.revoke'),
  async () => {
    for (const round of numbered(6)) {
      const revoker = (round % 2 === 0 ? servers.first : servers.second).withKey(servers.key);
      const { body } = await revoker.post<CreatedApiKeyResponse>('/admin/keys', { name: 'brief' });
      const statuses = await valuesAfter(
        body.key,
        async (brief) => (await brief.get('/v2/whoami')).status,
        async () => expect((await revoker.delete(`/admin/keys/${body.keyId}`)).status).toBe(204),
      );
      expect(statuses).toEqual([401]);
    }
  },
);

test(
  'a schema change of one server applies to reads and writes of the other after the response',
  verifies('stores.property.delete.values'),
  async () => {
    const [one, other] = [servers.first.withKey(servers.key), servers.second.withKey(servers.key)];
    const store = await createStore(one, { key: 'unique string', size: 'string' });
    const path = `/v2/stores/${store.id}/properties`;
    const record = recordPath(store, 'a');
    await addRecord(other, store, { key: 'a', size: 'text' });
    for (const round of numbered(4)) {
      const [type, right, wrong] = round % 2 === 0 ? ['number', 7, 'text'] : ['string', 'text', 7];
      const sizes = await valuesAfter(
        servers.key,
        async (client) => {
          const { body } = await client.get<StoreRecordResponse>(record);
          return 'size' in body ? body.size : 'gone';
        },
        async () => expect((await one.delete(`${path}/size`)).status).toBe(200),
      );
      expect(sizes).toEqual(['gone']);
      expect((await one.post(path, { name: 'size', type })).status).toBe(200);
      expect((await other.get<StoreRecordResponse>(record)).body.size).toBeNull();
      const refused = await Promise.all([
        other.patch(record, { size: wrong }),
        other.post(recordsPath(store), { key: `wrong ${round}`, size: wrong }),
      ]);
      expect(refused.map(({ status }) => status)).toEqual([400, 400]);
      expect((await other.patch(record, { size: right })).status).toBe(200);
      expect((await one.get<StoreRecordResponse>(record)).body.size).toBe(right);
    }
  },
);

test(
  'a read never shows values of a new property under the name of the deleted one whose slot it reuses',
  verifies('stores.property.delete.values'),
  async () => {
    const { first, second, key } = servers;
    const [one, other] = [first.withKey(key), second.withKey(key)];
    const slots = 'SELECT properties FROM stores WHERE id = $1';
    const seen = new Set<unknown>();
    let reads = 0;
    for (const round of numbered(6)) {
      const store = await createStore(one, { key: 'unique string', old: 'string' });
      const [path, record] = [`/v2/stores/${store.id}/properties`, recordPath(store, 'a')];
      await addRecord(one, store, { key: 'a', old: 'OLD' });
      const version = () => servers.ask('SELECT version FROM stores WHERE id = $1', [store.id]);
      const before = await version();
      const slot = String(await servers.ask(slots, [store.id])).match(/"old".*?"slot":"(\w+)"/)?.[1];
      const stop = new AbortController();
      const reading = numbered(4).map(async () => {
        while (!stop.signal.aborted) {
          const { body } = await other.get<StoreRecordResponse>(record);
          seen.add(body.old);
          reads++;
        }
      });
      try {
        await wait(SENT_BEFORE_FOR);
        const deleting = one.delete(`${path}/old`);
        for (let tries = 0; tries < 1_000 && (await version()) === before; tries++) await wait(1);
        // Committed, but not acknowledged: the other server still reads by the old schema.
        servers.advance(SLOT_PAUSE_OVER);
        await first.vitrine.runDueJobs();
        const added = await one.post(path, { name: 'new', type: 'string' });
        expect([added.status, (await deleting).status]).toEqual([200, 200]);
        expect(await servers.ask(slots, [store.id])).toContain(`"slot":"${slot}"`);
        expect((await one.patch(record, { new: `NEW ${round}` })).status).toBe(200);
        await wait(SENT_BEFORE_FOR);
      } finally {
        stop.abort();
        await Promise.all(reading);
      }
    }
    // Null is allowed: the advanced clock lets the slot be cleared while the other server reads by the old schema.
    expect([...seen].filter((value) => value !== 'OLD' && (value ?? null) !== null)).toEqual([]);
    expect(reads).toBeGreaterThan(100);
  },
);

test(
  'a store that one server deletes is gone at the other after the response',
  verifies('stores.delete.response'),
  async () => {
    const [one, other] = [servers.first.withKey(servers.key), servers.second.withKey(servers.key)];
    for (const _ of numbered(3)) {
      const store = await createStore(one, { key: 'unique string', n: 'number' });
      await addRecord(other, store, { key: 'a' });
      const paths = [recordPath(store, 'a'), recordsPath(store), `/v2/stores/${store.id}`];
      const statuses = await valuesAfter(
        servers.key,
        async (client) =>
          (await Promise.all(paths.map((path) => client.get(path)))).map(({ status }) => status).join(),
        async () => expect((await one.delete(`/v2/stores/${store.id}`)).status).toBe(200),
      );
      expect(statuses).toEqual(['404,404,404']);
      const refused = await Promise.all([
        other.post(recordsPath(store), { key: 'b' }),
        other.patch(recordPath(store, 'a'), { n: 1 }),
        other.post(`${recordsPath(store)}/batch`, { records: [{ key: 'c' }] }),
        other.post(`/v2/stores/${store.id}/properties`, { name: 'x', type: 'string' }),
      ]);
      expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      const rows = 'SELECT count(*)::int FROM records WHERE store_id = $1';
      expect(await servers.ask(rows, [store.id])).toBe(1);
    }
  },
);

test('a write during an uncommitted change of its store waits for the commit, and is decided by its result', async () => {
  const other = servers.second.withKey(servers.key);
  const store = await createStore(other, { key: 'unique string', n: 'number' });
  await addRecord(other, store, { key: 'a' });
  const statuses = await servers.duringDeletion(store.id, () =>
    Promise.all([
      other.post(recordsPath(store), { key: 'b' }),
      other.patch(recordPath(store, 'a'), { n: 1 }),
      other.post(`${recordsPath(store)}/batch`, { records: [{ key: 'c' }] }),
    ]),
  );
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404]);
});

test('two workers share all jobs and do each once', verifies('stores.delete.purge'), async () => {
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
  await Promise.all(stores.map((store) => client.delete(`/v2/stores/${store.id}`)));
  // Deleted stores are kept for seven days.
  servers.advance(8 * 86_400_000);
  const working = [first, second].map(({ vitrine }) =>
    vitrine.work({ signal: stop.signal, pollEvery: 5, onError: (error) => errors.push(error) }),
  );
  const left = () => servers.ask("SELECT count(*)::int FROM jobs WHERE kind = 'purge-store'");
  for (let i = 0; i < 500 && (await left()) !== 0; i++) await wait(10);
  stop.abort();
  await Promise.all(working);
  expect(errors).toEqual([]);
  // A long job is returned after a slice of time and claimed again, and the recurring search for stores without a purge
  // may enqueue a running one again. No run is completed twice.
  const claimed = [...new Set(claims.map(({ id }) => id))];
  expect(claimed.length).toBeGreaterThanOrEqual(stores.length);
  expect([...new Set(completions)].toSorted()).toEqual(claimed.toSorted());
  expect(completions.length).toBeLessThanOrEqual(claims.length);
  const shares = [0, 1].map((server) => claims.filter((claim) => claim.server === server).length);
  expect(Math.min(...shares)).toBeGreaterThan(0);
  const rows = await servers.ask('SELECT count(*)::int FROM records WHERE store_id = ANY ($1)', [
    `{${stores.map(({ id }) => id).join(',')}}`,
  ]);
  expect(rows).toBe(0);
});

test(
  'racing calls of ensure on both servers create one store and one account',
  verifies('library.ensure-race'),
  async () => {
    const vitrines = numbered(16).map((i) => (i % 2 === 0 ? servers.first.vitrine : servers.second.vitrine));
    for (const round of numbered(4)) {
      const definition = {
        name: `Ensured ${round}`,
        properties: [{ name: 'sku', type: 'string', unique: true }] as const,
      };
      const stores = await Promise.all(
        vitrines.map(({ stores }) =>
          stores.ensure(servers.principal, { ...definition, properties: [...definition.properties] }),
        ),
      );
      expect(new Set(stores.map(({ id }) => id)).size).toBe(1);
      const named = 'SELECT count(*)::int FROM stores WHERE name = $1';
      expect(await servers.ask(named, [definition.name])).toBe(1);
      const accounts = await Promise.all(vitrines.map(({ accounts }) => accounts.ensure(`Account ${round}`)));
      expect(new Set(accounts.map(({ id }) => id)).size).toBe(1);
      const ofName = 'SELECT count(*)::int FROM accounts WHERE name = $1';
      expect(await servers.ask(ofName, [`Account ${round}`])).toBe(1);
    }
  },
);
