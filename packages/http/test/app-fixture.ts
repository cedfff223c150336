import {
  accountPrincipal,
  createVitrine,
  memoryStorage,
  type Vitrine,
  type VitrineOptions,
} from '@vitrine/core';
import type { Storage } from '@vitrine/core/storage';
import { createApp } from '../src/app.ts';
import type { AppOptions } from '../src/handler/app-options.ts';

/** An app over a memory storage with two accounts. */
export interface AppFixture {
  readonly app: ReturnType<typeof createApp>;
  readonly vitrine: Vitrine;
  readonly accountId: string;
  readonly accountKey: string;
  readonly otherAccountKey: string;
  /** A store with the unique property `sku`, and with `name` and `price`. */
  readonly storeId: string;
  readonly storeKey: string;
  /** Another store of the same account. */
  readonly secondStoreId: string;
  /** Sends a request to the app. */
  send(method: string, path: string, options?: SendOptions): Promise<Response>;
}

export interface SendOptions {
  /** The key to send; null sends none. Default: the account key. */
  readonly key?: string | null;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly body?: NonNullable<RequestInit['body']>;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function createFixture(
  options: AppOptions & { storage?: Storage } & Pick<VitrineOptions, 'rateLimits' | 'media'> = {},
): Promise<AppFixture> {
  const { storage = memoryStorage(), rateLimits, media, ...appOptions } = options;
  const vitrine = await createVitrine({
    storage,
    ...(rateLimits === undefined ? {} : { rateLimits }),
    ...(media === undefined ? {} : { media }),
  });
  const account = accountPrincipal((await vitrine.accounts.create('Own')).id);
  const other = accountPrincipal((await vitrine.accounts.create('Other')).id);
  const store = await vitrine.stores.create(account, {
    name: 'Guests',
    properties: [
      { name: 'sku', type: 'string', unique: true },
      { name: 'name', type: 'string' },
      { name: 'price', type: 'number' },
    ],
  });
  const second = await vitrine.stores.create(account, {
    name: 'Second',
    properties: [{ name: 'text', type: 'string' }],
  });
  const { key: accountKey } = await vitrine.apiKeys.create(account, { name: 'account' });
  const { key: otherAccountKey } = await vitrine.apiKeys.create(other, { name: 'other' });
  const { key: storeKey } = await vitrine.apiKeys.create(account, { name: 'store', storeId: store.id });
  const app = createApp(vitrine, appOptions);

  return {
    app,
    vitrine,
    accountId: account.accountId,
    accountKey,
    otherAccountKey,
    storeId: store.id,
    storeKey,
    secondStoreId: second.id,
    async send(method, path, { key = accountKey, json, body, headers = {} } = {}) {
      const content = json === undefined ? body : JSON.stringify(json);
      return await app.request(`http://localhost${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(content === undefined ? {} : { body: content }),
      });
    },
  };
}

/** The members of a problem body that tests check. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly instance: string;
  readonly code: string;
  readonly traceId: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

export async function problemOf(response: Response): Promise<Problem> {
  return (await response.json()) as Problem;
}
