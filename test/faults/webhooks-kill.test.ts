import { accountPrincipal, createVitrine } from '@vitrine/core';
import { webhookSender } from '@vitrine/media';
import { afterEach, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../e2e/webhook-receiver.ts';
import { verifies } from '../requirements.ts';
import { type DatabaseKind, type DatabasePlace, makeDatabasePlace } from './database-place.ts';
import { startProcess } from './server-process.ts';

const PRELOAD = new URL('./kill-at-statement.ts', import.meta.url).href;
/** Far more statements than a server needs for its start and a few deliveries. */
const STATEMENTS_MAX = 3_000;
const TIMEOUT = 1_800_000;

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.close();
});

/** Fills a database with a webhook and changes that no server has delivered. Returns the secret, and the ids of records. */
async function fill(place: DatabasePlace, receiver: Receiver): Promise<{ secret: string; ids: string[] }> {
  const vitrine = await createVitrine({
    storage: place.open(),
    webhookSender: webhookSender({ allowPrivateFetch: true }),
  });
  const me = accountPrincipal((await vitrine.accounts.create('Test')).id);
  const properties = [
    { name: 'sku', type: 'string' as const, unique: true },
    { name: 'n', type: 'number' as const },
  ];
  const store = await vitrine.stores.create(me, { name: 'S', properties });
  const request = { url: receiver.url, events: ['record.*' as const], storeIds: [store.id] };
  const { secret } = await vitrine.webhooks.create(me, request);
  const ids = ['a', 'b', 'c'];
  for (const sku of ids) await vitrine.records.add(me, store.id, { sku, n: 1 });
  for (const sku of ids) await vitrine.records.patch(me, store.id, sku, { n: 2 });
  await vitrine.close();
  return { secret, ids };
}

/** Starts a server that is killed right before the nth statement. Returns false if it has delivered everything before. */
async function serveAndKill(
  environment: Readonly<Record<string, string>>,
  statement: number,
  isDelivered: () => boolean,
): Promise<boolean> {
  const server = await startProcess({
    ...environment,
    NODE_OPTIONS: `--import=${PRELOAD}`,
    KILL_AT_STATEMENT: String(statement),
  }).catch(() => null);
  if (server === null) return true;
  const ended = new Promise<'killed'>((resolve) => server.child.once('exit', () => resolve('killed')));
  for (;;) {
    const state = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50))]);
    if (state === 'killed') return true;
    if (!isDelivered()) continue;
    await server.end('SIGKILL');
    return false;
  }
}

describe.each<[DatabaseKind, number]>([
  ['SQLite', 17],
  ['PostgreSQL', 23],
])('on %s a server that is killed at any statement', (kind, step) => {
  test('delivers every change at least once, in the order of each record, with one id and one body', {
    ...verifies('webhooks.kill'),
    timeout: TIMEOUT,
  }, async () => {
    let points = 0;
    for (let statement = step; statement < STATEMENTS_MAX; statement += step) {
      const place = await makeDatabasePlace(kind);
      const receiver = await startReceiver();
      receivers.push(receiver);
      try {
        const { secret, ids } = await fill(place, receiver);
        const environment = {
          VITRINE_DATABASE_URL: place.url,
          VITRINE_LOG_LEVEL: 'error',
          VITRINE_ALLOW_PRIVATE_FETCH: 'true',
          ...(kind === 'PostgreSQL' ? { KILL_AT_PORT: new URL(place.url).port } : {}),
        };
        const distinct = () => new Set(receiver.received.map(({ id }) => id)).size;
        const isDelivered = () => distinct() === 2 * ids.length;
        const isKilled = await serveAndKill(environment, statement, isDelivered);
        const server = await startProcess(environment);
        // The lease of a dead server is over after 10 s.
        await expect.poll(isDelivered, { timeout: 25_000, interval: 50 }).toBe(true);
        await server.end('SIGKILL');
        const messages = receiver.take(secret, Date.now());
        for (const same of Map.groupBy(messages, ({ id }) => id).values()) {
          expect(new Set(same.map(({ body }) => body)).size).toBe(1);
        }
        for (const id of ids) {
          const versions = messages.flatMap(({ data }) =>
            data.recordId === id ? [Number(data.version)] : [],
          );
          expect(versions).toEqual(versions.toSorted((a, b) => a - b));
        }
        points++;
        if (!isKilled) break;
      } finally {
        await place.drop();
      }
    }
    console.log({ kind, points });
    expect(points).toBeGreaterThan(3);
  });
});
