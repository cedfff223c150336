import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountPrincipal, createVitrine, type Media, type Principal, type Vitrine } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { offlineGeocoder } from '@vitrine/geocoder';
import { type RunningServer, startServer } from '@vitrine/http';
import { webhookSender } from '@vitrine/media';
import { sqliteStorage } from '@vitrine/storage-sqlite';
import { freePort } from '../free-port.ts';
import { sharedMedia } from '../shared-media.ts';

/** Of all servers of this process: it loads its places once. */
const geocoder = offlineGeocoder();

/** A real server with one account, on a SQLite file unless another storage is given. */
export interface ConsoleServer {
  readonly url: string;
  /** The services of the running server, to arrange data without a browser. */
  readonly vitrine: Vitrine;
  /** The storage of the running server, to arrange what no service does. */
  readonly storage: Storage;
  readonly principal: Principal;
  /** An account key. */
  readonly key: string;
  /** Stops the server, as at a restart. */
  stop(): Promise<void>;
  /** Starts the server again on the same port and database. */
  start(): Promise<void>;
  /** Stops the server and removes its database. */
  close(): Promise<void>;
}

/**
 * @param openStorage opens the storage, which may keep its files in the folder.
 * @param media fetches pictures.
 */
export async function openConsoleServer(
  openStorage: (folder: string) => Storage = (folder) => sqliteStorage({ path: join(folder, 'vitrine.db') }),
  media: Media = sharedMedia(),
): Promise<ConsoleServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-console-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let running: {
    readonly vitrine: Vitrine;
    readonly storage: Storage;
    readonly server: RunningServer;
  } | null = null;

  async function start(): Promise<Vitrine> {
    const storage = openStorage(folder);
    const vitrine = await createVitrine({
      storage,
      baseUrl: url,
      media,
      geocoder,
      webhookSender: webhookSender({ allowPrivateFetch: true }),
    });
    const server = await startServer({ vitrine, port, oauth: true });
    if (!server.hasConsole) throw new Error('The console is not built: run pnpm build.');
    running = { vitrine, storage, server };
    return vitrine;
  }

  function requireRunning(): NonNullable<typeof running> {
    if (running === null) throw new Error('The server is stopped.');
    return running;
  }

  async function stop(): Promise<void> {
    const ending = running;
    running = null;
    await ending?.server.stop();
  }

  const vitrine = await start();
  const account = await vitrine.accounts.create('Sample shop');
  const principal = accountPrincipal(account.id);
  const { key } = await vitrine.apiKeys.create(principal, { name: 'console' });
  return {
    url,
    get vitrine() {
      return requireRunning().vitrine;
    },
    get storage() {
      return requireRunning().storage;
    },
    principal,
    key,
    stop,
    start: async () => {
      await start();
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
