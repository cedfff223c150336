import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { startServer } from '@vitrine/http';
import { webhookSender } from '@vitrine/media';
import { allKinds } from '../e2e/storages.ts';
import { firstByDay } from '../nightly.ts';
import { sharedMedia } from '../shared-media.ts';

/** A server that listens on a port, with one account. */
export interface TestServer {
  readonly url: string;
  /** An account key. */
  readonly key: string;
  readonly vitrine: Vitrine;
  readonly storage: Storage;
  readonly principal: Principal;
  stop(): Promise<void>;
}

/**
 * Starts a server on a storage of `allKinds`.
 *
 * @param baseUrl the beginning of URLs in responses. Default: the address that the server listens on.
 */
export async function startTestServer(storageName: string, baseUrl?: string): Promise<TestServer> {
  const kind = allKinds.find(({ name }) => name === storageName);
  if (kind === undefined) throw new Error(`No storage is called ${storageName}.`);
  const opened = await kind.open();
  const { storage } = opened;
  let url = '';
  const vitrine = await createVitrine({
    storage,
    media: sharedMedia(),
    webhookSender: webhookSender(),
    baseUrl: () => baseUrl ?? url,
  });
  const server = await startServer({ vitrine, port: 0 });
  url = server.url;
  const { id } = await vitrine.accounts.create('Client tests');
  const principal = accountPrincipal(id);
  const { key } = await vitrine.apiKeys.create(principal, { name: 'client tests' });
  return {
    url,
    key,
    vitrine,
    storage,
    principal,
    async stop() {
      await server.stop();
      await opened.remove();
    },
  };
}

/** The storages that the suite of the client runs on. */
export const clientStorages = firstByDay(['SQLite file', 'memory', 'PostgreSQL']);
