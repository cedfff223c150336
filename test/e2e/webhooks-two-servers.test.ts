import { accountPrincipal, createVitrine, type Vitrine } from '@vitrine/core';
import { postgresStorage } from '@vitrine/storage-postgres';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../postgres/database.ts';
import { verifies } from '../requirements.ts';

/** Opens a server of a database, whose receiver takes everything. */
async function open(
  url: string,
  received: { id: string; server: number }[],
  server: number,
): Promise<Vitrine> {
  const webhookSender = {
    refuse: () => null,
    async send({ headers }: { headers: Readonly<Record<string, string>> }) {
      received.push({ id: headers['webhook-id'] ?? '', server });
      return { status: 200, text: '', retryAfter: null };
    },
  };
  return createVitrine({ storage: postgresStorage({ url, pool: 8 }), webhookSender });
}

test(
  'two servers of one database share the deliveries and send each once, while both write',
  verifies('webhooks.kill'),
  async () => {
    const database = await createTestDatabase();
    const received: { id: string; server: number }[] = [];
    const servers = [await open(database.url, received, 0), await open(database.url, received, 1)] as const;
    const stop = new AbortController();
    try {
      const me = accountPrincipal((await servers[0].accounts.create('Test')).id);
      const properties = [{ name: 'sku', type: 'string' as const, unique: true }];
      const stores = await Promise.all(
        ['A', 'B', 'C'].map((name) => servers[0].stores.create(me, { name, properties })),
      );
      for (const store of stores) {
        const request = { url: `https://receiver.example/${store.id}`, events: ['record.*' as const] };
        await servers[0].webhooks.create(me, { ...request, storeIds: [store.id] });
      }
      const working = servers.map((server) => server.work({ signal: stop.signal, pollEvery: 20 }));
      const writes = Array.from({ length: 150 }, (_, i) => i);
      await Promise.all(
        [0, 1].map(async (server) => {
          for (const i of writes) {
            const store = stores[i % 3]?.id ?? '';
            await servers[server as 0 | 1].records.add(me, store, { sku: `${server}-${i}` });
          }
        }),
      );
      await expect.poll(() => received.length, { timeout: 30_000 }).toBe(300);
      stop.abort();
      await Promise.all(working);
      expect(new Set(received.map(({ id }) => id)).size).toBe(300);
    } finally {
      stop.abort();
      for (const server of servers) await server.close();
      await database.drop();
    }
  },
);
