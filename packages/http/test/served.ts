import { get } from 'node:http';
import { accountPrincipal, createVitrine, memoryStorage, type Vitrine } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { onTestFinished, vi } from 'vitest';
import { type RunningServer, type ServerOptions, startServer } from '../src/server.ts';
import { collectLog } from './collected-log.ts';

/** A running server for a test. */
export interface Served {
  readonly server: RunningServer;
  readonly vitrine: Vitrine;
  readonly storage: Storage;
  readonly key: string;
  /** A key of another account. */
  readonly otherKey: string;
  readonly storeId: string;
  /** The log lines so far. */
  readonly lines: Record<string, unknown>[];
}

/** Starts a server over a memory storage with two accounts. It stops at the end of the test. */
export async function serve(
  options: Omit<ServerOptions, 'vitrine' | 'logger' | 'port'> = {},
): Promise<Served> {
  const storage = memoryStorage();
  const vitrine = await createVitrine({ storage });
  const account = accountPrincipal((await vitrine.accounts.create('A')).id);
  const other = accountPrincipal((await vitrine.accounts.create('B')).id);
  const { key } = await vitrine.apiKeys.create(account, { name: 'k' });
  const { key: otherKey } = await vitrine.apiKeys.create(other, { name: 'k' });
  const { id } = await vitrine.stores.create(account, {
    name: 'S',
    properties: [{ name: 'text', type: 'string' }],
  });
  const { lines, logger } = collectLog();
  const server = await startServer({ vitrine, port: 0, logger, work: false, ...options });
  onTestFinished(() => server.stop().catch(() => {}));
  return { server, vitrine, storage, key, otherKey, storeId: id, lines };
}

/**
 * Returns the value of a metric from `/metrics`.
 *
 * @param name name and labels as `/metrics` prints them. The request uses a new connection, which metrics of
 *   connections include.
 */
export async function metricOf({ server }: Served, name: string): Promise<number> {
  const text = await new Promise<string>((resolve, reject) => {
    const request = get(`${server.url}/metrics`, { agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      response.once('end', () => resolve(body));
    });
    request.once('error', reject);
  });
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  if (line === undefined) throw new Error(`There is no metric ${name}.`);
  return Number(line.slice(name.length + 1));
}

/** Waits until the check passes. The timeout allows for a loaded machine. */
export function eventually(check: () => void | Promise<void>, timeout = 20_000): Promise<void> {
  return vi.waitFor(check, { timeout, interval: 50 });
}
