import {
  accountPrincipal,
  createVitrine,
  type Principal,
  type Vitrine,
  type VitrineOptions,
} from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { createApp } from '@vitrine/http';
import { type MediaOptions, webhookSender } from '@vitrine/media';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedMedia } from '../shared-media.ts';
import { type Client, createClient, type Fetch, ORIGIN } from './client.ts';
import { contractChecker, type OpenApiDocument } from './contract-check.ts';
import type { DatabaseDump } from './database-dump.ts';
import { type OpenedStorage, oneStorageKind, type StorageKind, storageKinds } from './storages.ts';

/** Two accounts for one test, on a server that the tests of a file share. */
export interface World {
  readonly vitrine: Vitrine;
  /** For tests that need more than the HTTP interface. */
  readonly storage: Storage;
  /** The database file; null for memory. */
  readonly path: string | null;
  /** Returns the content of the database; null for memory. */
  readonly dump: (() => Promise<DatabaseDump>) | null;
  readonly principal: Principal;
  readonly accountId: string;
  /** A client with an account key of the test's account. */
  readonly a: Client;
  /** A client with an account key of the other account. */
  readonly b: Client;
  readonly otherAccountId: string;
  /** A client without a key. */
  readonly anonymous: Client;
  /** Returns a client with any key. */
  withKey(key: string): Client;
  /** Returns a client with a new store key of the test's account. */
  withStoreKey(storeId: string): Promise<Client>;
  /** Moves the server's clock forward. */
  advance(milliseconds: number): void;
  /** Returns the time of the server's clock. */
  now(): number;
}

interface Server {
  readonly opened: OpenedStorage;
  readonly vitrine: Vitrine;
  readonly fetch: Fetch;
  readonly check: ReturnType<typeof contractChecker>;
}

type Define = (arrange: () => Promise<World>) => void;
type WorldOptions = Pick<MediaOptions, 'allowPrivateFetch'> & Pick<VitrineOptions, 'geocoder'>;

/**
 * Runs the tests on every storage. A last test fails if any response did not match the OpenAPI document, was a 5xx, or
 * was a problem without the members of decisions section 2.
 */
export function onEveryStorage(define: Define, options: WorldOptions = {}): void {
  onStorages(storageKinds, define, options);
}

/** Like `onEveryStorage`, for tests whose subject is the same whatever the storage (`oneStorageKind`): by day on one of them. */
export function onOneStorage(define: Define, options: WorldOptions = {}): void {
  onStorages(oneStorageKind, define, options);
}

function onStorages(
  kinds: readonly StorageKind[],
  define: Define,
  { geocoder, ...mediaOptions }: WorldOptions,
): void {
  describe.each(kinds)('on $name', ({ open }) => {
    const findings = new Set<string>();
    let server: Server | undefined;
    let ahead = 0;

    beforeAll(async () => {
      const opened = await open();
      const vitrine = await createVitrine({
        storage: opened.storage,
        media: sharedMedia(mediaOptions),
        webhookSender: webhookSender(mediaOptions),
        clock: () => Date.now() + ahead,
        baseUrl: ORIGIN,
        ...(geocoder === undefined ? {} : { geocoder }),
      });
      const app = createApp(vitrine);
      const fetch: Fetch = (request) => app.fetch(request);
      server = { opened, vitrine, fetch, check: contractChecker(await readDocuments(fetch)) };
    });

    afterAll(async () => {
      await server?.vitrine.close();
      await server?.opened.remove();
    });

    define(async () => {
      if (server === undefined) throw new Error('The server did not start.');
      const { vitrine, fetch, check, opened } = server;
      const withKey = (key: string | null) =>
        createClient(fetch, key, (request, result) => {
          for (const finding of check(request, result)) findings.add(finding);
        });
      const own = await createAccount(vitrine, 'A');
      const other = await createAccount(vitrine, 'B');
      return {
        vitrine,
        storage: opened.storage,
        path: opened.path,
        dump: opened.dump,
        principal: own.principal,
        accountId: own.id,
        a: withKey(own.key),
        b: withKey(other.key),
        otherAccountId: other.id,
        anonymous: withKey(null),
        withKey,
        async withStoreKey(storeId) {
          return withKey((await vitrine.apiKeys.create(own.principal, { name: 'store', storeId })).key);
        },
        advance(milliseconds) {
          ahead += milliseconds;
        },
        now: () => Date.now() + ahead,
      };
    });

    test('returned only responses that match the OpenAPI document', () => {
      expect([...findings]).toEqual([]);
    });
  });
}

async function createAccount(vitrine: Vitrine, name: string) {
  const { id } = await vitrine.accounts.create(name);
  const principal = accountPrincipal(id);
  const { key } = await vitrine.apiKeys.create(principal, { name: `key of ${name}` });
  return { id, principal, key };
}

async function readDocuments(fetch: Fetch): Promise<OpenApiDocument[]> {
  const paths = ['/v2/openapi.json', '/admin/openapi.json'];
  return Promise.all(
    paths.map(async (path) => {
      const response = await fetch(new Request(`${ORIGIN}${path}`));
      return (await response.json()) as OpenApiDocument;
    }),
  );
}
