import { cursorEpoch } from './copy/copy-marker.ts';
import { randomBase64url, signText } from './crypto.ts';
import { runDueJobs, type WorkOptions, work } from './jobs/work.ts';
import { pathTokens } from './path-token.ts';
import { type Clock, type IdSource, randomIds } from './ports.ts';
import { type AccountService, accountService } from './services/accounts.ts';
import { type ApiKeyService, apiKeyService } from './services/api-keys.ts';
import type { ServiceContext } from './services/context.ts';
import { type IdentityService, identityService } from './services/identity.ts';
import { type RecordService, recordService } from './services/records.ts';
import { type StoreService, storeService } from './services/stores.ts';
import { SETTING } from './setting-names.ts';
import type { Storage } from './storage/index.ts';

export interface VitrineOptions {
  readonly storage: Storage;
  /** Default `Date.now`. */
  readonly clock?: Clock;
  /** Default `randomIds()`. */
  readonly ids?: IdSource;
  /** Signs cursors and path tokens. Without one, a random one is made once and kept in the storage. */
  readonly secret?: string;
  /** What `secret` was before: cursors and path tokens made with it still hold, new ones are made with `secret`. */
  readonly previousSecret?: string;
  /**
   * How clients reach the HTTP interface: every URL that is handed out begins with it. A function where it is known only
   * once a server listens. Default `http://127.0.0.1:8080`.
   */
  readonly baseUrl?: string | (() => string);
}

/** Everything Vitrine does, as calls in this process; the HTTP package uses nothing else. */
export interface Vitrine {
  readonly accounts: AccountService;
  readonly apiKeys: ApiKeyService;
  readonly identity: IdentityService;
  readonly stores: StoreService;
  readonly records: RecordService;
  /**
   * Does the background work (purges of deleted stores and expired records, clearing of freed slots) until the signal.
   * Nothing runs by itself: call it in one process at least.
   */
  work(options: WorkOptions): Promise<void>;
  /** Does the background work that is due now, then resolves with how many jobs it ran. */
  runDueJobs(): Promise<number>;
  /** Resolves when the storage answers. */
  ping(): Promise<void>;
  /** Closes the storage. */
  close(): Promise<void>;
}

/**
 * Brings the storage's layout up to date and returns the services over it.
 * @throws VitrineError `internal` for a storage that `copyStorage` has not finished.
 */
export async function createVitrine(options: VitrineOptions): Promise<Vitrine> {
  const { storage, clock = Date.now, ids = randomIds(), baseUrl = DEFAULT_BASE_URL } = options;
  await storage.migrate();
  const epoch = await cursorEpoch(storage);
  const secret = options.secret ?? (await storage.settings.getOrInsert(SETTING.secret, randomBase64url(32)));
  const previous = options.previousSecret === undefined ? [] : [options.previousSecret];
  const cursorSecretOf = (from: string) =>
    epoch === null ? from : signText(from, `cursors of a copy of ${epoch}`).toString('base64url');
  const context: ServiceContext = {
    storage,
    clock,
    ids,
    baseUrl: () => (typeof baseUrl === 'string' ? baseUrl : baseUrl()).replace(/\/+$/, ''),
    cursorSecrets: [cursorSecretOf(secret), ...previous.map(cursorSecretOf)],
    tokens: pathTokens([secret, ...previous]),
  };
  return {
    accounts: accountService(context),
    apiKeys: apiKeyService(context),
    identity: identityService(context),
    stores: storeService(context),
    records: recordService(context),
    work: (workOptions) => work(context, workOptions),
    runDueJobs: () => runDueJobs(context, { signal: new AbortController().signal }),
    ping: () => storage.ping(),
    close: () => storage.close(),
  };
}

/** Where `vitrine serve` listens when nothing is set. */
const DEFAULT_BASE_URL = 'http://127.0.0.1:8080';
