import { expect, test } from 'vitest';
import { verifies } from '../../../../test/requirements.ts';
import { accountPrincipal } from '../ports/access.ts';
import type { Storage } from '../storage/index.ts';
import { memoryStorage } from '../storage/memory/index.ts';
import { createVitrine } from '../vitrine.ts';

const LEASE = 10_000;
const DIED = 'The process has died.';

/** Returns the storage as a process sees it that dies right before its nth call, and with it all later ones. */
function until(storage: Storage, last: number): { readonly storage: Storage; hasDied(): boolean } {
  let calls = 0;
  const facets = new Set(['webhooks', 'webhookDeliveries', 'changes', 'records', 'stores']);
  const counted = <Facet extends object>(facet: Facet): Facet =>
    new Proxy(facet, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function' || name === 'listen') return member;
        return (...args: unknown[]) => {
          if (++calls >= last) return Promise.reject(new Error(DIED));
          return member.apply(target, args);
        };
      },
    });
  return {
    storage: new Proxy(storage, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        return facets.has(String(name)) ? counted(member as object) : member;
      },
    }),
    hasDied: () => calls >= last,
  };
}

test(
  'a process that dies before any call to its storage loses no delivery, and none gets another id or body',
  verifies('webhooks.kill'),
  async () => {
    let died = true;
    let points = 0;
    for (let last = 1; died; last++) {
      const storage = memoryStorage();
      let now = Date.UTC(2026, 0, 1);
      const received: [id: string, body: string][] = [];
      const webhookSender = {
        refuse: () => null,
        async send({ headers, body }: { headers: Readonly<Record<string, string>>; body: string }) {
          received.push([headers['webhook-id'] ?? '', body]);
          return { status: 200, text: '', retryAfter: null };
        },
      };
      const open = (as: Storage) => createVitrine({ storage: as, clock: () => now, webhookSender });
      const healthy = await open(storage);
      const me = accountPrincipal((await healthy.accounts.create('Test')).id);
      const properties = [
        { name: 'sku', type: 'string' as const, unique: true },
        { name: 'n', type: 'number' as const },
      ];
      const store = await healthy.stores.create(me, { name: 'S', properties });
      await healthy.webhooks.create(me, { url: 'https://receiver.example/', events: ['*'] });
      for (const sku of ['a', 'b']) await healthy.records.add(me, store.id, { sku, n: 1 });
      await healthy.records.patch(me, store.id, 'a', { n: 2 });

      const dying = until(storage, last);
      const process = await open(dying.storage);
      await process.runDueJobs().catch((error: Error) => expect(error.message).toBe(DIED));
      died = dying.hasDied();
      now += LEASE + 1;
      await healthy.runDueJobs();

      const bodiesById = Map.groupBy(received, ([id]) => id);
      const changes = [...bodiesById.values()].map((same) => {
        expect(new Set(same.map(([, body]) => body)).size).toBe(1);
        const { type, data } = JSON.parse(same[0]?.[1] ?? '');
        return `${type} ${data.recordId}`;
      });
      expect(changes.toSorted()).toEqual(['record.created a', 'record.created b', 'record.updated a']);
      const order = received.map(([, body]) => JSON.parse(body)).filter(({ data }) => data.recordId === 'a');
      const first = order.findIndex(({ type }) => type === 'record.updated');
      expect(order.slice(first).every(({ type }) => type === 'record.updated')).toBe(true);
      points++;
    }
    // Reads of the log, deliveries and their outcomes are calls of their own.
    expect(points).toBeGreaterThan(15);
  },
);

test('several workers on one storage send each delivery once', verifies('webhooks.kill'), async () => {
  const storage = memoryStorage();
  const received: string[] = [];
  const webhookSender = {
    refuse: () => null,
    async send({ headers }: { headers: Readonly<Record<string, string>> }) {
      received.push(headers['webhook-id'] ?? '');
      await new Promise((resolve) => setTimeout(resolve, 1));
      return { status: 200, text: '', retryAfter: null };
    },
  };
  const servers = await Promise.all([1, 2, 3].map(() => createVitrine({ storage, webhookSender })));
  const [first] = servers;
  if (first === undefined) throw new Error('No server.');
  const me = accountPrincipal((await first.accounts.create('Test')).id);
  const store = await first.stores.create(me, { name: 'S', properties: [{ name: 'a', type: 'string' }] });
  for (const path of ['one', 'two']) {
    await first.webhooks.create(me, { url: `https://receiver.example/${path}`, events: ['*'] });
  }
  const stop = new AbortController();
  const working = servers.map((server) => server.work({ signal: stop.signal, pollEvery: 5 }));
  for (let i = 0; i < 150; i++) {
    await servers[i % servers.length]?.records.add(me, store.id, { a: String(i) });
  }
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(300);
  stop.abort();
  await Promise.all(working);
  expect(new Set(received).size).toBe(300);
});
