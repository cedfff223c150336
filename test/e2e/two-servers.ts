import { setTimeout as wait } from 'node:timers/promises';
import { accountPrincipal, createVitrine, type Principal, type Vitrine } from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { createApp } from '@vitrine/http';
import { postgresStorage } from '@vitrine/storage-postgres';
import pg from 'pg';
import { createTestDatabase } from '../postgres/database.ts';
import { type Client, createClient } from './client.ts';

/** One of the servers, with its own connections and caches. */
interface OneServer {
  readonly vitrine: Vitrine;
  /** Creates a client of this server. */
  withKey(key: string): Client;
}

export interface TwoServers {
  readonly first: OneServer;
  readonly second: OneServer;
  /** The principal of the account to which `key` belongs. */
  readonly principal: Principal;
  readonly key: string;
  /** `METHOD path: status` of every response with a status of 500 or more. */
  readonly serverErrors: readonly string[];
  /** Moves the clock of both servers forward. */
  advance(milliseconds: number): void;
  /** Runs a statement and returns the first column of the first row. */
  ask(statement: string, values?: readonly string[]): Promise<string | number | null>;
  /** Deletes a store as another server would, and commits that shortly after the calls have begun. */
  duringDeletion<Result>(storeId: string, calls: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Milliseconds. Long enough for a call to reach the lock that it waits for. */
const HALF_WAY = 200;

/** Opens two servers on one empty PostgreSQL database. `wrap` may wrap their storages. */
export async function openTwoServers(
  wrap: (storage: Storage, server: number) => Storage = (storage) => storage,
): Promise<TwoServers> {
  const database = await createTestDatabase({ migrated: true });
  const serverErrors: string[] = [];
  let ahead = 0;

  async function open(server: number): Promise<OneServer> {
    const storage = postgresStorage({ url: database.url, backend: database.backend, pool: 12 });
    const vitrine = await createVitrine({
      storage: wrap(storage, server),
      clock: () => Date.now() + ahead,
    });
    const app = createApp(vitrine);
    return {
      vitrine,
      withKey: (key) =>
        createClient(
          (request) => app.fetch(request),
          key,
          ({ method, path }, { status, text }) => {
            if (status >= 500) serverErrors.push(`${method} ${path}: ${status} ${text}`);
          },
        ),
    };
  }

  const [first, second] = await Promise.all([open(0), open(1)]);
  const { id } = await first.vitrine.accounts.create('Two servers');
  const principal = accountPrincipal(id);
  const { key } = await first.vitrine.apiKeys.create(principal, { name: 'account' });
  const observer = new pg.Client({ connectionString: database.url });
  await observer.connect();
  return {
    first,
    second,
    principal,
    key,
    serverErrors,
    advance(milliseconds) {
      ahead += milliseconds;
    },
    async ask(statement, values = []) {
      const { rows } = await observer.query({ text: statement, values: [...values], rowMode: 'array' });
      return rows[0]?.[0] ?? null;
    },
    async duringDeletion(storeId, calls) {
      await observer.query('BEGIN');
      await observer.query('UPDATE stores SET deleted_at = 1, version = version + 1 WHERE id = $1', [
        storeId,
      ]);
      // Writes of records check the guard of their store there.
      if (database.backend === 'citus') {
        await observer.query('DELETE FROM store_guards WHERE id = $1', [storeId]);
      }
      const under = calls();
      await wait(HALF_WAY);
      await observer.query('COMMIT');
      return under;
    },
    async close() {
      await observer.end();
      await Promise.all([first.vitrine.close(), second.vitrine.close()]);
      await database.drop();
    },
  };
}
