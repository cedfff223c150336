import type { Metric } from '../ground/metric.ts';
import type { AccountNumberStorage } from './accounts/account-numbers.ts';
import type { AccountUsageStorage } from './accounts/account-usage.ts';
import type { AccountStorage } from './accounts/accounts.ts';
import type { ApiKeyStorage } from './accounts/api-keys.ts';
import type { RequestCountStorage } from './accounts/request-counts.ts';
import type { SettingStorage } from './accounts/settings.ts';
import type { BlobObjectStorage } from './images/blob-objects.ts';
import type { BlobStorage } from './images/blobs.ts';
import type { DraftStorage } from './images/drafts.ts';
import type { FontStorage } from './images/fonts.ts';
import type { ImageStorage } from './images/images.ts';
import type { ImportStorage } from './imports/imports.ts';
import type { JobStorage } from './jobs.ts';
import type { GeocodingStorage } from './maps/geocoding.ts';
import type { LocationStorage } from './maps/locations.ts';
import type { MapStorage } from './maps/maps.ts';
import type { RecordStorage } from './records/records.ts';
import type { ChangeStorage } from './stores/changes.ts';
import type { RestoreStorage } from './stores/restores.ts';
import type { StoreStorage } from './stores/stores.ts';
import type { ViewStorage } from './stores/views.ts';
import type { WebhookDeliveryStorage } from './webhooks/webhook-deliveries.ts';
import type { WebhookStorage } from './webhooks/webhooks.ts';
import type { IdempotencyKeyStorage } from './writes/idempotency-keys.ts';

/**
 * Stores all data. Implementations: memory (the reference), SQLite, PostgreSQL, and any other that passes
 * `@vitrine/core/conformance`.
 *
 * Rules for all methods:
 * - Each call is atomic: it takes effect entirely or not at all. Acknowledged writes survive a crash of the process.
 * - Time (`now`) and ids are arguments. Absence is null. Empty input writes nothing.
 * - Core validates types and values. Text is well-formed Unicode without U+0000; numbers are finite, never -0.
 * - Text is compared by Unicode code point on every storage.
 * - Methods that access data of an account take the account or the store, and never access other accounts.
 * - A method with `CallOptions` may read as much as its account has stored. It takes turns with other accounts, rejects
 *   with the reason of the signal when that aborts, and throws `UnavailableError` if it takes longer than the storage
 *   allows.
 * - A storage that is temporarily unavailable or closed throws `UnavailableError`. Errors of its driver never reach the
 *   caller.
 * - Insertion numbers (`seq`) rise and are never reused.
 */
export interface Storage {
  /** For messages and logs only. */
  readonly name: string;
  readonly accounts: AccountStorage;
  readonly apiKeys: ApiKeyStorage;
  readonly stores: StoreStorage;
  readonly records: RecordStorage;
  readonly changes: ChangeStorage;
  readonly imports: ImportStorage;
  readonly restores: RestoreStorage;
  readonly jobs: JobStorage;
  readonly settings: SettingStorage;
  readonly accountNumbers: AccountNumberStorage;
  readonly blobs: BlobStorage;
  readonly blobObjects: BlobObjectStorage;
  readonly images: ImageStorage;
  readonly fonts: FontStorage;
  readonly drafts: DraftStorage;
  readonly maps: MapStorage;
  readonly locations: LocationStorage;
  readonly geocoding: GeocodingStorage;
  readonly views: ViewStorage;
  readonly webhooks: WebhookStorage;
  readonly webhookDeliveries: WebhookDeliveryStorage;
  readonly requestCounts: RequestCountStorage;
  readonly accountUsage: AccountUsageStorage;
  readonly idempotencyKeys: IdempotencyKeyStorage;
  /**
   * Migrates the layout to the current version. All DDL happens here. Of two concurrent callers one migrates, and the
   * other finds the work done.
   */
  migrate(): Promise<Migration>;
  /** Returns what `migrate` would do. Changes nothing, also in a new database. */
  findMigration(): Promise<Migration>;
  /** Returns metrics of queues, threads and connections. May be empty. Costs next to nothing. */
  metrics(): readonly Metric[];
  /**
   * Returns the engine, the layout and the size of the data. Queries the engine, so it is too expensive for each
   * request.
   */
  describe(): Promise<StorageDescription>;
  /**
   * Returns the facets of a transaction of records, as the open transaction of an application's database client sees them.
   * They need no other connection. Writes are made in that transaction, whose commit or rollback decides; a call that fails
   * leaves it as it was before. Omitted by storages that have no such clients.
   * @throws ValidationError at `client` if it is none. Calls throw it too, if the client has no open transaction.
   */
  within?(client: unknown): Pick<Storage, 'accounts' | 'accountUsage' | 'records' | 'stores'>;
  /** Resolves if the storage is available. */
  ping(): Promise<void>;
  /** Completes accepted calls, then releases files and connections. Further calls throw. */
  close(): Promise<void>;
}

/** The names of the facets: the members of `Storage` that are objects. */
export type StorageFacet = {
  [Name in keyof Storage]-?: NonNullable<Storage[Name]> extends string | ((...args: never) => unknown)
    ? never
    : Name;
}[keyof Storage];

export interface StorageDescription {
  /** `memory`, `sqlite`, `postgres`, … */
  readonly engine: string;
  /** The version of the layout. */
  readonly layout: number;
  /** Bytes of the data including its indexes, without space that is free. Null if the engine does not report it. */
  readonly bytes: number | null;
}

/** The version of the layout before and after `migrate`. */
export interface Migration {
  readonly from: number;
  readonly to: number;
}
