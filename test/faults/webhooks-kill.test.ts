import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import { webhookSender } from '@vitrine/media';
import { expect, test } from 'vitest';
import { startReceiver } from '../e2e/webhook-receiver.ts';
import { verifies } from '../requirements.ts';
import { makeDatabasePlace } from './database-place.ts';
import { killAtStatement } from './killed-process.ts';

const STATEMENTS_MAX = 1_000;
const TIMEOUT = 1_800_000;
/** Milliseconds, a little more than the lease of a server. */
const LEASE = 11_000;
/** Milliseconds in which a server delivers, on a busy machine too. */
const DELIVERED_MS = 120_000;
const IDS = ['a', 'b', 'c'];

/** Creates a webhook, and changes that it has to deliver. */
async function fill(
  vitrine: Vitrine,
  me: Principal,
  url: string,
): Promise<{ readonly id: string; readonly secret: string }> {
  const properties = [
    { name: 'sku', type: 'string' as const, unique: true },
    { name: 'n', type: 'number' as const },
  ];
  const store = await vitrine.stores.create(me, { name: 'S', properties });
  const webhook = await vitrine.webhooks.create(me, { url, events: ['record.*'], storeIds: [store.id] });
  for (const sku of IDS) await vitrine.records.add(me, store.id, { sku, n: 1 });
  for (const sku of IDS) await vitrine.records.patch(me, store.id, sku, { n: 2 });
  return webhook;
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  'of two servers on %s, one of which is killed at any statement, every change is delivered at least once, in the order of each record, with one id and one body',
  { ...verifies('webhooks.kill'), timeout: TIMEOUT },
  async (kind) => {
    const place = await makeDatabasePlace(kind);
    const receiver = await startReceiver();
    const storage = place.open();
    await storage.migrate();
    let ahead = 0;
    const second = await createVitrine({
      storage,
      clock: () => Date.now() + ahead,
      webhookSender: webhookSender({ allowPrivateFetch: true }),
    });
    try {
      const me = accountPrincipal((await second.accounts.create('Test')).id);
      /** Has a webhook delivered by a server that is killed at the statement, and by another one afterwards or beside it. */
      async function deliveredAt(statement: number, isShared: boolean): Promise<boolean> {
        ahead = 0;
        const { id, secret } = await fill(second, me, receiver.url);
        const stop = new AbortController();
        const work = () => second.work({ signal: stop.signal, pollEvery: 20 });
        const sharing = isShared ? work() : null;
        const script = new URL('./delivering.ts', import.meta.url);
        const isKilled = await killAtStatement(script, [place.url], statement);
        ahead = LEASE;
        const working = sharing ?? work();
        const distinct = () => new Set(receiver.received.map((message) => message.id)).size;
        await expect.poll(distinct, { interval: 10, timeout: DELIVERED_MS }).toBe(2 * IDS.length);
        stop.abort();
        await working;
        const messages = receiver.take(secret, Date.now());
        for (const same of Map.groupBy(messages, (message) => message.id).values()) {
          expect(new Set(same.map(({ body }) => body)).size).toBe(1);
        }
        for (const recordId of IDS) {
          const versions = messages.flatMap(({ data }) =>
            data.recordId === recordId ? [Number(data.version)] : [],
          );
          expect(versions).toEqual(versions.toSorted((one, other) => one - other));
        }
        await second.webhooks.delete(me, id);
        while ((await second.runDueJobs()) > 0);
        return isKilled;
      }
      // Leaves compiled modules for the servers that are killed.
      expect(await deliveredAt(Number.POSITIVE_INFINITY, false)).toBe(false);
      let killed = 0;
      for (let statement = 1; statement < STATEMENTS_MAX; statement++) {
        // At every other statement both servers deliver at the same time. The one beside another has fewer statements.
        const isShared = statement % 2 === 0;
        const isKilled = await deliveredAt(statement, isShared);
        if (!isKilled && !isShared) break;
        killed += isKilled ? 1 : 0;
      }
      console.log({ kind, killed });
      expect(killed).toBeGreaterThan(20);
    } finally {
      await second.close();
      await receiver.close();
      await place.drop();
    }
  },
);
